//! The shop of the stories, what it knows of itself, and what must hold in it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use jiff::ToSpan as _;
use serde_json::{Value, json};
use shell::Db;
use shell::db::{FromRow, Tx};
use test_database::Template;
use testkit::{Answer, Client, Shop};
use tokio::sync::{Mutex, OnceCell};
use uuid::Uuid;

use super::STORIES_A_SHOP;
use super::closing::{self, Posted};
use super::invariant::OF_THE_BOOKS;
use super::outside::Outside;
use super::step::Step;
use super::tender::{self, SLIPS, VOUCHERS};
use super::{code, form, night, series, terminal};
use crate::gift_card::{CODE, number, open_cards};

/// Who works at the tills.
const STAFF: [&str; TILLS] = ["mei", "leo", "manager"];
/// How many tills there are.
pub(super) const TILLS: usize = 3;
/// How many gift cards a story knows; it shares some with the one before.
pub(super) const CARDS: usize = 5;
/// How many of them are new.
const CARDS_A_STORY: usize = 3;
/// What a charged card holds, in cents.
const CHARGED: i64 = 7_500;
/// What is sold: pieces of which there are few, and what there is enough of.
pub(super) const ITEMS: [(&str, &str); 5] = [
    ("RG-1", "54"),
    ("BR-1", ""),
    ("ER-1", ""),
    ("BAG", ""),
    ("CARE", ""),
];
/// What becomes of the money of a deposit whose client withdraws.
pub(super) const KINDS_OF_DEPOSIT: [&str; 4] = ["REFUNDABLE", "REFUNDABLE", "ARRHES", "ACOMPTE"];
/// Head office lowers what pieces cost.
const LOWER_PRICES: &str = "UPDATE sales_price SET unit_price = unit_price - unit_price / 50";
/// The till whose user may buy old gold, and do what the deposits of others take.
pub(super) const MANAGER: usize = 2;
/// The client of all sales.
const INES: Uuid = Uuid::from_u128(1);

/// What each shop begins with. Setting it up takes longer than a story: it is done once, and copied.
struct Morning {
    template: Template,
    /// Who has logged in at each till.
    tokens: Vec<String>,
}

static MORNING: OnceCell<Morning> = OnceCell::const_new();

impl Morning {
    async fn set_up() -> Self {
        let stories = usize::try_from(STORIES_A_SHOP).unwrap();
        let outside = Outside::start(crate::recycling::NOW);
        let shop = Shop::with(outside.settings()).await;
        crate::recycling::enable(&shop, outside.clock.now()).await;
        open_cards(&shop, CARDS_A_STORY * stories + CARDS, 0).await;
        crate::loyalty::set_up(&shop).await;
        night::set_up(&shop).await;
        code::set_up(&shop, &outside).await;
        form::set_up(&shop, &outside).await;
        tender::set_up(&shop, VOUCHERS * stories).await;
        publish_rate(&shop).await;
        let mut tokens = Vec::new();
        for staff_id in STAFF {
            let client = shop.log_in(staff_id).await;
            tokens.push(client.token().to_owned());
            let named = json!({ "staffId": staff_id });
            client.put("/basket/salesperson", named).await.ok();
            let customer = json!({ "customerId": INES });
            client.put("/basket/customer", customer).await.ok();
        }
        Self {
            template: shop.keep().await,
            tokens,
        }
    }
}

pub(super) struct World {
    pub shop: Shop,
    outside: Outside,
    tills: Vec<Till>,
    /// The deposits of this story.
    deposits: Vec<String>,
    /// The purchases of old gold of this story.
    purchases: Vec<String>,
    /// The sales of this story, and its tax-free forms.
    orders: Vec<String>,
    forms: Vec<String>,
    /// Whether a statement is calculated and not posted yet.
    has_statement: bool,
    /// The statements that were posted in this shop, as they were then.
    posted: Mutex<Posted>,
    /// What lived on after the last night that had ended, until the books are looked at.
    of_the_night: Mutex<Vec<(String, i64)>>,
    /// Whether something happened at the operator's since then.
    is_form_touched: AtomicBool,
    /// The store as whoever looks after each step sees it.
    books: Db,
    /// What must hold, in one question.
    pub(super) invariants: String,
    /// How many stories are over.
    stories: usize,
    sellers: AtomicU64,
}

struct Till {
    client: Client,
    /// The basket as it was after the last step here.
    basket: Value,
}

impl Till {
    /// Somebody who has logged in before.
    fn of(shop: &Shop, token: &str) -> Self {
        let mut client = shop.inside(shop.visitor());
        client.use_token(token);
        Self {
            client,
            basket: Value::Null,
        }
    }
}

/// A step that needs something of the tills, and what it answers is of no interest unless it is a fault.
type Asked<'a> = (&'a Client, &'a Value);

impl World {
    /// A shop in the morning, in which [`STORIES_A_SHOP`] stories can be told.
    pub(super) async fn open() -> Self {
        let morning = MORNING.get_or_init(Morning::set_up).await;
        let outside = Outside::start(crate::recycling::NOW);
        let shop = Shop::copy(&morning.template, outside.settings()).await;
        code::connect(&shop, &outside).await;
        form::connect(&shop, &outside).await;
        let books = shop.looked_on().await;
        let tills = morning.tokens.iter().map(|token| Till::of(&shop, token));
        let mut world = Self {
            tills: tills.collect(),
            shop,
            outside,
            deposits: Vec::new(),
            purchases: Vec::new(),
            orders: Vec::new(),
            forms: Vec::new(),
            has_statement: false,
            posted: Mutex::default(),
            of_the_night: Mutex::default(),
            books,
            is_form_touched: AtomicBool::new(false),
            invariants: [
                OF_THE_BOOKS,
                tender::INVARIANTS,
                terminal::INVARIANTS,
                form::INVARIANTS,
                closing::INVARIANTS,
                night::INVARIANTS,
                &series::invariants(),
            ]
            .concat(),
            stories: 0,
            sellers: AtomicU64::new(0),
        };
        for till in 0..TILLS {
            world.look(till).await;
        }
        world
    }

    pub(super) fn is_paying(&self, till: usize) -> bool {
        self.tills[till].basket["state"] == "PAYING"
    }

    /// Whether money goes back there.
    pub(super) fn is_giving_back(&self, till: usize) -> bool {
        self.is_paying(till) && self.tills[till].basket["purpose"] == "CANCELLATION"
    }

    pub(super) fn has_deposits(&self) -> bool {
        !self.deposits.is_empty()
    }

    pub(super) fn has_purchases(&self) -> bool {
        !self.purchases.is_empty()
    }

    pub(super) fn has_orders(&self) -> bool {
        !self.orders.is_empty()
    }

    pub(super) fn has_forms(&self) -> bool {
        !self.forms.is_empty()
    }

    pub(super) const fn has_statement(&self) -> bool {
        self.has_statement
    }

    pub(super) fn is_empty(&self, till: usize) -> bool {
        self.tills[till].basket["lines"]
            .as_array()
            .is_none_or(Vec::is_empty)
    }

    fn card(&self, at: usize) -> usize {
        1 + self.stories * CARDS_A_STORY + at
    }

    /// Does what a step says.
    pub(super) async fn play(&mut self, step: Step) {
        self.outside.catch_up();
        match step {
            Step::Wait { hours } => self.wait(hours).await,
            Step::Restart => self.restart().await,
            Step::Together(one, other) => {
                let tills = [one.till(), other.till()];
                let (first, second) = tokio::join!(self.act(&one), self.act(&other));
                for answer in [first, second].into_iter().flatten() {
                    self.learn(&answer);
                }
                for till in tills.into_iter().flatten() {
                    self.look(till).await;
                }
            }
            step => {
                let answer = self.act(&step).await;
                if let Some(answer) = &answer {
                    self.learn(answer);
                }
                let Some(till) = step.till() else { return };
                match answer {
                    // What was never asked, or was refused, changed nothing at this till.
                    None => {}
                    Some(answer) if answer.status.is_client_error() && answer.status != 401 => {}
                    Some(answer) => match shown_basket(&answer) {
                        Some(basket) => self.know(till, basket).await,
                        None => self.look(till).await,
                    },
                }
            }
        }
    }

    /// Sends what a step asks for. What is refused is refused; a fault of the server ends the story.
    async fn act(&self, step: &Step) -> Option<Answer> {
        let till = &self.tills[step.till()?];
        let asked: Asked<'_> = (&till.client, &till.basket);
        let answer = self.ask(asked, step).await?;
        if answer.status.is_success() {
            super::count(step.kind());
        }
        assert!(
            answer.status.as_u16() < 500,
            "{step:?}: {} {}",
            answer.status,
            answer.envelope
        );
        Some(answer)
    }

    async fn ask(&self, (client, basket): Asked<'_>, step: &Step) -> Option<Answer> {
        match step {
            Step::Add { item, .. } => {
                let (item_no, size_code) = ITEMS[item % ITEMS.len()];
                Some(client.add(item_no, size_code, 1).await)
            }
            Step::Remove { line, .. } => {
                let lines = basket["lines"].as_array().filter(|it| !it.is_empty())?;
                let line_id = lines[line % lines.len()]["lineId"].as_str()?;
                Some(client.delete(&format!("/basket/line/{line_id}")).await)
            }
            Step::Clear { .. } => Some(client.delete("/basket").await),
            Step::SellCard { card, minor, .. } => sell_card(client, self.card(*card), *minor).await,
            Step::SetApart { line, .. } => {
                let lines = basket["lines"].as_array().filter(|it| !it.is_empty())?;
                let line = &lines[line % lines.len()];
                let body = json!({ "deposit": line["deposit"] != true });
                let path = format!("/basket/line/{}", line["lineId"].as_str()?);
                Some(client.put(&path, body).await)
            }
            Step::TopUpCard { card, minor, .. } => {
                for at in 0..CARDS {
                    let card = self.card((card + at) % CARDS);
                    if let Some(answer) = top_up_card(client, card, *minor).await {
                        return Some(answer);
                    }
                }
                None
            }
            Step::Start { .. } => Some(client.post("/payment/start", json!({})).await),
            Step::Back { .. } => Some(client.post("/payment/back", json!({})).await),
            Step::Cash { percent, .. } => {
                let payment = client.get("/payment").await;
                let left = payment.envelope["data"]["cashRemaining"]["minor"].as_i64()?;
                Some(client.pay_cash(part(left, *percent)).await)
            }
            Step::PayByCard { card, percent, .. } => {
                pay_by_card(client, self.card(*card), *percent).await
            }
            Step::PayByCredit {
                percent,
                is_loyalty,
                ..
            } => {
                let amount = of_remaining(client, *percent).await?;
                let code = if *is_loyalty { "LOYALTY" } else { "RECYCLE" };
                Some(
                    client
                        .post(
                            "/payment/tender",
                            json!({ "tenderCode": code, "amount": amount }),
                        )
                        .await,
                )
            }
            Step::PayInDollars { percent, .. } => tender::pay_dollars(client, *percent).await,
            Step::PayByVoucher {
                voucher, is_change, ..
            } => {
                let at = self.stories * VOUCHERS * usize::from(!is_change) + voucher;
                tender::pay_by_voucher((&self.shop, client), at, *is_change).await
            }
            Step::PayBySlip { percent, slip, .. } => {
                let slip = self.stories * SLIPS + slip;
                tender::pay_by_slip(client, *percent, slip).await
            }
            Step::Tap {
                till,
                percent,
                what,
            } => {
                terminal::pay(
                    (&self.outside, &self.shop),
                    client,
                    *till,
                    (*percent, *what),
                )
                .await
            }
            Step::Scan {
                provider,
                percent,
                what,
                ..
            } => {
                code::pay(
                    (&self.outside, &self.shop),
                    client,
                    *provider,
                    (*percent, *what),
                )
                .await
            }
            Step::TakeBack { tender, .. } => {
                let payment = client.get("/payment").await;
                let tenders = payment.envelope["data"]["tenders"]
                    .as_array()
                    .cloned()
                    .unwrap_or_default();
                let chosen = tenders.get(tender % tenders.len().max(1))?["tenderId"]
                    .as_str()?
                    .to_owned();
                let asked = client.delete(&format!("/payment/tender/{chosen}")).await;
                Some(self.outside.follow(&self.shop, client, asked).await)
            }
            Step::Keep { percent, kind, .. } => {
                let terms = client.get("/basket/deposit").await;
                let total = terms.envelope["data"]["total"]["minor"].as_i64()?;
                let kind = KINDS_OF_DEPOSIT[*kind];
                let body = json!({ "amount": euro(part(total, *percent)), "kind": kind });
                Some(client.post("/basket/deposit", body).await)
            }
            Step::PayOn {
                deposit, percent, ..
            } => {
                let (path, known) = self.deposit(client, *deposit).await?;
                let left = known["balance"]["minor"].as_i64()?;
                let body = json!({ "amount": euro(part(left, *percent)) });
                Some(client.post(&format!("{path}/payment"), body).await)
            }
            Step::HandOver { deposit, line, .. } => {
                let (path, known) = self.deposit(client, *deposit).await?;
                let mut lines = known["lines"].as_array()?.clone();
                lines.retain(|line| line["orderId"].is_null());
                if lines.is_empty() {
                    return None;
                }
                let chosen = line.map(|at| vec![lines[at % lines.len().max(1)]["lineId"].clone()]);
                let body = chosen.map_or(json!({}), |ids| json!({ "lineIds": ids }));
                Some(client.post(&format!("{path}/settlement"), body).await)
            }
            Step::Cancel {
                deposit,
                by_shop,
                keep,
                ..
            } => {
                let (path, known) = self.deposit(client, *deposit).await?;
                let held = known["held"]["minor"].as_i64()?;
                let mut body = json!({
                    "withdrawnBy": if *by_shop { "SHOP" } else { "CLIENT" },
                    "reason": "Another piece",
                });
                if let Some(percent) = keep {
                    body["kept"] = euro(part(held, *percent));
                }
                Some(client.post(&format!("{path}/cancellation"), body).await)
            }
            Step::GiveBack { card, in_cash, .. } => {
                let asked = give_back(client, self.card(*card), *in_cash).await?;
                Some(self.outside.follow(&self.shop, client, asked).await)
            }
            Step::Extend { deposit, days, .. } => {
                let (path, known) = self.deposit(client, *deposit).await?;
                let last: jiff::civil::Date = known["expiresOn"].as_str()?.parse().ok()?;
                let day = last.checked_add(days.days()).unwrap();
                let body = json!({ "expiresOn": day, "reason": "Abroad until then" });
                Some(client.post(&format!("{path}/extension"), body).await)
            }
            Step::Renew { deposit, .. } => {
                let (path, _) = self.deposit(client, *deposit).await?;
                self.shop.change(LOWER_PRICES).await;
                Some(client.post(&format!("{path}/pricing"), json!({})).await)
            }
            Step::Recycle { weight, .. } => {
                recycle(
                    client,
                    *weight,
                    self.sellers.fetch_add(1, Ordering::Relaxed),
                )
                .await
            }
            Step::Withdraw { purchase, .. } => {
                let purchase = &self.purchases[purchase % self.purchases.len()];
                tender::withdraw(client, purchase).await
            }
            Step::Issue { order, what, .. } => {
                self.is_form_touched.store(true, Ordering::Relaxed);
                let order_id = one_of(&self.orders, *order)?;
                Some(form::issue(&self.outside, client, order_id, *what).await)
            }
            Step::Void { form, what, .. } => {
                self.is_form_touched.store(true, Ordering::Relaxed);
                let form_id = one_of(&self.forms, *form)?;
                Some(form::void(&self.outside, client, form_id, *what).await)
            }
            Step::Send { form, .. } => {
                self.is_form_touched.store(true, Ordering::Relaxed);
                Some(form::send(client, one_of(&self.forms, *form)?).await)
            }
            Step::Customs { form, .. } => {
                self.is_form_touched.store(true, Ordering::Relaxed);
                form::pass_customs(&self.outside, client, one_of(&self.forms, *form)?).await
            }
            Step::Close { what, .. } => closing::close(client, *what).await,
            Step::Together(..) | Step::Wait { .. } | Step::Restart => None,
        }
    }

    /// A deposit that was made in this shop, and how it stands.
    async fn deposit(&self, client: &Client, at: usize) -> Option<(String, Value)> {
        let deposit_id = self.deposits.get(at % self.deposits.len().max(1))?;
        let path = format!("/deposit/{deposit_id}");
        let known = client.get(&path).await.envelope["data"].clone();
        Some((path, known))
    }

    fn learn(&mut self, answer: &Answer) {
        if let Some(id) = answer.envelope["data"]["deposit"]["depositId"].as_str()
            && !self.deposits.iter().any(|known| known == id)
        {
            self.deposits.push(id.to_owned());
        }
        if let Some(id) = answer.envelope["data"]["recyclingId"].as_str()
            && answer.envelope["data"]["state"] == "CREDITED"
        {
            self.purchases.push(id.to_owned());
        }
        let data = &answer.envelope["data"];
        if data["statementNo"].is_string() {
            self.has_statement = data["state"] == "CALCULATED" || data["state"] == "COUNTED";
        }
        for (known, id) in [
            (&mut self.orders, &data["order"]["orderId"]),
            (&mut self.forms, &data["formId"]),
        ] {
            if let Some(id) = id.as_str()
                && !known.iter().any(|known| known == id)
            {
                known.push(id.to_owned());
            }
        }
    }

    /// Reads the basket of a till; whoever was logged out logs in again.
    async fn look(&mut self, till: usize) {
        let mut read = self.tills[till].client.get("/basket").await;
        if read.status.as_u16() == 401 {
            self.tills[till].client = self.shop.log_in_inside(STAFF[till]).await;
            read = self.tills[till].client.get("/basket").await;
        }
        self.know(till, read.ok()).await;
    }

    /// Remembers the basket of a till. A new one gets its salesperson and its client.
    async fn know(&mut self, till: usize, mut basket: Value) {
        let client = &self.tills[till].client;
        if basket["state"] != "PAYING" && basket["customer"].is_null() {
            let named = json!({ "staffId": STAFF[till] });
            client.put("/basket/salesperson", named).await.ok();
            let customer = json!({ "customerId": INES });
            basket = client.put("/basket/customer", customer).await.ok();
        }
        self.tills[till].basket = basket;
    }

    async fn wait(&mut self, hours: u64) {
        let time = Duration::from_secs(60 * 60 * hours);
        self.outside.pass(time).await;
        night::pass(&self.shop).await;
        // Before anybody comes: a basket that somebody gives up now gives back to a card that has ended.
        self.of_the_night
            .lock()
            .await
            .extend(night::faults(&self.shop).await);
        self.is_form_touched.store(true, Ordering::Relaxed);
        publish_rate(&self.shop).await;
        for till in 0..TILLS {
            self.look(till).await;
        }
    }

    async fn restart(&mut self) {
        self.shop.restart().await;
        form::tell_address(&self.shop, &self.outside).await;
        for till in &mut self.tills {
            till.client = Till::of(&self.shop, till.client.token()).client;
        }
    }

    /// Nothing that was begun is carried into the next story, as far as it can be ended.
    pub(super) async fn end_of_story(&mut self) {
        for till in 0..TILLS {
            if self.is_paying(till) {
                self.play(Step::Back { till }).await;
            }
            for card in 0..CARDS {
                if self.is_giving_back(till) {
                    let in_cash = false;
                    self.play(Step::GiveBack {
                        till,
                        card,
                        in_cash,
                    })
                    .await;
                }
            }
            if self.is_paying(till) {
                self.play(Step::Cash { till, percent: 100 }).await;
            }
            self.play(Step::Clear { till }).await;
        }
        let what = closing::Closing::Post;
        self.play(Step::Close {
            till: MANAGER,
            what,
        })
        .await;
        self.deposits.clear();
        self.purchases.clear();
        self.orders.clear();
        self.forms.clear();
        self.stories += 1;
        self.wait(1).await;
    }

    /// What does not hold, with how far it is off.
    pub(super) async fn faults(&self) -> Vec<(String, i64)> {
        let [cards, codes] = self.outside.kept(&self.shop, &self.books).await;
        let mut faults = self.faults_of_the_books().await;
        let mut posted = self.posted.lock().await;
        let (changed, now) = closing::changed(&self.books, &posted).await;
        *posted = now;
        for (name, off) in [
            ("terminals hold what is booked", cards),
            ("providers hold what is booked", codes),
            ("a posted statement never changes", changed),
        ] {
            if off != 0 {
                faults.push((name.to_owned(), off));
            }
        }
        faults.append(&mut *self.of_the_night.lock().await);
        if self.is_form_touched.swap(false, Ordering::Relaxed) {
            faults.extend(form::faults(&self.outside, &self.shop).await);
        }
        faults
    }

    async fn faults_of_the_books(&self) -> Vec<(String, i64)> {
        let invariants = self.invariants.clone();
        let read = self.books.read(invariants, |tx, invariants| {
            Box::pin(async move {
                let mut rows = read_rows(tx, invariants).await?;
                rows.retain(|(_, off)| *off != 0);
                Ok(rows)
            })
        });
        read.await.unwrap()
    }
}

/// The dollar has a rate on each day.
async fn publish_rate(shop: &Shop) {
    let day = shop.shell.clock.now().to_string()[..10].to_owned();
    let published = shop
        .db()
        .write(day, |tx, day| tender::publish_rate(tx, day));
    published.await.unwrap();
}

/// What must hold, each with how far it is off.
pub(super) async fn read_rows(tx: &mut Tx, invariants: &str) -> shell::Outcome<Vec<(String, i64)>> {
    let rows = tx.query(invariants, &[]).await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

/// The basket that a change of it is answered with.
fn shown_basket(answer: &Answer) -> Option<Value> {
    let data = &answer.envelope["data"];
    let is_basket = data["lines"].is_array() && data["leaseUntil"] != Value::Null;
    is_basket.then(|| data.clone())
}

/// An amount on the wire.
pub(super) fn euro(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "EUR" })
}

/// One of some, when there are any.
fn one_of(known: &[String], at: usize) -> Option<&str> {
    known.get(at % known.len().max(1)).map(String::as_str)
}

/// A part in per cent, one cent at least.
pub(super) fn part(minor: i64, percent: i64) -> i64 {
    (minor * percent / 100).max(1)
}

/// A part of what is left to be paid.
pub(super) async fn of_remaining(client: &Client, percent: i64) -> Option<Value> {
    let payment = client.get("/payment").await;
    let left = payment.envelope["data"]["remaining"]["minor"].as_i64()?;
    Some(euro(part(left, percent)))
}

async fn sell_card(client: &Client, card: usize, minor: i64) -> Option<Answer> {
    let body = json!({ "cardNo": number(card), "code": CODE });
    let available = client.post("/gift-card/available", body).await;
    if !available.status.is_success() {
        return Some(available);
    }
    let reference = available.ok()["reference"].clone();
    let body = json!({ "reference": reference, "amount": euro(minor) });
    Some(client.post("/basket/gift-card", body).await)
}

/// Puts more on a card; none when it takes no more.
async fn top_up_card(client: &Client, card: usize, minor: i64) -> Option<Answer> {
    let body = json!({ "cardNo": number(card), "code": CODE, "channel": "CARD" });
    let checked = client.post("/gift-card/check", body).await;
    let card = &checked.envelope["data"];
    if card["reference"].is_null() || !card["topUp"]["refusal"].is_null() {
        return None;
    }
    let body = json!({ "reference": card["reference"], "amount": euro(minor) });
    Some(client.post("/basket/gift-card/top-up", body).await)
}

async fn pay_by_card(client: &Client, card: usize, percent: i64) -> Option<Answer> {
    let amount = of_remaining(client, percent).await.unwrap_or(euro(CHARGED));
    let body = json!({ "cardNo": number(card), "code": CODE, "channel": "CARD" });
    let checked = client.post("/gift-card/check", body).await;
    let card = &checked.envelope["data"];
    let reference = card["reference"].clone();
    if reference.is_null() {
        return Some(checked);
    }
    let balance = card["balance"]["minor"].as_i64()?;
    let left = balance - amount["minor"].as_i64()?;
    let body = json!({ "tenderCode": "GIFTCARD", "amount": amount, "reference": reference,
        "clearsRest": (1..100).contains(&left) });
    Some(client.post("/payment/tender", body).await)
}

/// The step that is next; what came from a gift card goes to one that nobody had.
async fn give_back(client: &Client, card: usize, in_cash: bool) -> Option<Answer> {
    let payment = client.get("/payment").await;
    let step = payment.envelope["data"]["refund"]["steps"].get(0)?.clone();
    let mut body = json!({
        "originTenderId": step["originTenderId"], "amount": step["amount"], "inCash": in_cash,
    });
    if step["way"] == "NEW_GIFT_CARD" {
        let asked = json!({ "cardNo": number(card), "code": CODE });
        let available = client.post("/gift-card/available", asked).await;
        if !available.status.is_success() {
            return Some(available);
        }
        body["reference"] = available.envelope["data"]["reference"].clone();
    }
    Some(client.post("/payment/refund", body).await)
}

/// Somebody brings old gold, signs, and gets the credit.
async fn recycle(client: &Client, weight: i64, seller: u64) -> Option<Answer> {
    let body = json!({
        "kind": "NO_ORDER", "customerId": INES, "orderId": null,
        "pieces": [crate::recycling::piece("GOLD", 750, weight)],
    });
    let begun = client.post("/recycling", body).await;
    if !begun.status.is_success() {
        return Some(begun);
    }
    let id = begun.ok()["recyclingId"].as_str()?.to_owned();
    let body = json!({
        "version": begun.envelope["data"]["version"], "signature": "1,2 3,4", "warningSeen": true,
        "seller": crate::recycling::seller("1988-04-12", &format!("20FR{seller:06}")),
    });
    let signed = client.post(&format!("/recycling/{id}/agree"), body).await;
    if !signed.status.is_success() {
        return Some(signed);
    }
    let body = json!({ "version": signed.ok()["version"] });
    Some(client.post(&format!("/recycling/{id}/grant"), body).await)
}

impl Step {
    /// The till where it happens.
    fn till(&self) -> Option<usize> {
        match self {
            Self::Add { till, .. }
            | Self::Remove { till, .. }
            | Self::Clear { till }
            | Self::SellCard { till, .. }
            | Self::SetApart { till, .. }
            | Self::TopUpCard { till, .. }
            | Self::Start { till }
            | Self::Back { till }
            | Self::Cash { till, .. }
            | Self::PayByCard { till, .. }
            | Self::PayByCredit { till, .. }
            | Self::PayInDollars { till, .. }
            | Self::PayByVoucher { till, .. }
            | Self::PayBySlip { till, .. }
            | Self::Tap { till, .. }
            | Self::TakeBack { till, .. }
            | Self::Keep { till, .. }
            | Self::PayOn { till, .. }
            | Self::HandOver { till, .. }
            | Self::Cancel { till, .. }
            | Self::GiveBack { till, .. }
            | Self::Renew { till, .. }
            | Self::Recycle { till, .. }
            | Self::Withdraw { till, .. }
            | Self::Scan { till, .. }
            | Self::Extend { till, .. }
            | Self::Issue { till, .. }
            | Self::Void { till, .. }
            | Self::Send { till, .. }
            | Self::Customs { till, .. }
            | Self::Close { till, .. } => Some(*till),
            Self::Together(..) | Self::Wait { .. } | Self::Restart => None,
        }
    }
}
