//! A payment between customer and terminal, from the amount on the screen to the bank's word.
//! It runs on its own: whether the till still holds the connection makes no difference to it.

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::answer;
use crate::card::{Card, Entry};
use crate::money::Amount;
use crate::script::{Auto, Fault, Step};
use crate::settle::{Display, capture, finish, until_abort};
use crate::state::{Dialogue, Event, Phase, Simulator};
use crate::wire::{Header, Key, TransactionId};

const CUSTOMER_MS: u64 = 120_000;
const BANK_MS: u64 = 900;
const SLOW_BANK_MS: u64 = 130_000;

/// A payment that was asked for.
#[derive(Clone)]
pub(crate) struct Payment {
    pub(crate) header: Header,
    pub(crate) reference: TransactionId,
    pub(crate) amount: Amount,
    /// The brands that may pay; all when there is none.
    pub(crate) allowed_brands: Vec<String>,
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

    pub(crate) fn poiid(&self) -> &str {
        &self.header.poiid
    }

    /// Whether the till takes cards of a brand.
    fn allows(&self, card: Card) -> bool {
        let brands = &self.allowed_brands;
        brands.is_empty() || brands.iter().any(|brand| brand == card.brand())
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
            if !terminal.claim(&key, now) {
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
    // The card says its brand before anybody is asked for a PIN, and before the bank is asked for money.
    if !payment.allows(presented.card) {
        let reason = "Cards of this brand are not taken";
        return Err(failed("PaymentRestriction", reason, Some(presented)));
    }
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

pub(crate) fn failed(condition: &str, reason: &'static str, presented: Option<Presented>) -> End {
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
