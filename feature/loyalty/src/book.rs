//! One way to move credit: lots, account, ledger and journal, in one transaction.

use journal::{Kind, Scene, Signer};
use kernel::Money;
use kernel::id::{BasketId, CustomerId, OrderId, StaffId, StoreNo, TenderId};
use serde::{Deserialize, Serialize};
use shell::db::Tx;
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::lot::{Ended, Part};
use crate::store::entry::{self, Account, Change, NewEntry};
use crate::store::lot;
pub(crate) use crate::store::lot::Owner;

/// Why credit changed (domain §9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = LoyaltyEntryType)]
pub(crate) enum EntryType {
    /// A sale earned it.
    Earn,
    /// It paid.
    Redeem,
    /// It came back: its tender was removed, or what it paid for was returned.
    Restore,
    /// The sale that had earned it came back.
    ReverseEarn,
    /// Nobody spent it in time.
    Expire,
    /// The office changed it, and says why.
    Adjust,
}

impl EntryType {
    /// The name, as it is stored.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Earn => "EARN",
            Self::Redeem => "REDEEM",
            Self::Restore => "RESTORE",
            Self::ReverseEarn => "REVERSE_EARN",
            Self::Expire => "EXPIRE",
            Self::Adjust => "ADJUST",
        }
    }

    /// Finds a type by its stored name.
    #[must_use]
    pub(crate) fn parse(name: &str) -> Option<Self> {
        [
            Self::Earn,
            Self::Redeem,
            Self::Restore,
            Self::ReverseEarn,
            Self::Expire,
            Self::Adjust,
        ]
        .into_iter()
        .find(|it| it.name() == name)
    }

    /// Which way its amount goes: into the account, or out of it. What the office changes says so itself.
    const fn sign(self) -> i64 {
        match self {
            Self::Earn | Self::Restore | Self::Adjust => 1,
            Self::Redeem | Self::ReverseEarn | Self::Expire => -1,
        }
    }

    const fn ended(self) -> Ended {
        match self {
            Self::Expire => Ended::Expired,
            Self::ReverseEarn => Ended::Reversed,
            Self::Earn | Self::Redeem | Self::Restore | Self::Adjust => Ended::Used,
        }
    }

    /// Whether it counts to what somebody ever spent.
    const fn is_spending(self) -> bool {
        matches!(self, Self::Redeem | Self::Restore)
    }
}

/// Credit that moves. Amounts of parts are above zero, and the type says which way they go; those of what the
/// office changes have their sign.
pub(crate) struct Movement<'a> {
    pub owner: Owner,
    pub entry_type: EntryType,
    pub parts: &'a [Part],
    /// Points that come, or go (below zero).
    pub points: i64,
    pub order_id: Option<OrderId>,
    pub tender: Option<(TenderId, Option<BasketId>)>,
    /// Why the office changed it; none of anything else.
    pub reason: Option<&'a str>,
}

/// What the journal states of an entry.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Stated {
    pub entry_id: Uuid,
    pub customer_id: CustomerId,
    pub entry_type: EntryType,
    pub amount: Money,
    pub balance: Money,
    pub points: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_id: Option<OrderId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tender_id: Option<TenderId>,
    pub store_no: StoreNo,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator_id: Option<StaffId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Moves credit. None when what is to go is not there: then the transaction must not commit.
///
/// # Errors
/// The database's failure, or the journal's.
pub(crate) async fn book(
    tx: &mut Tx,
    signer: &Signer,
    scene: &Scene<'_>,
    movement: &Movement<'_>,
) -> Outcome<Option<Account>> {
    let Movement {
        owner, entry_type, ..
    } = *movement;
    let signed = |part: &Part| Part {
        amount: part.amount * entry_type.sign(),
        ..*part
    };
    let parts: Vec<Part> = movement.parts.iter().map(signed).collect();
    for part in &parts {
        if !lot::shift(tx, *part, entry_type.ended()).await? {
            return Ok(None);
        }
    }
    let amount: i64 = parts.iter().map(|part| part.amount).sum();
    let change = Change {
        amount,
        points: movement.points,
        redeemed: if entry_type.is_spending() { -amount } else { 0 },
    };
    let Some(account) = entry::change(tx, owner, change, scene.at).await? else {
        return Ok(None);
    };
    write_down(tx, signer, scene, (movement, &parts), (amount, account)).await?;
    Ok(Some(account))
}

async fn write_down(
    tx: &mut Tx,
    signer: &Signer,
    scene: &Scene<'_>,
    (movement, parts): (&Movement<'_>, &[Part]),
    (amount, account): (i64, Account),
) -> Outcome<()> {
    let store = setting::get_store(tx, scene.store_no).await?;
    let (owner, entry_id) = (movement.owner, Uuid::now_v7());
    let stated = Stated {
        entry_id,
        customer_id: owner.customer_id,
        entry_type: movement.entry_type,
        amount: Money::new(amount, owner.currency),
        balance: Money::new(account.balance, owner.currency),
        points: movement.points,
        order_id: movement.order_id,
        tender_id: movement.tender.map(|(tender_id, _)| tender_id),
        store_no: scene.store_no.clone(),
        operator_id: scene.operator.cloned(),
        reason: movement.reason.map(str::to_owned),
    };
    let payload = journal::payload(&stated)?;
    let appended = journal::record(tx, signer, scene, (Kind::Credit, payload)).await?;
    let new = NewEntry {
        entry_id,
        owner,
        entry_no: account.entries,
        entry_type: movement.entry_type,
        amount,
        balance: account.balance,
        points: movement.points,
        order_id: movement.order_id,
        tender: movement.tender,
        store_no: scene.store_no,
        terminal_no: scene.terminal_no,
        staff_id: scene.operator,
        business_date: store.business_date(scene.at),
        now: scene.at,
        journal: (&appended.chain_id, appended.seq),
        reason: movement.reason,
    };
    entry::insert(tx, &new, parts).await
}

/// Moves credit that must be there; a fault of ours otherwise.
///
/// # Errors
/// The database's failure, or ours.
pub(crate) async fn must_book(
    tx: &mut Tx,
    signer: &Signer,
    scene: &Scene<'_>,
    movement: &Movement<'_>,
) -> Outcome<Account> {
    let account = book(tx, signer, scene, movement).await?;
    account.ok_or_else(|| Failure::internal("loyalty credit that moves is not there"))
}
