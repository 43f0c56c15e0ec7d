//! Adapters as somebody in a hurry writes them. The matrix must catch each of them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use device::card_terminal::{
    AbortAnswer, AbortCommand, Amount, Approval, CardTerminal, Decline, DiagnosisAnswer,
    DiagnosisCommand, PaymentAnswer, PaymentCommand, PoiTransaction, ReconciliationAnswer,
    ReconciliationCommand, ReversalAnswer, ReversalCommand, ReversalStatusCommand, ServiceId,
    Signature, StatusAnswer, StatusCommand,
};

/// What an adapter does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// It sends the payment again when no answer came.
    RetriesOnTimeOut,
    /// It takes the first "not found" for "not paid".
    TakesTheFirstNotFound,
    /// It takes the success of the question for the success of the payment.
    TrustsTheOuterResult,
}

impl Mistake {
    pub(crate) const ALL: [Self; 3] = [
        Self::RetriesOnTimeOut,
        Self::TakesTheFirstNotFound,
        Self::TrustsTheOuterResult,
    ];
}

/// What naive adapters remember; like a file of theirs it outlives the process.
#[derive(Default)]
pub(crate) struct Memory {
    amounts: Mutex<HashMap<String, Amount>>,
    numbers: AtomicU32,
}

/// The real adapter with a mistake on top.
pub(crate) struct Naive {
    pub(crate) inner: Arc<dyn CardTerminal>,
    pub(crate) mistake: Mistake,
    pub(crate) memory: Arc<Memory>,
}

impl Naive {
    fn approval(&self, command: &StatusCommand) -> Option<Approval> {
        let amounts = self.memory.amounts.lock().unwrap();
        let amount = *amounts.get(command.transaction_id.as_str())?;
        Some(Approval {
            authorised: amount,
            tip: Amount::new(0, amount.currency),
            brand: None,
            last4: None,
            entry_mode: None,
            approval_code: None,
            poi_transaction: PoiTransaction {
                id: command.payment_service_id.to_string(),
                time_stamp: String::new(),
            },
            customer_receipt: Vec::new(),
            cashier_receipt: Vec::new(),
            signature: Signature::NotRequired,
        })
    }
}

fn not_paid() -> PaymentAnswer {
    PaymentAnswer::Declined {
        condition: Decline::Refusal,
        text: "not found".to_owned(),
    }
}

#[async_trait]
impl CardTerminal for Naive {
    async fn start(&self, command: &PaymentCommand) -> PaymentAnswer {
        let name = command.transaction_id.to_string();
        self.memory
            .amounts
            .lock()
            .unwrap()
            .insert(name, command.amount);
        let first = self.inner.start(command).await;
        let is_lost = matches!(first, PaymentAnswer::Unknown { .. });
        if !is_lost || self.mistake != Mistake::RetriesOnTimeOut {
            return first;
        }
        let number = self.memory.numbers.fetch_add(1, Ordering::SeqCst);
        let mut again = command.clone();
        again.service_id = ServiceId::parse(format!("AGAIN{number}")).unwrap();
        self.inner.start(&again).await
    }

    async fn query(&self, command: &StatusCommand) -> StatusAnswer<PaymentAnswer> {
        match (self.inner.query(command).await, self.mistake) {
            (StatusAnswer::NotFound, Mistake::TakesTheFirstNotFound) => {
                StatusAnswer::Processed(not_paid())
            }
            (StatusAnswer::Processed(answer), Mistake::TrustsTheOuterResult) => {
                let answer = match self.approval(command) {
                    Some(approval) => PaymentAnswer::Approved(approval),
                    None => answer,
                };
                StatusAnswer::Processed(answer)
            }
            (answer, _) => answer,
        }
    }

    async fn query_reversal(
        &self,
        command: &ReversalStatusCommand,
    ) -> StatusAnswer<ReversalAnswer> {
        self.inner.query_reversal(command).await
    }

    async fn abort(&self, command: &AbortCommand) -> AbortAnswer {
        self.inner.abort(command).await
    }

    async fn reverse(&self, command: &ReversalCommand) -> ReversalAnswer {
        self.inner.reverse(command).await
    }

    async fn diagnose(&self, command: &DiagnosisCommand) -> DiagnosisAnswer {
        self.inner.diagnose(command).await
    }

    async fn reconcile(&self, command: &ReconciliationCommand) -> ReconciliationAnswer {
        self.inner.reconcile(command).await
    }
}
