//! Adapters as somebody in a hurry writes them. The matrix must catch each of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use async_trait::async_trait;
use qr::provider::{
    Acknowledgement, ChargeCommand, CloseAnswer, CloseCommand, CreateAnswer, CreateCommand,
    Incoming, Notice, NotificationRefused, OrderAnswer, OrderNo, Provider, QueryCommand,
    RefundAnswer, RefundCommand, RefundQueryCommand,
};

use super::Point;
use super::fault::{Face, Fault, Scene, faults};

/// What an adapter does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// It opens an order under another number when no answer came.
    ChangesTheNumber,
    /// It takes "not found" for "closed".
    TakesNotFoundForClosed,
    /// It takes whatever comes back from a wish to end for its fulfilment.
    TakesAnyAnswerForClosed,
}

impl Mistake {
    pub(crate) const ALL: [Self; 3] = [
        Self::ChangesTheNumber,
        Self::TakesNotFoundForClosed,
        Self::TakesAnyAnswerForClosed,
    ];

    /// The cells of the matrix that are about what it does.
    pub(crate) fn where_it_shows(self) -> Vec<(Point, Fault, Scene)> {
        let is_about = |fault: &Fault| match self {
            Self::ChangesTheNumber => fault.on == "create",
            Self::TakesNotFoundForClosed => {
                fault.on == "notification" && fault.face == Face::Alipay
            }
            Self::TakesAnyAnswerForClosed => fault.on == "close",
        };
        let scene = |fault: &Fault| match self {
            Self::TakesNotFoundForClosed => Scene::ScansLate,
            _ => fault.scene(),
        };
        let point = match self {
            Self::ChangesTheNumber => Point::Q2,
            Self::TakesNotFoundForClosed => Point::Q4,
            Self::TakesAnyAnswerForClosed => Point::Q7,
        };
        faults()
            .into_iter()
            .filter(is_about)
            .map(|fault| (point, fault.clone(), scene(&fault)))
            .collect()
    }
}

/// The real adapter with a mistake on top.
pub(crate) struct Naive {
    pub(crate) inner: Arc<dyn Provider>,
    pub(crate) mistake: Mistake,
    pub(crate) numbers: AtomicU32,
}

#[async_trait]
impl Provider for Naive {
    async fn create(&self, command: &CreateCommand) -> CreateAnswer {
        let first = self.inner.create(command).await;
        let is_lost = matches!(first, CreateAnswer::Unknown { .. });
        if !is_lost || self.mistake != Mistake::ChangesTheNumber {
            return first;
        }
        let number = self.numbers.fetch_add(1, Ordering::SeqCst);
        let mut again = command.clone();
        again.order_no = OrderNo::parse(format!("again_{number}")).unwrap();
        self.inner.create(&again).await
    }

    async fn charge(&self, command: &ChargeCommand) -> OrderAnswer {
        self.inner.charge(command).await
    }

    async fn query(&self, command: &QueryCommand) -> OrderAnswer {
        match (self.inner.query(command).await, self.mistake) {
            (OrderAnswer::NotFound, Mistake::TakesNotFoundForClosed) => OrderAnswer::Closed,
            (answer, _) => answer,
        }
    }

    async fn close(&self, command: &CloseCommand) -> CloseAnswer {
        match (self.inner.close(command).await, self.mistake) {
            (CloseAnswer::NotSent { reason }, _) => CloseAnswer::NotSent { reason },
            (_, Mistake::TakesAnyAnswerForClosed) => CloseAnswer::Closed,
            (answer, _) => answer,
        }
    }

    async fn refund(&self, command: &RefundCommand) -> RefundAnswer {
        self.inner.refund(command).await
    }

    async fn query_refund(&self, command: &RefundQueryCommand) -> RefundAnswer {
        self.inner.query_refund(command).await
    }

    fn read(&self, incoming: &Incoming<'_>) -> Result<Notice, NotificationRefused> {
        self.inner.read(incoming)
    }

    fn acknowledge(&self, taken: bool) -> Acknowledgement {
        self.inner.acknowledge(taken)
    }
}
