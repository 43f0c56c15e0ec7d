//! The end of a payment: the money in the ledger, the answer remembered, the screen and the webhook told.

use jiff::SignedDuration;
use tokio::sync::mpsc;

use crate::answer;
use crate::dialogue::{End, Payment, Presented, failed};
use crate::ledger::{self, Kind};
use crate::script::Fault;
use crate::state::{Event, Remembered, Shown, Simulator, Tone};

const SHOWN_MS: u64 = 4_000;
const UNTIL_ABORT_MS: u64 = 60_000;

/// F21: the money is taken, but the terminal says so only after an abort has come too late.
pub(crate) async fn until_abort(
    simulator: &Simulator,
    payment: &Payment,
    events: &mut mpsc::UnboundedReceiver<Event>,
) {
    let patience = simulator
        .clock()
        .wait(payment.step.ms.unwrap_or(UNTIL_ABORT_MS));
    tokio::pin!(patience);
    loop {
        tokio::select! {
            () = &mut patience => return,
            event = events.recv() => if matches!(event, None | Some(Event::Abort | Event::PowerCut)) {
                return;
            },
        }
    }
}

/// Writes the money into the ledger: the amount asked for, or what the fault makes of it.
pub(crate) fn capture(simulator: &Simulator, payment: &Payment, presented: Presented) -> End {
    let step = &payment.step;
    let mut amount = payment.amount.clone();
    let mut tip_minor = 0;
    match step.fault {
        Some(Fault::F13) => amount.minor = step.amount_minor.unwrap_or(amount.minor / 2),
        Some(Fault::F14) => {
            amount.minor = step
                .amount_minor
                .unwrap_or(amount.minor.saturating_add(100));
        }
        Some(Fault::F15) => amount.currency = step.currency.clone().unwrap_or("USD".to_owned()),
        Some(Fault::F16) => {
            tip_minor = step.tip_minor.unwrap_or(500);
            amount.minor = amount.minor.saturating_add(tip_minor);
        }
        _ => {}
    }
    let psp = answer::psp_reference();
    let entry = ledger::Entry {
        seq: 0,
        at: simulator.clock().now(),
        kind: Kind::Capture,
        poiid: payment.poiid().to_owned(),
        sale_id: payment.header.sale_id.clone(),
        service_id: payment.header.key().service_id,
        sale_transaction_id: payment.reference.transaction_id.clone(),
        poi_transaction_id: format!("{}.{psp}", payment.tender),
        original: None,
        amount: amount.clone(),
        brand: presented.card.brand().to_owned(),
        last4: presented.card.last4().to_owned(),
    };
    match simulator.change(|state| state.ledger.append(entry)) {
        Ok(()) => End::Captured {
            presented,
            amount,
            tip_minor,
            psp,
            approval: answer::approval_code(),
        },
        Err(error) => {
            eprintln!("The ledger cannot be written: {error}. The payment was not taken.");
            failed("DeviceOut", "The ledger cannot be written", Some(presented))
        }
    }
}

/// Remembers the answer, frees the terminal and leaves the result on its screen for a moment.
pub(crate) fn finish(simulator: &Simulator, payment: &Payment, end: &End, answer: &answer::Answer) {
    let until = simulator.clock().now() + SignedDuration::from_millis(SHOWN_MS.cast_signed());
    let (tone, title, detail) = match end {
        End::Captured {
            presented, amount, ..
        } => (
            Tone::Good,
            "Approved",
            format!("{} · {}", amount.display(), presented.card.name()),
        ),
        End::Failed {
            condition, reason, ..
        } => {
            let neutral = matches!(condition.as_str(), "Cancel" | "Aborted");
            let title = if neutral { "Cancelled" } else { "Declined" };
            (
                if neutral { Tone::Neutral } else { Tone::Bad },
                title,
                (*reason).to_owned(),
            )
        }
        End::PowerCut => return,
    };
    let key = payment.header.key();
    let impostor = payment.is(Fault::F24).then(|| {
        payment
            .step
            .service_id
            .clone()
            .unwrap_or_else(|| answer::another_service_id(&key.service_id))
    });
    simulator.terminal(payment.poiid(), |terminal| {
        if terminal
            .dialogue
            .as_ref()
            .is_some_and(|dialogue| dialogue.key == key)
        {
            terminal.dialogue = None;
        }
        terminal.shown = Some(Shown {
            tone,
            title: title.to_owned(),
            detail,
            until,
        });
        let (header, body) = (payment.header.answer(), answer.remembered.clone());
        terminal.memory.push(Remembered {
            header,
            body,
            impostor,
        });
        if payment.is(Fault::F27) {
            terminal.forget();
        }
    });
    let simulator = simulator.clone();
    tokio::spawn(async move {
        simulator.clock().wait(SHOWN_MS).await;
        simulator.change(|_| ());
    });
}

/// Tells the webhook what the screen shows; F28 keeps all events back and sends them in a mess.
pub(crate) struct Display<'a> {
    simulator: &'a Simulator,
    payment: &'a Payment,
    kept: Option<Vec<&'static str>>,
}

impl<'a> Display<'a> {
    pub(crate) fn new(simulator: &'a Simulator, payment: &'a Payment) -> Self {
        Self {
            simulator,
            payment,
            kept: payment.is(Fault::F28).then(Vec::new),
        }
    }

    pub(crate) fn show(&mut self, event: &'static str) {
        match &mut self.kept {
            Some(kept) => kept.push(event),
            None => self.simulator.tell(self.payment, event),
        }
    }

    pub(crate) fn end(self) {
        for event in self.kept.into_iter().flatten().rev() {
            self.simulator.tell(self.payment, event);
            self.simulator.tell(self.payment, event);
        }
    }
}
