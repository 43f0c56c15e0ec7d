//! What this feature says on the wire.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Money;
use kernel::id::{CustomerId, LineId, OrderId};
use kernel::refusal::ErrorView;
use serde::{Deserialize, Serialize};
use shell::picture::picture_url;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::badge::{Badge, badge};
use crate::rule::cancel::{Party, is_binding, outcome};
use crate::rule::source::Source;
use crate::rule::state::DepositState;
use crate::rule::step::Step;
use crate::store::{
    Cancellation, Deposit, Entry, EntryType, Extension, ListedDeposit, StoredLine, StoredStep,
    StoredTender,
};

/// What becomes of the money when the client withdraws (domain §5.3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum DepositKind {
    /// The client gets it back.
    Refundable,
    /// The client loses it; a shop that withdraws owes twice as much (arrhes, Code de la consommation
    /// L214-1).
    Arrhes,
    /// Both are bound to the purchase (acompte).
    Acompte,
}

impl DepositKind {
    /// All kinds, the usual first.
    pub(crate) const ALL: [Self; 3] = [Self::Refundable, Self::Arrhes, Self::Acompte];

    /// The kind as it is stored.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Refundable => "REFUNDABLE",
            Self::Arrhes => "ARRHES",
            Self::Acompte => "ACOMPTE",
        }
    }

    /// Finds a kind by its name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// On which terms the pieces of the basket are kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DepositTermsView {
    /// What the pieces cost.
    pub(crate) total: Money,
    /// What is paid at once at least; less takes an approval.
    pub(crate) minimum: Money,
    /// The last day that is usual.
    #[schema(value_type = String, format = Date)]
    pub(crate) expires_on: Date,
    /// The last day that can be chosen.
    #[schema(value_type = String, format = Date)]
    pub(crate) latest: Date,
    /// The kinds that can be chosen, the usual first.
    pub(crate) kinds: Vec<DepositKind>,
    /// Why no deposit can be taken now.
    pub(crate) refusal: Option<ErrorView>,
}

/// A deposit in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DepositRowView {
    /// Its id.
    pub(crate) deposit_id: Uuid,
    /// The number that people see.
    #[schema(example = "D-PAR01-000012")]
    pub(crate) document_no: String,
    /// Where it stands.
    pub(crate) state: DepositState,
    /// What should be known at a glance.
    pub(crate) badge: Option<Badge>,
    /// What becomes of the money when the client withdraws.
    pub(crate) kind: DepositKind,
    /// Whose.
    pub(crate) customer_id: CustomerId,
    /// The client's name.
    #[schema(example = "Ada Martin")]
    pub(crate) customer_name: String,
    /// Who sold.
    #[schema(example = "Chloé Bernard")]
    pub(crate) salesperson_name: String,
    /// The first of the pieces.
    #[schema(example = "Solitaire, yellow gold")]
    pub(crate) first_item_name: String,
    /// How many pieces it was made for.
    #[schema(example = 2)]
    pub(crate) pieces: i64,
    /// What they cost together.
    pub(crate) total: Money,
    /// What those cost that were not handed over yet.
    pub(crate) remaining: Money,
    /// What is held for them.
    pub(crate) held: Money,
    /// What is still to be paid.
    pub(crate) balance: Money,
    /// The day on which it was made.
    #[schema(value_type = String, format = Date)]
    pub(crate) opened_on: Date,
    /// Its last day.
    #[schema(value_type = String, format = Date)]
    pub(crate) expires_on: Date,
}

impl DepositRowView {
    pub(crate) fn of(listed: ListedDeposit, today: Date) -> Self {
        let ListedDeposit {
            deposit,
            is_here,
            pieces,
            item_names,
        } = listed;
        Self {
            badge: badge(deposit.state, is_here, deposit.expires_on, today),
            total: deposit.money(deposit.total),
            remaining: deposit.money(deposit.worth.remaining),
            held: deposit.money(deposit.worth.held),
            balance: deposit.balance(),
            deposit_id: deposit.deposit_id,
            state: deposit.state,
            kind: deposit.kind,
            customer_id: deposit.customer_id,
            opened_on: deposit.opened_on,
            expires_on: deposit.expires_on,
            document_no: deposit.document_no,
            customer_name: deposit.customer_name,
            salesperson_name: deposit.salesperson_name,
            first_item_name: item_names,
            pieces,
        }
    }
}

/// A page of deposits.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DepositPageView {
    /// The deposits.
    pub(crate) items: Vec<DepositRowView>,
    /// Where the next page starts; none on the last.
    #[schema(example = "2026-12-01_12")]
    pub(crate) next_cursor: Option<String>,
    /// How many are kept in the store.
    #[schema(example = 7)]
    pub(crate) live: i64,
    /// How many of them are paid and wait to be fetched.
    #[schema(example = 2)]
    pub(crate) ready: i64,
    /// How many of them have something to pay and a last day that is near.
    #[schema(example = 3)]
    pub(crate) due_soon: i64,
    /// How many of them are overdue.
    #[schema(example = 1)]
    pub(crate) overdue: i64,
}

/// Pieces of a deposit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DepositLineView {
    /// The line.
    pub(crate) line_id: LineId,
    /// The item.
    #[schema(example = "BR-1042")]
    pub(crate) item_no: String,
    /// Its size; blank when it has none.
    #[schema(example = "52")]
    pub(crate) size_code: String,
    /// The item's name.
    #[schema(example = "Solitaire, yellow gold")]
    pub(crate) name: String,
    /// Its picture.
    #[schema(example = "/pictures/br-1042.webp")]
    pub(crate) image_url: String,
    /// How many pieces.
    #[schema(example = 1)]
    pub(crate) quantity: i64,
    /// What they cost; the price of the day on which the deposit was made.
    pub(crate) net: Money,
    /// Where they come from, as stock stood when the deposit was made.
    pub(crate) source: Source,
    /// Whether they lie reserved in the shop.
    pub(crate) is_here: bool,
    /// The order with which they were handed over.
    pub(crate) order_id: Option<OrderId>,
}

/// What a payment on a deposit was paid with.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DepositTenderView {
    /// The tender's code.
    #[schema(example = "VISA")]
    pub(crate) code: String,
    /// The tender's name.
    #[schema(example = "Visa")]
    pub(crate) name: String,
    /// What it paid.
    pub(crate) amount: Money,
    /// The last four digits of a card.
    #[schema(example = "0119")]
    pub(crate) last4: Option<String>,
}

/// Money that came in for a deposit, or went from it to an order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DepositEntryView {
    /// The entry.
    pub(crate) entry_id: Uuid,
    /// What it is.
    #[serde(rename = "type")]
    pub(crate) entry_type: DepositEntryType,
    /// Above zero what came in, below zero what went to an order.
    pub(crate) amount: Money,
    /// The number on its receipt.
    #[schema(example = "DP-PAR01-000031")]
    pub(crate) receipt_no: String,
    /// Who booked it.
    #[schema(example = "Chloé Bernard")]
    pub(crate) staff_name: String,
    /// The business date.
    #[schema(value_type = String, format = Date)]
    pub(crate) business_date: Date,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) booked_at: Timestamp,
    /// What was paid with.
    pub(crate) tenders: Vec<DepositTenderView>,
}

/// What an entry of a deposit is.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum DepositEntryType {
    /// Money came in.
    Pay,
    /// It pays pieces that are settled.
    Apply,
    /// The settlement was given up.
    PutBack,
    /// What the shop added as it withdrew.
    Add,
    /// It went back to the client.
    GiveBack,
    /// The shop kept it.
    Keep,
}

impl From<EntryType> for DepositEntryType {
    fn from(entry_type: EntryType) -> Self {
        match entry_type {
            EntryType::Pay => Self::Pay,
            EntryType::Apply => Self::Apply,
            EntryType::PutBack => Self::PutBack,
            EntryType::Add => Self::Add,
            EntryType::GiveBack => Self::GiveBack,
            EntryType::Keep => Self::Keep,
        }
    }
}

/// A last day that was moved.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExtensionView {
    /// The day before.
    #[schema(value_type = String, format = Date)]
    pub(crate) from: Date,
    /// The day now.
    #[schema(value_type = String, format = Date)]
    pub(crate) to: Date,
    /// Why.
    #[schema(example = "The client is abroad until Christmas")]
    pub(crate) reason: String,
    /// Who moved it.
    #[schema(example = "Hugo Laurent")]
    pub(crate) staff_name: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) at: Timestamp,
}

impl From<Extension> for ExtensionView {
    fn from(extension: Extension) -> Self {
        Self {
            from: extension.from_date,
            to: extension.to_date,
            reason: extension.reason,
            staff_name: extension.extended_by,
            at: extension.extended_at,
        }
    }
}

/// A step of a deposit that the client gets a paper of.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DepositStepView {
    /// The step; of a payment and of a cancellation it is the entry.
    pub(crate) step_id: Uuid,
    /// What happened.
    pub(crate) step: Step,
    /// The number on its paper.
    #[schema(example = "D-PAR01-000012-2")]
    pub(crate) paper_no: String,
    /// Who did it.
    #[schema(example = "Hugo Laurent")]
    pub(crate) staff_name: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) at: Timestamp,
    /// How often its paper was printed; each print from the second on is a copy.
    #[schema(example = 1)]
    pub(crate) prints: i64,
}

impl From<StoredStep> for DepositStepView {
    fn from(stored: StoredStep) -> Self {
        Self {
            step_id: stored.step_id,
            step: stored.step,
            paper_no: stored.paper_no,
            staff_name: stored.staff_name,
            at: stored.made_at,
            prints: stored.prints,
        }
    }
}

/// What becomes of the money when somebody withdraws.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CancellationTermsView {
    /// Who withdraws.
    pub(crate) withdrawn_by: Party,
    /// What goes back to the client.
    pub(crate) given_back: Money,
    /// What the shop keeps.
    pub(crate) kept: Money,
    /// What the shop adds to what it held.
    pub(crate) added: Money,
    /// Whether it takes `deposit.belowMinimum`: both are bound.
    pub(crate) is_binding: bool,
    /// Whether whoever holds that may let the shop keep something.
    pub(crate) may_keep: bool,
    /// Whether the shop adds of its own, which takes `deposit.belowMinimum` or an approval.
    pub(crate) takes_approval: bool,
}

/// How a deposit was cancelled.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CancellationView {
    /// Who withdrew.
    pub(crate) withdrawn_by: Party,
    /// Why.
    #[schema(example = "The client found another ring")]
    pub(crate) reason: String,
    /// What went back to the client.
    pub(crate) given_back: Money,
    /// What the shop kept.
    pub(crate) kept: Money,
    /// What the shop added to what it held.
    pub(crate) added: Money,
}

fn cancellation_terms(deposit: &Deposit) -> Vec<CancellationTermsView> {
    let parties = Party::ALL.into_iter().filter(|_| deposit.state.is_live());
    parties
        .filter_map(|party| {
            let becomes = outcome(deposit.kind, party, deposit.worth.held, None).ok()?;
            let is_binding = is_binding(deposit.kind);
            Some(CancellationTermsView {
                withdrawn_by: party,
                given_back: deposit.money(becomes.given_back),
                kept: deposit.money(becomes.kept),
                added: deposit.money(becomes.added),
                is_binding,
                may_keep: is_binding && party == Party::Client,
                takes_approval: becomes.is_doubled(),
            })
        })
        .collect()
}

/// A deposit with everything about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DepositView {
    /// What the list shows of it.
    #[serde(flatten)]
    pub(crate) row: DepositRowView,
    /// Its pieces.
    pub(crate) lines: Vec<DepositLineView>,
    /// What was paid, and what of it went to orders.
    pub(crate) entries: Vec<DepositEntryView>,
    /// When its last day was moved.
    pub(crate) extensions: Vec<ExtensionView>,
    /// What happened to it that the client gets a paper of, in its order.
    pub(crate) steps: Vec<DepositStepView>,
    /// What becomes of the money when somebody withdraws; empty once it is over.
    pub(crate) cancellation_terms: Vec<CancellationTermsView>,
    /// How it was cancelled.
    pub(crate) cancellation: Option<CancellationView>,
    /// Whether a payment on it is under way at some till.
    pub(crate) is_being_paid: bool,
    /// Counts its changes.
    #[schema(example = 2)]
    pub(crate) version: i64,
}

/// What a view is made of.
pub(crate) struct Parts {
    pub(crate) deposit: Deposit,
    pub(crate) lines: Vec<StoredLine>,
    pub(crate) here: Vec<LineId>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) tenders: Vec<StoredTender>,
    pub(crate) extensions: Vec<Extension>,
    pub(crate) steps: Vec<StoredStep>,
    pub(crate) cancellation: Option<Cancellation>,
    pub(crate) is_being_paid: bool,
}

impl DepositView {
    pub(crate) fn of(parts: Parts, today: Date) -> Self {
        let deposit = parts.deposit;
        let lines: Vec<_> = parts
            .lines
            .into_iter()
            .map(|line| DepositLineView {
                is_here: parts.here.contains(&line.line_id),
                net: deposit.money(line.net),
                line_id: line.line_id,
                quantity: line.quantity,
                source: line.source,
                order_id: line.order_id,
                image_url: picture_url(&line.picture),
                item_no: line.item_no,
                size_code: line.size_code,
                name: line.name,
            })
            .collect();
        let entries = parts
            .entries
            .into_iter()
            .map(|entry| DepositEntryView {
                tenders: parts
                    .tenders
                    .iter()
                    .filter(|tender| tender.entry_id == entry.entry_id)
                    .map(|tender| DepositTenderView {
                        code: tender.tender_code.clone(),
                        name: tender.name.clone(),
                        amount: deposit.money(tender.amount),
                        last4: tender.last_four.clone(),
                    })
                    .collect(),
                entry_id: entry.entry_id,
                entry_type: entry.entry_type.into(),
                amount: deposit.money(entry.amount),
                receipt_no: entry.receipt_no,
                staff_name: entry.staff_name,
                business_date: entry.business_date,
                booked_at: entry.booked_at,
            })
            .collect();
        let version = deposit.version;
        let cancellation_terms = cancellation_terms(&deposit);
        let cancellation = parts.cancellation.map(|it| CancellationView {
            withdrawn_by: it.party,
            reason: it.reason,
            given_back: deposit.money(it.becomes.given_back),
            kept: deposit.money(it.becomes.kept),
            added: deposit.money(it.becomes.added),
        });
        let mut left = lines.iter().filter(|line| line.order_id.is_none());
        let listed = ListedDeposit {
            is_here: left.all(|line| line.is_here),
            pieces: lines.iter().map(|line| line.quantity).sum(),
            item_names: lines.first().map_or_else(String::new, |it| it.name.clone()),
            deposit,
        };
        Self {
            row: DepositRowView::of(listed, today),
            lines,
            entries,
            extensions: parts.extensions.into_iter().map(Into::into).collect(),
            steps: parts.steps.into_iter().map(Into::into).collect(),
            cancellation_terms,
            cancellation,
            is_being_paid: parts.is_being_paid,
            version,
        }
    }
}
