//! Asks operators: what a form waits for is committed, marked as sent, sent once, and asked about
//! until its end is certain.
//!
//! Whoever asks holds a lease on the form, so that among several processes one does; when its
//! process dies the lease runs out and the job takes the form up. What may have arrived is asked
//! about before it is sent again, and the operator answers a repeat of a reference with the form
//! that it has: two ways not to issue a second form.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use journal::Signer;
use shell::db::{Tx, TxFuture};
use shell::{Failure, Outcome, Shell};
use uuid::Uuid;

use crate::book::{Occurrence, happen};
use crate::operator::{Access, Client, Issue, Look, VoidAnswer};
use crate::record::Form;
use crate::rule::state::{Event, State};
use crate::store;

/// How long one process is believed to ask: more than two exchanges take.
const LEASE: Duration = Duration::from_secs(40);
/// How often a lost reply is asked about before the form is put off.
const ROUNDS: usize = 2;
/// Waits before the operator is asked again, by the number of tries; the last one repeats.
const WAITS: [Duration; 6] = [
    Duration::from_secs(5),
    Duration::from_secs(15),
    Duration::from_secs(60),
    Duration::from_secs(180),
    Duration::from_secs(600),
    Duration::from_secs(1_800),
];

/// Asks the operators of all stores.
pub struct Engine {
    shell: Shell,
    signer: Arc<Signer>,
    client: Client,
    driver: Uuid,
}

/// How an exchange ended.
enum End {
    /// Certain.
    Certain(Occurrence),
    /// Certain: nothing arrived.
    NotSent(String),
    /// Nobody knows.
    Unknown(String),
}

/// What is asked of the operator.
struct Task {
    form: Form,
    access: Option<Access>,
    reason: String,
}

impl Engine {
    /// An engine that asks nobody yet.
    pub(crate) fn new(shell: Shell, signer: Arc<Signer>) -> Arc<Self> {
        Arc::new(Self {
            shell,
            signer,
            client: Client::default(),
            driver: Uuid::now_v7(),
        })
    }

    pub(crate) const fn client(&self) -> &Client {
        &self.client
    }

    fn now(&self) -> Timestamp {
        self.shell.clock.now()
    }

    /// Asks the operator for what a form waits for, until that is certain or the operator does not
    /// answer; false when somebody else is at it.
    pub(crate) async fn drive(&self, form_id: Uuid) -> Outcome<bool> {
        let now = self.now();
        let claim = (form_id, self.driver, (now, now + LEASE));
        let is_ours = self
            .shell
            .db
            .write(claim, |tx, (form_id, driver, times)| {
                Box::pin(store::claim(tx, *form_id, *driver, *times))
            })
            .await?;
        if !is_ours {
            return Ok(false);
        }
        for round in 0..ROUNDS {
            let task = self.shell.db.read(form_id, read_task).await?;
            let Some(task) = task.filter(|task| task.form.state.is_under_way()) else {
                return self.release(form_id).await;
            };
            let Some(access) = task.access.clone() else {
                let why = "the store has no tax-free operator any more";
                return self.put_off(task.form, why.to_owned()).await;
            };
            match self.ask(&task, &access).await? {
                End::Certain(occurrence) => return self.settle(task.form, occurrence).await,
                End::NotSent(why) => return self.not_sent(task.form, why).await,
                End::Unknown(why) if round + 1 == ROUNDS => {
                    return self.put_off(task.form, why).await;
                }
                End::Unknown(why) => {
                    tracing::warn!(%form_id, why, "a tax-free operator's reply was lost");
                }
            }
        }
        self.release(form_id).await
    }

    /// One exchange, after a question when an earlier one may have arrived.
    async fn ask(&self, task: &Task, access: &Access) -> Outcome<End> {
        let form = &task.form;
        if form.sent_at.is_some() {
            let found = self.client.look(access, self.now(), form.form_id).await;
            if let Some(end) = self.look_means(form, found) {
                return Ok(end);
            }
        }
        let input = (form.clone(), self.driver, self.now());
        let is_ours = self
            .shell
            .db
            .write(input, |tx, (form, driver, now)| {
                Box::pin(store::mark_sent(tx, form, *driver, *now))
            })
            .await?;
        if !is_ours {
            return Ok(End::Unknown(
                "another process took the form over".to_owned(),
            ));
        }
        match form.state {
            State::Voiding => self.send_void(task, access).await,
            _ => self.send_issue(form, access).await,
        }
    }

    /// What the operator's knowledge of a form says; none when it is to be asked for it.
    fn look_means(&self, form: &Form, found: Look) -> Option<End> {
        match (form.state, found) {
            (_, Look::Unknown(why)) => Some(End::Unknown(why)),
            (State::Voiding, Look::Found { status, .. }) if status == "VOIDED" => {
                Some(self.certain(Event::Voided, ""))
            }
            (State::Voiding, Look::Found { .. }) => None,
            (State::Voiding, Look::NotThere) => {
                Some(self.certain(Event::VoidFailed, "the operator does not know the form"))
            }
            (
                _,
                Look::Found {
                    form_no, barcode, ..
                },
            ) => Some(self.issued(form_no, barcode)),
            (_, Look::NotThere) => None,
        }
    }

    async fn send_issue(&self, form: &Form, access: &Access) -> Outcome<End> {
        let wire = self
            .shell
            .db
            .read(form.clone(), |tx, form| Box::pin(store::wire_of(tx, form)))
            .await?;
        Ok(match self.client.issue(access, self.now(), &wire).await {
            Issue::Issued { form_no, barcode } => self.issued(form_no, barcode),
            Issue::Refused(why) => self.certain(Event::Refused, &why),
            Issue::NotSent(why) => End::NotSent(why),
            Issue::Unknown(why) => End::Unknown(why),
        })
    }

    async fn send_void(&self, task: &Task, access: &Access) -> Outcome<End> {
        let (Some(form_no), Some(void_id)) = (&task.form.form_no, task.form.void_id) else {
            return Err(Failure::internal("a form without a number is to be voided"));
        };
        let reference = (void_id, task.reason.as_str());
        let answer = self
            .client
            .void(access, self.now(), form_no, reference)
            .await;
        Ok(match answer {
            VoidAnswer::Voided => self.certain(Event::Voided, ""),
            VoidAnswer::Refused(why) => self.certain(Event::VoidFailed, &why),
            // Nobody waits for a void that did not reach the operator: whoever asked is told.
            VoidAnswer::NotSent(why) if task.form.sent_at.is_none() => {
                self.certain(Event::VoidFailed, &why)
            }
            VoidAnswer::NotSent(why) | VoidAnswer::Unknown(why) => End::Unknown(why),
        })
    }

    fn certain(&self, event: Event, message: &str) -> End {
        End::Certain(Occurrence::new(event, self.now()).saying(message))
    }

    fn issued(&self, form_no: String, barcode: String) -> End {
        let mut occurrence = Occurrence::new(Event::Issued, self.now());
        occurrence.issued = Some((form_no, barcode));
        End::Certain(occurrence)
    }

    async fn settle(&self, form: Form, mut occurrence: Occurrence) -> Outcome<bool> {
        occurrence.staff_id =
            Some(form.started_by.clone()).filter(|_| form.state == State::Issuing);
        let input = (self.signer.clone(), form.form_id, occurrence);
        self.shell.db.write(input, settle).await?;
        Ok(true)
    }

    /// Nothing arrived: what was not sent before is free again, and waits.
    async fn not_sent(&self, form: Form, why: String) -> Outcome<bool> {
        if form.sent_at.is_none() {
            let input = (form.clone(), self.driver);
            self.shell
                .db
                .write(input, |tx, (form, driver)| {
                    Box::pin(store::clear_sent(tx, form, *driver))
                })
                .await?;
        }
        self.put_off(form, why).await
    }

    async fn put_off(&self, form: Form, why: String) -> Outcome<bool> {
        tracing::warn!(form_id = %form.form_id, why, "a tax-free form waits for its operator");
        let tries = usize::try_from(form.tries).unwrap_or(usize::MAX);
        let wait = WAITS[tries.min(WAITS.len() - 1)];
        let input = (form, self.driver, self.now() + wait, why);
        self.shell
            .db
            .write(input, |tx, (form, driver, next_at, why)| {
                Box::pin(store::put_off(tx, form, *driver, *next_at, why))
            })
            .await?;
        Ok(true)
    }

    async fn release(&self, form_id: Uuid) -> Outcome<bool> {
        self.shell
            .db
            .write((form_id, self.driver), |tx, (form_id, driver)| {
                Box::pin(store::release(tx, *form_id, *driver))
            })
            .await?;
        Ok(true)
    }
}

fn read_task<'a>(tx: &'a mut Tx, form_id: &'a Uuid) -> TxFuture<'a, Option<Task>> {
    Box::pin(async move {
        let Some(form) = store::find_form(tx, *form_id).await? else {
            return Ok(None);
        };
        let setup = store::shop::find(tx, &form.store_no).await?;
        let reason = match form.void_id {
            Some(void_id) => store::find_void(tx, void_id).await?.map(|void| void.reason),
            None => None,
        };
        // A store that changed its operator does not ask the new one about forms of the old.
        let access = setup
            .map(|setup| setup.access)
            .filter(|access| access.shop_no == form.shop_no && !access.address.is_empty());
        Ok(Some(Task {
            form,
            access,
            reason: reason.unwrap_or_default(),
        }))
    })
}

fn settle<'a>(
    tx: &'a mut Tx,
    (signer, form_id, occurrence): &'a (Arc<Signer>, Uuid, Occurrence),
) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let Some(form) = store::find_form(tx, *form_id).await? else {
            return Ok(());
        };
        let state = happen(tx, signer, &form, occurrence).await?;
        if let (Some(_), Some(void_id)) = (state, form.void_id)
            && form.state == State::Voiding
        {
            let is_done = occurrence.event == Event::Voided;
            store::settle_void(tx, void_id, is_done, &occurrence.message).await?;
        }
        Ok(())
    })
}
