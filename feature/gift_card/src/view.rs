//! What the till receives about gift cards.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Money;
use kernel::refusal::ErrorView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::state::{CardState, EntryType};
use crate::store::{LedgerRow, ListedCard};

/// A card whose number and code somebody entered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CheckedGiftCardView {
    /// The last four letters of its number.
    #[schema(example = "4471")]
    pub(crate) last_four: String,
    /// Where it stands.
    pub(crate) state: CardState,
    /// What is left on it.
    pub(crate) balance: Money,
    /// The last date on which it holds; null for ever.
    #[schema(value_type = Option<String>, format = Date)]
    pub(crate) expires_on: Option<Date>,
    /// Why it cannot pay here now.
    pub(crate) refusal: Option<ErrorView>,
    /// With how much it can be topped up here, or why not.
    pub(crate) top_up: GiftCardTopUpView,
    /// Below what a rest on it may be given up when it pays.
    pub(crate) clearable_below: Money,
    /// What a tender is booked or the card topped up with: good once, at this till; null when neither
    /// can be.
    #[schema(example = "Xx2Zq0dR7mE")]
    pub(crate) reference: Option<String>,
    /// Until when.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) reference_expires_at: Option<Timestamp>,
}

/// With how much a card can be topped up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftCardTopUpView {
    /// The least.
    pub(crate) minimum: Money,
    /// The most: with what is left on it no more than a card is sold for.
    pub(crate) maximum: Money,
    /// Why it cannot be topped up here now.
    pub(crate) refusal: Option<ErrorView>,
}

/// A card that can be sold.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AvailableGiftCardView {
    /// The last four letters of its number.
    #[schema(example = "4471")]
    pub(crate) last_four: String,
    /// The least that it is sold for.
    pub(crate) minimum: Money,
    /// The most.
    pub(crate) maximum: Money,
    /// For how many months it holds; null for ever.
    #[schema(example = 24)]
    pub(crate) valid_months: Option<i64>,
    /// What the line of the basket is made with: good once, at this till.
    #[schema(example = "Xx2Zq0dR7mE")]
    pub(crate) reference: String,
    /// Until when.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) reference_expires_at: Timestamp,
}

/// A card of the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftCardRowView {
    /// The card.
    pub(crate) gift_card_id: Uuid,
    /// The last four letters of its number.
    #[schema(example = "4471")]
    pub(crate) last_four: String,
    /// The batch that it came with.
    #[schema(example = "2026-EU-1")]
    pub(crate) batch_code: String,
    /// The market in whose stores it holds.
    #[schema(example = "EU")]
    pub(crate) market_code: String,
    /// Where it stands.
    pub(crate) state: CardState,
    /// What it was charged with.
    pub(crate) initial_amount: Money,
    /// What is left.
    pub(crate) balance: Money,
    /// The store that sold it.
    #[schema(example = "PAR01")]
    pub(crate) sold_store_no: Option<String>,
    /// When it was sold.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) activated_at: Option<Timestamp>,
    /// The last date on which it holds; null for ever.
    #[schema(value_type = Option<String>, format = Date)]
    pub(crate) expires_on: Option<Date>,
    /// The receipt of its sale.
    #[schema(example = "R-PAR01-000123")]
    pub(crate) receipt_no: Option<String>,
}

impl From<ListedCard> for GiftCardRowView {
    fn from(card: ListedCard) -> Self {
        Self {
            initial_amount: Money::new(card.initial, card.currency),
            balance: Money::new(card.balance, card.currency),
            gift_card_id: card.gift_card_id,
            last_four: card.last_four,
            batch_code: card.batch_code,
            market_code: card.market_code,
            state: card.state,
            sold_store_no: card.sold_store_no,
            activated_at: card.activated_at,
            expires_on: card.expires_on,
            receipt_no: card.receipt_no,
        }
    }
}

/// An entry of a card's ledger.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftCardEntryView {
    /// Its number, from 1.
    #[schema(example = 1)]
    pub(crate) entry_no: i64,
    /// What it is.
    pub(crate) entry_type: EntryType,
    /// What it adds, below zero for what it takes.
    pub(crate) amount: Money,
    /// What is left after it.
    pub(crate) balance: Money,
    /// In which store.
    #[schema(example = "PAR01")]
    pub(crate) store_no: String,
    /// At which till; null for the program itself.
    #[schema(example = "PAR01-T1")]
    pub(crate) terminal_no: Option<String>,
    /// Who; null for the program itself.
    #[schema(example = "Camille Aubert")]
    pub(crate) staff_name: Option<String>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) booked_at: Timestamp,
    /// The receipt that it belongs to.
    #[schema(example = "R-PAR01-000123")]
    pub(crate) receipt_no: Option<String>,
}

impl GiftCardEntryView {
    /// None for an entry of a kind that this program does not know.
    pub(crate) fn of(row: LedgerRow, currency: kernel::Currency) -> Option<Self> {
        Some(Self {
            entry_no: row.entry_no,
            entry_type: EntryType::parse(&row.entry_type)?,
            amount: Money::new(row.amount, currency),
            balance: Money::new(row.balance, currency),
            store_no: row.store_no,
            terminal_no: row.terminal_no,
            staff_name: row.staff.map(|(first, last)| format!("{first} {last}")),
            booked_at: row.booked_at,
            receipt_no: row.receipt_no,
        })
    }
}

/// What the office can do with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = GiftCardAction)]
pub(crate) enum Action {
    /// Nobody can spend it for now.
    Block,
    /// It can be spent again.
    Unblock,
    /// It is taken back, unused and on the day of its sale.
    Void,
}

impl Action {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Block => "BLOCK",
            Self::Unblock => "UNBLOCK",
            Self::Void => "VOID",
        }
    }
}

/// What the office did with a card.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftCardNoteView {
    /// What.
    #[schema(example = "BLOCK")]
    pub(crate) action: String,
    /// Why.
    #[schema(example = "Reported lost")]
    pub(crate) reason: String,
    /// In which store.
    #[schema(example = "PAR01")]
    pub(crate) store_no: String,
    /// Who.
    #[schema(example = "Camille Aubert")]
    pub(crate) staff_name: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) noted_at: Timestamp,
}

/// A card with all that happened to it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftCardDetailView {
    /// The card.
    pub(crate) card: GiftCardRowView,
    /// Its whole number.
    #[schema(example = "6279123412341234471")]
    pub(crate) card_no: String,
    /// Counts its changes.
    #[schema(example = 3)]
    pub(crate) version: i64,
    /// Its ledger, the newest entry first; 500 entries at the most.
    pub(crate) ledger: Vec<GiftCardEntryView>,
    /// What the office did with it, the newest first.
    pub(crate) notes: Vec<GiftCardNoteView>,
    /// What may be done with it now.
    pub(crate) actions: Vec<Action>,
}
