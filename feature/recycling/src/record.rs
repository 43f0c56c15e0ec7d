//! A document as the operations handle it.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{CustomerId, OrderId, StaffId, StoreNo};
use kernel::weight::Weight;
use kernel::{Currency, Money};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::metal::{Metal, TestMethod};
use crate::rule::seller::Seller;
use crate::rule::state::{Standing, State};
use crate::rule::valuation::Value;

/// Where the pieces of a document come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = RecyclingKind)]
pub enum Kind {
    /// They were bought from us, and the order is found.
    WithOrder,
    /// Anything else.
    NoOrder,
}

impl Kind {
    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WithOrder => "WITH_ORDER",
            Self::NoOrder => "NO_ORDER",
        }
    }

    /// Finds a kind by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::WithOrder, Self::NoOrder]
            .into_iter()
            .find(|kind| kind.name() == name)
    }
}

/// A piece as staff weigh and describe it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RecyclingPiece)]
pub struct PieceInput {
    /// What it is made of.
    pub metal: Metal,
    /// Its fineness in thousandths; 0 for alloys.
    #[schema(example = 750)]
    pub fineness: i64,
    /// How that was found; null for alloys.
    pub test_method: Option<TestMethod>,
    /// How many alike; never below zero.
    #[schema(example = 1)]
    pub quantity: i64,
    /// What the scale says of all of them, in milligrams.
    #[schema(value_type = i64, example = 5_250)]
    pub gross_weight: Weight,
    /// What stones and other parts weigh, in milligrams.
    #[schema(value_type = i64, example = 0)]
    pub stone_weight: Weight,
    /// What it is.
    #[schema(example = "Ring, plain band")]
    pub description: String,
    /// Hallmarks and engravings; blank when there are none.
    #[schema(example = "Eagle's head")]
    pub marks: String,
    /// The line of the order that it was bought with; null without an order.
    pub order_line_id: Option<Uuid>,
}

/// A document that is to be begun.
#[derive(Clone, Debug, Serialize)]
pub struct NewDocument {
    /// Its id, which the caller makes.
    pub recycling_id: Uuid,
    /// Where the pieces come from.
    pub kind: Kind,
    /// Whose credit it becomes.
    pub customer_id: CustomerId,
    /// The order, of the kind [`Kind::WithOrder`].
    pub order_id: Option<OrderId>,
    /// The pieces; there may be none yet.
    pub pieces: Vec<PieceInput>,
}

/// What the seller says and signs.
#[derive(Clone, Debug, Serialize)]
pub struct SellerInput {
    /// Who they are.
    pub seller: Seller,
    /// Their signature, as the pad drew it.
    pub signature: String,
    /// Whether staff have seen that the identity sells often.
    pub warning_seen: bool,
    /// The approval of a second person, where the terms of the store want one.
    pub approval_id: Option<Uuid>,
}

/// A line of a document.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub position: i64,
    pub input: PieceInput,
    pub value: Value,
}

/// A document without its lines.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub recycling_id: Uuid,
    pub store_no: StoreNo,
    pub recycling_no: String,
    pub kind: Kind,
    pub state: State,
    pub version: i64,
    pub customer_id: CustomerId,
    pub order_id: Option<OrderId>,
    pub receipt_no: Option<String>,
    pub currency: Currency,
    pub gross: Money,
    pub tax: Money,
    pub amount: Money,
    pub pieces: i64,
    pub created_at: Timestamp,
    pub business_date: Date,
    pub agreed_at: Option<Timestamp>,
    pub approved_by: Option<StaffId>,
    pub credited_at: Option<Timestamp>,
    pub quarantine_until: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    pub shipment_no: Option<String>,
    pub link_key: Vec<u8>,
}

impl Head {
    pub(crate) const fn standing(&self) -> Standing {
        Standing {
            state: self.state,
            quarantine_until: self.quarantine_until,
        }
    }
}

/// A document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub head: Head,
    pub lines: Vec<Line>,
}
