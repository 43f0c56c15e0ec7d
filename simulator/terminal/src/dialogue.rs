//! A payment between customer and terminal, from the amount on the screen to the bank's word.
//! It runs on its own: whether the till still holds the connection makes no difference to it.

use jiff::SignedDuration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::answer;
use crate::card::{Card, Entry};
use crate::ledger::{self, Kind};
use crate::money::Amount;
use crate::script::{Auto, Fault, Step};
use crate::state::{Dialogue, Event, Phase, Remembered, Shown, Simulator, Tone};
use crate::wire::{Header, Key, TransactionId};

const CUSTOMER_MS: u64 = 120_000;
const BANK_MS: u64 = 900;
const SHOWN_MS: u64 = 4_000;
const UNTIL_ABORT_MS: u64 = 60_000;
const SLOW_BANK_MS: u64 = 130_000;

/// A payment that was asked for.
#[derive(Clone)]
pub(crate) struct Payment {
    pub(crate) header: Header,
    pub(crate) reference: TransactionId,
    pub(crate) amount: Amount,
    pub(crate) step: Step,
    pub(crate) auto: Option<Auto>,
    /// `tender` part of the terminal's own reference.
    pub(crate) tender: String,
}

/// A card as it was presented.
#[derive(Clone, Debug)]
pub(crate) struct Presented {
    pub(crate) card: Card,
    pub(crate) entry: Entry,
    /// `ErrorCondition` when bank or card will refuse.
    pub(crate) refusal: Option<String>,
    by_person: bool,
}

/// How a payment ended.
#[derive(Clone, Debug)]
pub(crate) enum End {
    Captured {
        presented: Presented,
        amount: Amount,
        tip_minor: u64,
        psp: String,
        approval: String,
    },
    Failed {
        condition: String,
        reason: &'static str,
        presented: Option<Presented>,
    },
    PowerCut,
}

/// Why a payment cannot begin.
pub(crate) enum Occupied {
    Busy(Key),
    Used,
    Off,
}

impl Payment {
    pub(crate) fn is(&self, fault: Fault) -> bool {
        self.step.is(fault)
    }

    fn poiid(&self) -> &str {
        &self.header.poiid
    }

    /// Who presents a card without a person, and when.
    fn by_itself(&self) -> Option<(u64, u64, Presented)> {
        let refusal = |decline: bool, condition: &Option<String>| {
            (decline || condition.is_some())
                .then(|| condition.clone().unwrap_or("Refusal".to_owned()))
        };
        let step = &self.step;
        if step.manual {
            return None;
        }
        if step.card.is_some() || step.fault.is_some() || step.decline || step.condition.is_some() {
            let presented = Presented {
                card: step.card.unwrap_or(Card::Visa),
                entry: step.entry,
                refusal: refusal(step.decline, &step.condition),
                by_person: false,
            };
            return Some((step.after_ms, step.bank_ms.unwrap_or(0), presented));
        }
        let auto = self.auto.as_ref()?;
        let presented = Presented {
            card: auto.card,
            entry: auto.entry,
            refusal: refusal(auto.decline, &None),
            by_person: false,
        };
        Some((auto.after_ms, auto.after_ms.min(BANK_MS), presented))
    }
}

impl Simulator {
    /// Begins a payment. The handle gives the body of the answer, or `None` after a power cut.
    pub(crate) fn begin(&self, payment: Payment) -> Result<JoinHandle<Option<String>>, Occupied> {
        let (customer, events) = mpsc::unbounded_channel();
        let now = self.clock().now();
        let key = payment.header.key();
        let started = self.terminal(payment.poiid(), |terminal| {
            if !terminal.powered {
                return Err(Occupied::Off);
            }
            if let Some(running) = &terminal.dialogue {
                return Err(Occupied::Busy(running.key.clone()));
            }
            terminal
                .used
                .retain(|_, at| now.duration_since(*at) < SignedDuration::from_hours(48));
            if terminal.used.insert(key.clone(), now).is_some() {
                return Err(Occupied::Used);
            }
            let phase = Phase::PresentCard;
            terminal.dialogue = Some(Dialogue {
                key,
                amount: payment.amount.clone(),
                phase,
                customer,
            });
            Ok(())
        });
        started.unwrap_or(Err(Occupied::Off))?;
        Ok(tokio::spawn(run(self.clone(), payment, events)))
    }

    fn phase(&self, payment: &Payment, phase: Phase) {
        let key = payment.header.key();
        self.terminal(payment.poiid(), |terminal| {
            if let Some(dialogue) = terminal
                .dialogue
                .as_mut()
                .filter(|dialogue| dialogue.key == key)
            {
                dialogue.phase = phase;
            }
        });
    }
}

async fn run(
    simulator: Simulator,
    payment: Payment,
    mut events: mpsc::UnboundedReceiver<Event>,
) -> Option<String> {
    let mut display = Display::new(&simulator, &payment);
    display.show("TENDER_CREATED");
    let end = match converse(&simulator, &payment, &mut events, &mut display).await {
        Ok(presented) => capture(&simulator, &payment, presented),
        Err(end) => end,
    };
    if matches!(end, End::PowerCut) {
        return None;
    }
    if payment.is(Fault::F21) {
        simulator.phase(&payment, Phase::Approved);
        until_abort(&simulator, &payment, &mut events).await;
    }
    let answer = answer::payment(&payment, &end, simulator.clock().now());
    finish(&simulator, &payment, &end, &answer);
    display.show("PRINT_RECEIPT");
    display.show("RECEIPT_PRINTED");
    if matches!(&end, End::Captured { presented, .. } if presented.entry == Entry::Chip) {
        display.show("CARD_REMOVED");
    }
    display.show("TENDER_FINAL");
    display.end();
    Some(answer.sent)
}

/// Card, PIN, bank: gives the card that the bank accepts, or how the payment ended before.
async fn converse(
    simulator: &Simulator,
    payment: &Payment,
    events: &mut mpsc::UnboundedReceiver<Event>,
    display: &mut Display<'_>,
) -> Result<Presented, End> {
    let by_itself = payment.by_itself();
    let bank_ms = by_itself
        .as_ref()
        .map_or(BANK_MS, |(_, bank_ms, _)| *bank_ms);
    let presented = present(simulator, by_itself, events).await?;
    if payment.is(Fault::F20) {
        return Err(failed("Cancel", "Shopper cancelled on the terminal", None));
    }
    display.show(presented.entry.event());
    if presented.entry == Entry::Chip {
        display.show("WAIT_FOR_PIN");
        if presented.by_person {
            enter_pin(simulator, payment, &presented, events).await?;
        }
        display.show("PIN_ENTERED");
    }
    simulator.phase(payment, Phase::AskingBank);
    let bank_ms = match payment.is(Fault::F22) {
        true => payment.step.ms.unwrap_or(SLOW_BANK_MS),
        false => bank_ms,
    };
    ask_bank(simulator, payment, bank_ms, events).await?;
    match presented.refusal.clone() {
        Some(condition) => Err(failed(&condition, "Declined by the bank", Some(presented))),
        None => Ok(presented),
    }
}

fn failed(condition: &str, reason: &'static str, presented: Option<Presented>) -> End {
    End::Failed {
        condition: condition.to_owned(),
        reason,
        presented,
    }
}

async fn present(
    simulator: &Simulator,
    by_itself: Option<(u64, u64, Presented)>,
    events: &mut mpsc::UnboundedReceiver<Event>,
) -> Result<Presented, End> {
    let clock = simulator.clock();
    let itself = async {
        match by_itself {
            Some((after_ms, _, presented)) => {
                clock.wait(after_ms).await;
                presented
            }
            None => std::future::pending().await,
        }
    };
    let patience = clock.wait(CUSTOMER_MS);
    tokio::pin!(itself, patience);
    loop {
        let event = tokio::select! {
            biased;
            event = events.recv() => event,
            presented = &mut itself => return Ok(presented),
            () = &mut patience => return Err(failed("Cancel", "No card was presented in time", None)),
        };
        match event {
            Some(Event::Present {
                card,
                entry,
                refused,
            }) => {
                let refusal = refused.then(|| "Refusal".to_owned());
                return Ok(Presented {
                    card,
                    entry,
                    refusal,
                    by_person: true,
                });
            }
            Some(event) => stops(&event, true)?,
            None => return Err(End::PowerCut),
        }
    }
}

async fn enter_pin(
    simulator: &Simulator,
    payment: &Payment,
    presented: &Presented,
    events: &mut mpsc::UnboundedReceiver<Event>,
) -> Result<(), End> {
    let mut pin = String::new();
    let patience = simulator.clock().wait(CUSTOMER_MS);
    tokio::pin!(patience);
    loop {
        simulator.phase(payment, Phase::EnterPin { digits: pin.len() });
        let event = tokio::select! {
            event = events.recv() => event,
            () = &mut patience => return Err(failed("Cancel", "No PIN was entered in time", None)),
        };
        match event {
            Some(Event::Digit(digit)) if pin.len() < 6 => pin.push(digit),
            Some(Event::Correct) => pin.clear(),
            Some(Event::Confirm) if pin == "0000" => {
                return Err(failed("WrongPIN", "Wrong PIN", Some(presented.clone())));
            }
            Some(Event::Confirm) if pin.len() >= 4 => return Ok(()),
            Some(event) => stops(&event, true)?,
            None => return Err(End::PowerCut),
        }
    }
}

async fn ask_bank(
    simulator: &Simulator,
    payment: &Payment,
    bank_ms: u64,
    events: &mut mpsc::UnboundedReceiver<Event>,
) -> Result<(), End> {
    let answered = simulator.clock().wait(bank_ms);
    tokio::pin!(answered);
    loop {
        let event = tokio::select! {
            biased;
            () = &mut answered => return Ok(()),
            event = events.recv() => event.unwrap_or(Event::PowerCut),
        };
        // The slow bank of F22 shall end in a success whatever the till tries meanwhile.
        if payment.is(Fault::F22) && matches!(event, Event::Abort) {
            continue;
        }
        stops(&event, false)?;
    }
}

/// Ends the conversation for events that do; `cancel` says whether the red key still works.
fn stops(event: &Event, cancel: bool) -> Result<(), End> {
    match event {
        Event::Abort => Err(failed("Aborted", "Aborted by the till", None)),
        Event::Cancel if cancel => Err(failed("Cancel", "Shopper cancelled on the terminal", None)),
        Event::PowerCut => Err(End::PowerCut),
        _ => Ok(()),
    }
}

/// F21: the money is taken, but the terminal says so only after an abort has come too late.
async fn until_abort(
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
fn capture(simulator: &Simulator, payment: &Payment, presented: Presented) -> End {
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
fn finish(simulator: &Simulator, payment: &Payment, end: &End, answer: &answer::Answer) {
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
struct Display<'a> {
    simulator: &'a Simulator,
    payment: &'a Payment,
    kept: Option<Vec<&'static str>>,
}

impl<'a> Display<'a> {
    fn new(simulator: &'a Simulator, payment: &'a Payment) -> Self {
        Self {
            simulator,
            payment,
            kept: payment.is(Fault::F28).then(Vec::new),
        }
    }

    fn show(&mut self, event: &'static str) {
        match &mut self.kept {
            Some(kept) => kept.push(event),
            None => self.simulator.tell(self.payment, event),
        }
    }

    fn end(self) {
        for event in self.kept.into_iter().flatten().rev() {
            self.simulator.tell(self.payment, event);
            self.simulator.tell(self.payment, event);
        }
    }
}
