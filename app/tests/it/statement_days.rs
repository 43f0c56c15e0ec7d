//! Hundreds of days of a store, one after the other through both nights in which the clocks change and
//! through a leap day: each is counted and posted, and what is stored is what `statement_fold` recomputes.
//!
//! `STATEMENT_DAYS=n` is how many days, 400 at the most. They end behind the change of clocks in spring 2028.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::civil::{Date, date};
use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};
use shell::Clock;
use shell::db::{Tx, TxFuture};
use testkit::{Client, Settings, Shop};

use crate::deposit::{deposit, euro, path as deposit_path};
use crate::drawer::because;
use crate::gift_card::{open_cards, pay, sell as sell_card};
use crate::recycling::{credited, enable, set_prices};
use crate::recycling_credit::withdraw;
use crate::refund::{cancel, give};
use crate::statement::{count, count_slips, of, pay_by_slip, tender, tenth_off};
use crate::statement_fold::assert_figures_hold;
use crate::tender::take;

/// How many days on SQLite: more than a year.
const DAYS: i64 = 400;
/// How many on PostgreSQL, which commits more slowly: the leap day and the night of spring are in it.
const DAYS_ON_POSTGRES: i64 = 45;
/// The last day.
const LAST: Date = date(2028, 4, 2);
/// The nights in which the clocks change, and how many half hours there are from midnight to four.
const NIGHTS: [(Date, i64); 3] = [
    (date(2027, 3, 27), 6),
    (date(2027, 10, 30), 10),
    (date(2028, 3, 25), 6),
];
/// What lies in each drawer when a store opens, in cents.
const FLOAT: i64 = 20_000;
/// What a bag costs.
const PRICE: i64 = 5_991;
/// What is put on a gift card, and what is taken from it.
const CARD: (i64, i64) = (5_000, 3_000);
/// A first payment on a bag.
const KEPT: i64 = 2_000;
const HALF_AN_HOUR: Duration = Duration::from_secs(30 * 60);

fn days() -> i64 {
    let usual = match std::env::var_os("TEST_DATABASE_URL") {
        Some(_) => DAYS_ON_POSTGRES,
        None => DAYS,
    };
    std::env::var("STATEMENT_DAYS").map_or(usual, |text| text.parse().unwrap())
}

/// A moment in Paris.
fn at(date: Date, hour: i8, minute: i8) -> Timestamp {
    let local = date.at(hour, minute, 0, 0).in_tz("Europe/Paris").unwrap();
    local.timestamp()
}

/// More earrings than anybody sells.
fn receive_earrings<'a>(tx: &'a mut Tx, opened: &'a (Date, Timestamp)) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let entry = inventory::store::LedgerEntry {
            store_no: "PAR",
            item_no: "ER-1",
            size_code: "",
            quantity: DAYS,
            entry_type: "RECEIVE",
            document_no: "OPENING",
            document_id: None,
            staff_id: "admin",
            business_date: opened.0,
            now: opened.1,
        };
        inventory::lease::receive(tx, &entry).await
    })
}

/// What a statement must hold, by what was done.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) date: String,
    pub(crate) documents: i64,
    pub(crate) difference: i64,
}

/// A store, day by day.
struct Store {
    shop: Shop,
    clock: Clock,
    /// Who sells and closes, at PAR-3.
    manager: Client,
    /// What lies in the drawer of each till.
    drawers: BTreeMap<&'static str, i64>,
    /// Slips since the last statement was calculated: how much, and how many.
    slips: (i64, i64),
    /// Documents since the last statement was calculated.
    documents: i64,
    /// A deposit that waits, with the number of the day on which it was paid.
    deposit: Option<(i64, Value)>,
    /// How many gift cards were sold, and the one that nobody paid with yet.
    cards: usize,
    card: Option<usize>,
    /// Old jewellery that was credited last, with the number of that day.
    recycled: Option<(i64, Value)>,
    told: Vec<Told>,
}

impl Store {
    async fn open(first: Date) -> Self {
        let clock = Clock::manual(at(first, 8, 0));
        let shop = Shop::with(Settings {
            clock: Some(clock.clone()),
            ..Settings::default()
        })
        .await;
        let admin = shop.log_in("admin").await;
        take(&admin, "SLIP", "MALL", None).await;
        open_cards(&shop, usize::try_from(DAYS / 10).unwrap(), 0).await;
        for sql in [
            "UPDATE tender SET counting_required = (1 = 1) WHERE tender_code = 'SLIP'",
            "UPDATE store SET cash_rounding_step = 5 WHERE store_no = 'PAR'",
            "UPDATE sales_price SET unit_price = 5991 WHERE item_no = 'BAG'",
            "UPDATE sales_price SET unit_price = 2550 WHERE item_no = 'PAPERBAG'",
            "UPDATE item SET vat_posting_group = 'BOOK' WHERE item_no = 'PAPERBAG'",
            // A rate of its own, and one that changes in the middle.
            "INSERT INTO vat_posting_setup (store_group, item_group, valid_from, percent) VALUES \
             ('FR', 'BOOK', '2014-01-01', 55000), ('FR', 'GOODS', '2028-03-01', 210000)",
        ] {
            shop.change(sql).await;
        }
        enable(&shop, clock.now()).await;
        let opened = (first, clock.now());
        shop.db().write(opened, receive_earrings).await.unwrap();
        Self {
            manager: shop.log_in("manager").await,
            shop,
            clock,
            drawers: BTreeMap::new(),
            slips: (0, 0),
            documents: 0,
            deposit: None,
            cards: 0,
            card: None,
            recycled: None,
            told: Vec::new(),
        }
    }

    /// Goes on to a moment that is still to come.
    fn wait_until(&self, moment: Timestamp) {
        let by = moment.duration_since(self.clock.now());
        self.clock.advance(Duration::try_from(by).unwrap());
    }

    fn wait(&self) {
        self.clock.advance(Duration::from_secs(60));
    }

    /// Cash that came into a drawer, or went out of it.
    fn moved(&mut self, till: &'static str, minor: i64) {
        *self.drawers.entry(till).or_insert(FLOAT) += minor;
    }

    /// Sells pieces for cash at a till; answers what came into the drawer.
    async fn sell(&mut self, seller: &Client, till: &'static str, pieces: &[(&str, i64)]) -> i64 {
        for (item_no, quantity) in pieces {
            seller.add(item_no, "", *quantity).await.ok();
        }
        self.pay_rest(seller, till).await
    }

    /// Pays a basket in cash, rounded to five cents; answers how much.
    async fn pay_rest(&mut self, seller: &Client, till: &'static str) -> i64 {
        let payment = seller.start_payment().await;
        let cash = payment["cashRemaining"]["minor"].as_i64().unwrap();
        // One note too much every other time: there is change.
        let over = if self.documents % 2 == 0 { 500 } else { 0 };
        let paid = seller.pay_cash(cash + over).await.ok();
        assert_eq!(paid["order"]["change"], euro(over));
        self.moved(till, cash);
        self.wait();
        self.documents += 1;
        cash
    }

    /// What happens at the tills in the `day`-th day, in opening hours.
    async fn sell_the_day(&mut self, day: i64) {
        let manager = self.manager.clone();
        self.sell(&manager, "PAR-3", &[("BAG", 1 + day % 3)]).await;
        if day % 3 == 0 {
            let mei = self.shop.seller("mei").await;
            self.sell(&mei, "PAR-1", &[("PAPERBAG", 2), ("BAG", 1)])
                .await;
        }
        if day % 4 == 0 {
            let basket = manager.add("ER-1", "", 1).await.ok();
            tenth_off(&manager, &basket, 0).await;
            self.pay_rest(&manager, "PAR-3").await;
        }
        if day % 5 == 0 {
            manager.add("BAG", "", 1).await.ok();
            manager.start_payment().await;
            let reference = format!("S-{day}");
            pay_by_slip(&manager, PRICE, &reference).await.ok();
            self.slips = (self.slips.0 + PRICE, self.slips.1 + 1);
            self.documents += 1;
            self.wait();
        }
        if day % 6 == 0 {
            let out = because(700, "Stamps");
            manager.post("/drawer/cash-out", out).await.ok();
            self.moved("PAR-3", -700);
        }
        self.recycle(day).await;
        self.cards_and_deposits(day).await;
    }

    /// Credits old jewellery now and then; every other seller wants it back on the next day.
    async fn recycle(&mut self, day: i64) {
        let manager = self.manager.clone();
        let before = self.recycled.take();
        let wanted_back = |since: i64| since + 1 == day && (day / 40) % 2 == 0;
        if let Some((_, document)) = before.filter(|(since, _)| wanted_back(*since)) {
            withdraw(&manager, &document, Value::Null).await.ok();
            self.wait();
        }
        if day % 40 == 10 {
            let now = self.clock.now();
            self.shop.db().write(now, set_prices).await.unwrap();
            let document = credited(&manager, &format!("A{day}")).await;
            self.recycled = Some((day, document));
            self.wait();
        }
    }

    async fn cards_and_deposits(&mut self, day: i64) {
        let manager = self.manager.clone();
        if let Some(card) = self.card.take() {
            manager.add("BAG", "", 1).await.ok();
            manager.start_payment().await;
            pay(&manager, card, CARD.1).await.ok();
            let cash = PRICE - 1 - CARD.1;
            manager.pay_cash(cash).await.ok();
            self.moved("PAR-3", cash);
            self.documents += 1;
            self.wait();
        }
        if day % 11 == 0 {
            self.cards += 1;
            sell_card(&manager, self.cards, CARD.0).await.ok();
            self.pay_rest(&manager, "PAR-3").await;
            self.card = Some(self.cards);
        }
        if let Some((_, kept)) = self.deposit.take_if(|(paid, _)| day >= *paid + 3) {
            if day % 2 == 0 {
                let payment = cancel(&manager, &kept, "CLIENT").await.ok();
                give(&manager, &payment, json!({})).await.ok();
                self.moved("PAR-3", -KEPT);
            } else {
                let settle = deposit_path(&kept, "settlement");
                manager.post(&settle, json!({})).await.ok();
                let cash = PRICE - 1 - KEPT;
                manager.pay_cash(cash).await.ok();
                self.moved("PAR-3", cash);
            }
            self.documents += 1;
            self.wait();
        }
        if day % 7 == 0 {
            manager.add("BAG", "", 1).await.ok();
            let ines = json!({ "customerId": "00000000-0000-0000-0000-000000000001" });
            manager.put("/basket/customer", ines).await.ok();
            let kept = deposit(&manager, KEPT).await;
            self.moved("PAR-3", KEPT);
            self.documents += 1;
            self.wait();
            self.deposit = Some((day, kept));
        }
    }

    /// Sells at each half hour from midnight to the end of the business day; answers how often.
    async fn sell_through_the_night(&mut self, morning: Date) -> i64 {
        self.wait_until(at(morning, 0, 5));
        self.manager = self.shop.seller("manager").await;
        let manager = self.manager.clone();
        let mut sales = 0;
        let mut next = at(morning, 0, 15);
        while next < at(morning, 4, 0) {
            self.wait_until(next);
            self.sell(&manager, "PAR-3", &[("BAG", 1)]).await;
            sales += 1;
            next = next.checked_add(HALF_AN_HOUR).unwrap();
        }
        sales
    }

    /// Calculates a date, counts what there is to count and posts; `missing` cents are not there, and `early` of
    /// what lies at PAR-3 were taken on the next date already. What is sold between both is of the next
    /// statement.
    async fn close(&mut self, date: Date, (missing, early): (i64, i64)) {
        let manager = self.manager.clone();
        self.wait();
        let body = json!({ "transactionDate": date.to_string() });
        let statement = manager.post("/statement", body).await.ok();
        let mut has_surplus = false;
        let mut told = Told {
            date: date.to_string(),
            documents: std::mem::take(&mut self.documents),
            difference: 0,
        };
        let has = |code: &str| {
            let tenders = statement["tenders"].as_array().unwrap();
            tenders.iter().any(|it| it["tenderCode"] == code)
        };
        if has("CASH") {
            for drawer in tender(&statement, "CASH")["drawers"].as_array().unwrap() {
                let till = drawer["terminalNo"].as_str().unwrap();
                let lies = self.drawers.get_mut(till).unwrap();
                let of_next = if till == "PAR-3" { early } else { 0 };
                if till == "PAR-3" {
                    *lies -= missing;
                    told.difference -= missing;
                }
                let notes = [(10_000, *lies / 10_000), (1, *lies % 10_000)];
                count(&manager, &statement, till, &notes).await.ok();
                has_surplus |= *lies - of_next > FLOAT;
                *lies = FLOAT.min(*lies - of_next) + of_next;
            }
        }
        if has("SLIP") {
            let (minor, slips) = std::mem::take(&mut self.slips);
            count_slips(&manager, &statement, minor, slips).await.ok();
        }
        self.wait();
        let mut body = json!({ "reason": "A note is missing" });
        if has_surplus {
            body["bagNo"] = json!(format!("B-{date}"));
        }
        let posted = manager.post(&of(&statement, "posting"), body).await.ok();
        assert_eq!(posted["state"], "POSTED", "{date}");
        self.told.push(told);
    }

    async fn live(&mut self, day: i64, today: Date) {
        self.wait_until(at(today, 9, 0));
        self.manager = self.shop.seller("manager").await;
        let is_empty = day % 9 == 4;
        if !is_empty {
            self.sell_the_day(day).await;
        }
        let missing = if day % 17 == 3 && !is_empty { 1_000 } else { 0 };
        let tomorrow = today.checked_add(1.day()).unwrap();
        let is_night = NIGHTS.iter().find(|(date, _)| *date == today);
        if is_night.is_some() || day % 50 == 20 {
            let sales = self.sell_through_the_night(tomorrow).await;
            assert_eq!(sales, is_night.map_or(8, |(_, half_hours)| *half_hours));
            // Four o'clock is of the new day, also where the old one is not posted yet: what is sold then
            // lies in the drawer that is counted.
            self.wait_until(at(tomorrow, 4, 0));
            let manager = self.manager.clone();
            let early = self.sell(&manager, "PAR-3", &[("PAPERBAG", 1)]).await;
            self.documents -= 1;
            self.close(today, (missing, early)).await;
            self.documents += 1;
            return;
        }
        self.wait_until(at(today, 19, 0));
        self.close(today, (missing, 0)).await;
        if day % 10 == 5 {
            // Somebody comes in behind the statement: it is of the next one.
            let manager = self.manager.clone();
            self.sell(&manager, "PAR-3", &[("BAG", 1)]).await;
        }
    }
}

#[tokio::test]
async fn every_day_of_more_than_a_year_says_what_orders_and_journal_say() {
    let days = days();
    let first = LAST.checked_sub((days - 1).days()).unwrap();
    let mut store = Store::open(first).await;
    for day in 0..days {
        let today = first.checked_add(day.days()).unwrap();
        store.live(day, today).await;
    }
    // What is left of the last day.
    let after = LAST.checked_add(1.day()).unwrap();
    store.wait_until(at(after, 9, 0));
    store.manager = store.shop.seller("manager").await;
    store.close(after, (0, 0)).await;
    assert_figures_hold(&store.shop, &store.told).await;
}
