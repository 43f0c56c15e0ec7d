use jiff::Timestamp;
use thiserror::Error;

use super::{OrderAnswer, OrderNo, RefundAnswer, RefundNo};

/// A request that claims to come from the provider.
#[derive(Clone, Copy)]
pub struct Incoming<'a> {
    /// Gives the value of a header by its name in lower case.
    pub header: &'a dyn Fn(&str) -> Option<&'a str>,
    /// The body, byte for byte.
    pub body: &'a [u8],
    /// The present instant.
    pub now: Timestamp,
}

/// What a notification says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Something became of an order.
    Order {
        /// Our number.
        order_no: OrderNo,
        /// What.
        answer: OrderAnswer,
    },
    /// Something became of a refund.
    Refund {
        /// Our number of the order.
        order_no: OrderNo,
        /// Our number of the refund.
        refund_no: RefundNo,
        /// What.
        answer: RefundAnswer,
    },
}

/// Why a notification is not believed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotificationRefused {
    /// Not signed, signed by somebody else, changed on the way, or old.
    #[error("the notification is not authentic: {detail}")]
    NotAuthentic {
        /// What is wrong, for the log.
        detail: String,
    },
    /// It cannot be decrypted or read.
    #[error("the notification cannot be read: {detail}")]
    Malformed {
        /// Where reading stopped; never the notification itself.
        detail: String,
    },
    /// It is for another shop or about nothing that is known here.
    #[error("the notification is about something else: {field} differs")]
    Stray {
        /// The first field that does not match.
        field: &'static str,
    },
}

/// What to answer to a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acknowledgement {
    /// HTTP status.
    pub status: u16,
    /// Content type of the body.
    pub content_type: &'static str,
    /// Body.
    pub body: &'static str,
}
