//! The shop of the stories, what it knows of itself, and what must hold in it.

mod act;
mod books;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use shell::Db;
use test_database::Template;
use testkit::{Answer, Client, Shop};
use tokio::sync::{Mutex, OnceCell};
use uuid::Uuid;

pub(super) use self::act::{euro, of_remaining, part};
pub(super) use self::books::read_rows;
use super::STORIES_A_SHOP;
use super::closing::{self, Posted};
use super::outside::Outside;
use super::step::Step;
use super::tender::{self, VOUCHERS};
use super::{code, form, night};
use crate::gift_card::open_cards;

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
            invariants: books::invariants(),
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
        let answer = self.ask((&till.client, &till.basket), step).await?;
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
        self.books = self.shop.looked_on().await;
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
}

/// The dollar has a rate on each day.
async fn publish_rate(shop: &Shop) {
    let day = shop.shell.clock.now().to_string()[..10].to_owned();
    let published = shop
        .db()
        .write(day, |tx, day| tender::publish_rate(tx, day));
    published.await.unwrap();
}

/// The basket that a change of it is answered with.
fn shown_basket(answer: &Answer) -> Option<Value> {
    let data = &answer.envelope["data"];
    let is_basket = data["lines"].is_array() && data["leaseUntil"] != Value::Null;
    is_basket.then(|| data.clone())
}
