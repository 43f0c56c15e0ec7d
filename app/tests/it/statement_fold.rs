//! What statements must say, recomputed in two ways that share nothing with each other or with the product:
//! SQL over orders, tenders, VAT and deposits, and a fold over the entries of the journal.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shell::db::{FromRow, params};
use testkit::Shop;

use crate::statement_days::Told;

/// Sold, it is owed and no turnover.
const CARD: &str = "GIFTCARD";

/// What documents come to, in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Figures {
    /// Orders, payments on deposits and what went back of them.
    documents: i64,
    sales: i64,
    discount: i64,
    gift_cards: i64,
    deposits: i64,
    rounding: i64,
    /// Recycling credit, granted less taken back.
    granted: i64,
    /// What sellers paid back of it.
    repaid: i64,
    /// By tender, how much and how often.
    tenders: BTreeMap<String, (i64, i64)>,
    /// By VAT rate, sales and the VAT in them; gift cards are in none.
    vat: BTreeMap<i64, (i64, i64)>,
}

impl Figures {
    fn payments(&self) -> i64 {
        self.tenders.values().map(|(amount, _)| amount).sum()
    }

    fn add_tender(&mut self, code: &str, (amount, quantity): (i64, i64)) {
        let sum = self.tenders.entry(code.to_owned()).or_default();
        *sum = (sum.0 + amount, sum.1 + quantity);
    }

    /// What a seller pays back is neither granted nor taken back.
    fn add_credit(&mut self, entry_type: &str, amount: i64) {
        match entry_type {
            "REPAY" => self.repaid += amount,
            _ => self.granted += amount,
        }
    }

    fn add_vat(&mut self, rate: i64, (gross, vat_amount): (i64, i64)) {
        let sum = self.vat.entry(rate).or_default();
        *sum = (sum.0 + gross, sum.1 + vat_amount);
        if *sum == (0, 0) {
            self.vat.remove(&rate);
        }
    }
}

type ByStatement = BTreeMap<String, Figures>;

async fn rows<T: FromRow + Send + 'static>(shop: &Shop, sql: &'static str) -> Vec<T> {
    let read = shop.db().read(sql, |tx, sql| {
        Box::pin(async move {
            let rows = tx.query(sql, params![]).await?;
            rows.into_iter().map(FromRow::from_row).collect()
        })
    });
    read.await.unwrap()
}

/// What the tables of statements say.
async fn stored(shop: &Shop) -> ByStatement {
    let mut found = ByStatement::new();
    let statements: Vec<(String, i64, i64, i64, i64, String)> = rows(
        shop,
        "SELECT t.statement_no, t.documents, t.sales_amount, t.line_discount, \
         t.rounding_amount, z.content FROM statement t \
         JOIN statement_z z ON z.statement_no = t.statement_no WHERE t.state = 'POSTED'",
    )
    .await;
    let sums: Vec<(String, i64, i64, i64, i64)> = rows(
        shop,
        "SELECT statement_no, liabilities, payment_amount, recycling_granted, recycling_repaid \
         FROM statement",
    )
    .await;
    let tenders: Vec<(String, String, i64, i64)> = rows(
        shop,
        "SELECT statement_no, tender_code, CAST(SUM(amount) AS BIGINT), \
         CAST(SUM(quantity) AS BIGINT) FROM statement_tender GROUP BY statement_no, tender_code",
    )
    .await;
    for (statement_no, documents, sales, discount, rounding, z) in statements {
        let z: Value = serde_json::from_str(&z).unwrap();
        let report = |name: &str| z["report"][name].as_i64().unwrap();
        let mut figures = Figures {
            documents,
            sales,
            discount,
            gift_cards: report("giftCards"),
            deposits: report("depositsReceived") - report("depositsPaidBack"),
            rounding,
            ..Figures::default()
        };
        for (_, code, amount, quantity) in tenders.iter().filter(|it| it.0 == statement_no) {
            // A drawer that was only moved has a row without money.
            if (*amount, *quantity) != (0, 0) {
                figures.add_tender(code, (*amount, *quantity));
            }
        }
        let owed = figures.gift_cards + figures.deposits;
        let (_, liabilities, payments, granted, repaid) =
            sums.iter().find(|it| it.0 == statement_no).unwrap();
        let sum = (*liabilities, *payments);
        assert_eq!(sum, (owed, figures.payments()), "{statement_no}");
        (figures.granted, figures.repaid) = (*granted, *repaid);
        let told = json!({ "granted": granted, "repaid": repaid });
        assert_eq!(z["report"]["recycling"], told, "{statement_no}");
        for row in z["report"]["vat"].as_array().unwrap() {
            let number = |name: &str| row[name].as_i64().unwrap();
            figures.add_vat(number("vatRate"), (number("gross"), number("vatAmount")));
        }
        found.insert(statement_no, figures);
    }
    found
}

/// The first way: SQL over what was sold and how it was paid.
async fn summed(shop: &Shop) -> ByStatement {
    let mut found = ByStatement::new();
    let posted: Vec<(String, i64)> = rows(shop, "SELECT statement_no, z_no FROM statement_z").await;
    found.extend(posted.into_iter().map(|(it, _)| (it, Figures::default())));
    let lines: Vec<(String, String, i64, i64, i64, i64)> = rows(
        shop,
        "SELECT s.statement_no, l.item_no, l.vat_rate, CAST(SUM(l.net) AS BIGINT), \
         CAST(SUM(l.quantity * l.unit_price) AS BIGINT), CAST(SUM(l.vat_amount) AS BIGINT) \
         FROM statement_order s JOIN sales_order_line l ON l.order_id = s.order_id \
         GROUP BY s.statement_no, l.item_no, l.vat_rate",
    )
    .await;
    for (statement_no, item_no, rate, net, gross, vat_amount) in lines {
        let figures = found.get_mut(&statement_no).unwrap();
        if item_no == CARD {
            figures.gift_cards += net;
            figures.add_vat(rate, (-net, -vat_amount));
        } else {
            figures.sales += net;
            figures.discount += gross - net;
        }
    }
    let orders: Vec<(String, i64, i64)> = rows(
        shop,
        "SELECT s.statement_no, COUNT(*), CAST(SUM(o.rounding) AS BIGINT) FROM statement_order s \
         JOIN sales_order o ON o.order_id = s.order_id GROUP BY s.statement_no",
    )
    .await;
    for (statement_no, count, rounding) in orders {
        let figures = found.get_mut(&statement_no).unwrap();
        figures.documents += count;
        figures.rounding += rounding;
    }
    let vat: Vec<(String, i64, i64, i64)> = rows(
        shop,
        "SELECT s.statement_no, v.vat_rate, CAST(SUM(v.gross) AS BIGINT), \
         CAST(SUM(v.vat_amount) AS BIGINT) FROM statement_order s \
         JOIN sales_order_vat v ON v.order_id = s.order_id GROUP BY s.statement_no, v.vat_rate",
    )
    .await;
    for (statement_no, rate, gross, vat_amount) in vat {
        let figures = found.get_mut(&statement_no).unwrap();
        figures.add_vat(rate, (gross, vat_amount));
    }
    let deposits: Vec<(String, i64, i64, i64)> = rows(
        shop,
        "SELECT s.statement_no, COUNT(DISTINCT s.entry_id), \
         CAST(SUM(t.tendered - t.change_given - t.rounding) AS BIGINT), \
         CAST(SUM(t.rounding) AS BIGINT) FROM statement_deposit_entry s \
         JOIN deposit_tender t ON t.entry_id = s.entry_id GROUP BY s.statement_no",
    )
    .await;
    for (statement_no, count, amount, rounding) in deposits {
        let figures = found.get_mut(&statement_no).unwrap();
        figures.documents += count;
        figures.deposits += amount;
        figures.rounding += rounding;
    }
    let credits: Vec<(String, String, i64)> = rows(
        shop,
        "SELECT s.statement_no, e.entry_type, CAST(SUM(e.amount) AS BIGINT) \
         FROM statement_recycling_entry s JOIN recycling_credit_entry e \
         ON e.entry_id = s.entry_id GROUP BY s.statement_no, e.entry_type",
    )
    .await;
    for (statement_no, entry_type, amount) in credits {
        found
            .get_mut(&statement_no)
            .unwrap()
            .add_credit(&entry_type, amount);
    }
    for (statement_no, code, amount, quantity) in paid(shop).await {
        let figures = found.get_mut(&statement_no).unwrap();
        figures.add_tender(&code, (amount, quantity));
    }
    found
}

/// What was paid with each tender of orders and of deposits, by statement.
async fn paid(shop: &Shop) -> Vec<(String, String, i64, i64)> {
    rows(
        shop,
        "SELECT s.statement_no, t.tender_code, CAST(SUM(t.tendered - t.change_given) AS BIGINT), \
         COUNT(*) FROM statement_order s JOIN sales_order_tender t ON t.order_id = s.order_id \
         GROUP BY s.statement_no, t.tender_code UNION ALL \
         SELECT s.statement_no, t.tender_code, CAST(SUM(t.tendered - t.change_given) AS BIGINT), \
         COUNT(*) FROM statement_deposit_entry s JOIN deposit_tender t ON t.entry_id = s.entry_id \
         GROUP BY s.statement_no, t.tender_code",
    )
    .await
}

/// An entry of the journal: kind, business date and what it states.
type Entry = (String, String, Value);

/// The entries of the store and its tills, as they were written. The clock of the test is moved between
/// them where their order counts.
async fn journal_of(shop: &Shop) -> Vec<Entry> {
    let entries: Vec<(String, String, Vec<u8>)> = rows(
        shop,
        "SELECT kind, business_date, payload FROM journal_entry \
         WHERE chain_id = 'PAR' OR chain_id LIKE 'PAR-%' ORDER BY at_utc, chain_id, seq",
    )
    .await;
    let read = |(kind, date, payload): (String, String, Vec<u8>)| {
        (kind, date, serde_json::from_slice(&payload).unwrap())
    };
    entries.into_iter().map(read).collect()
}

/// The second way: a fold over the journal. What was written before a statement was calculated, on its
/// date or before, and waits, is in it.
fn folded(journal: &[Entry]) -> ByStatement {
    let text = |value: &Value, name: &str| value[name].as_str().unwrap().to_owned();
    let dates: BTreeMap<String, String> = journal
        .iter()
        .filter(|(_, _, payload)| payload["event"] == "statementPosted")
        .map(|(_, _, it)| (text(it, "statementNo"), text(it, "businessDate")))
        .collect();
    let mut found = ByStatement::new();
    let mut waiting: Vec<&Entry> = Vec::new();
    for entry in journal {
        let (kind, _, payload) = entry;
        if payload["event"] == "statementCalculated" {
            let statement_no = text(payload, "statementNo");
            let date = &dates[&statement_no];
            let figures = found.entry(statement_no).or_default();
            waiting.retain(|it| {
                let is_later = it.1 > *date;
                if !is_later {
                    add_entry(figures, it);
                }
                is_later
            });
        } else if kind == "ticket"
            || payload["tenders"].is_array()
            || payload["event"] == "recyclingCredit"
        {
            waiting.push(entry);
        }
    }
    assert!(waiting.is_empty(), "everything is in a statement");
    found
}

fn minor(value: &Value, name: &str) -> i64 {
    value[name]["minor"].as_i64().unwrap()
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().unwrap()
}

fn add_entry(figures: &mut Figures, (kind, _, payload): &Entry) {
    if payload["event"] == "recyclingCredit" {
        let entry_type = payload["entry"].as_str().unwrap();
        figures.add_credit(entry_type, payload["amount"].as_i64().unwrap());
        return;
    }
    figures.documents += 1;
    let mut paid = 0;
    for tender in list(payload, "tenders") {
        let amount = minor(tender, "tendered") - minor(tender, "change");
        let code = tender["tenderCode"].as_str().unwrap();
        figures.add_tender(code, (amount, 1));
        paid += amount;
    }
    if kind != "ticket" {
        let due: i64 = list(payload, "tenders")
            .iter()
            .map(|it| minor(it, "amount"))
            .sum();
        figures.deposits += due;
        figures.rounding += paid - due;
        return;
    }
    figures.rounding += minor(payload, "rounding");
    for line in list(payload, "lines") {
        let net = minor(line, "net");
        let full = line["quantity"].as_i64().unwrap() * minor(line, "unitPrice");
        if line["itemNo"] == CARD {
            figures.gift_cards += net;
            let rate = line["vatRate"].as_i64().unwrap();
            figures.add_vat(rate, (-net, -minor(line, "vatAmount")));
        } else {
            figures.sales += net;
            figures.discount += full - net;
        }
    }
    for rate in list(payload, "vat") {
        let sums = (minor(rate, "gross"), minor(rate, "vatAmount"));
        figures.add_vat(rate["vatRate"].as_i64().unwrap(), sums);
    }
}

/// The journal's closing of the date of each statement says the same: its tickets, their total, the VAT
/// and the tenders. It counts gift cards among what was sold, and tenders without rounding.
fn assert_closings_agree(journal: &[Entry], dates: &BTreeMap<String, String>, said: &ByStatement) {
    let mut perpetual = 0;
    for (statement_no, figures) in said {
        let date = &dates[statement_no];
        let mut closings = journal.iter().filter(|(kind, _, closing)| {
            kind == "closing.day"
                && closing["terminalNo"].is_null()
                && closing["toDate"] == date.as_str()
        });
        let (_, _, closing) = closings
            .next()
            .unwrap_or_else(|| panic!("no closing {date}"));
        assert!(closings.next().is_none(), "{date} is closed once");
        let whole = &closing["ofStore"];
        let sums = &whole["sums"];
        let mut expected = figures.clone();
        expected.add_tender("CASH", (-figures.rounding, 0));
        expected.tenders.retain(|_, sum| *sum != (0, 0));
        if figures.gift_cards != 0 {
            expected.add_vat(0, (figures.gift_cards, 0));
        }
        let mut found = Figures {
            documents: sums["tickets"].as_i64().unwrap()
                + sums["deposits"]["count"].as_i64().unwrap(),
            sales: sums["total"].as_i64().unwrap() - figures.gift_cards,
            discount: sums["discount"].as_i64().unwrap(),
            gift_cards: figures.gift_cards,
            deposits: sums["deposits"]["amount"].as_i64().unwrap(),
            rounding: sums["rounding"].as_i64().unwrap(),
            granted: figures.granted,
            repaid: figures.repaid,
            ..Figures::default()
        };
        for (code, part) in sums["tenders"].as_object().unwrap() {
            let number = |name: &str| part[name].as_i64().unwrap();
            found.add_tender(code, (number("amount"), number("count")));
        }
        for (rate, sum) in sums["vat"].as_object().unwrap() {
            let number = |name: &str| sum[name].as_i64().unwrap();
            found.add_vat(
                rate.parse().unwrap(),
                (number("gross"), number("vatAmount")),
            );
        }
        assert_eq!(found, expected, "the closing of {date}");
        perpetual += figures.sales + figures.gift_cards;
        assert_eq!(whole["perpetual"]["total"], perpetual, "{date}");
    }
}

/// Numbers without gaps, each Z with the hash of the one before, and totals that are the sum of all.
async fn assert_z_hold(shop: &Shop, said: &ByStatement) {
    let chain: Vec<(i64, String, String, String, String)> = rows(
        shop,
        "SELECT z_no, statement_no, content, hash, previous_hash FROM statement_z \
         WHERE store_no = 'PAR' ORDER BY z_no",
    )
    .await;
    let totals: Vec<(i64, i64, i64)> = rows(
        shop,
        "SELECT z_no, perpetual_sales, perpetual_absolute FROM statement_z \
         WHERE store_no = 'PAR' ORDER BY z_no",
    )
    .await;
    assert_eq!(chain.len(), said.len());
    let (mut before, mut sales, mut absolute) = (String::new(), 0, 0);
    for ((number, row), total) in (1..).zip(chain).zip(totals) {
        let (z_no, statement_no, content, hash, previous_hash) = row;
        let (_, perpetual, perpetual_absolute) = total;
        sales += said[&statement_no].sales;
        assert_eq!((z_no, &previous_hash), (number, &before), "{statement_no}");
        assert_eq!(perpetual, sales, "{statement_no}");
        assert!(
            perpetual_absolute >= absolute.max(sales),
            "{statement_no}: {perpetual_absolute} after {absolute}"
        );
        let computed = hex::encode(Sha256::digest(format!("vitrine-z/5{content}")));
        assert_eq!(hash, computed, "{statement_no}");
        (before, absolute) = (hash, perpetual_absolute);
    }
}

fn assert_same(stored: &ByStatement, recomputed: &ByStatement, way: &str) {
    assert!(stored.keys().eq(recomputed.keys()), "{way}");
    for (statement_no, figures) in stored {
        assert_eq!(figures, &recomputed[statement_no], "{statement_no}: {way}");
    }
}

/// Holds every statement against what was done, what tables say, what the journal says, and the proof of
/// the program itself.
pub(crate) async fn assert_figures_hold(shop: &Shop, told: &[Told]) {
    let stored = stored(shop).await;
    assert_same(&stored, &summed(shop).await, "SQL over the documents");
    let journal = journal_of(shop).await;
    assert_same(&stored, &folded(&journal), "a fold over the journal");
    let rows: Vec<(String, String, i64, i64)> = rows(
        shop,
        "SELECT statement_no, transaction_date, documents, difference FROM statement \
         ORDER BY statement_no",
    )
    .await;
    let done = rows.iter().map(|(_, date, documents, difference)| Told {
        date: date.clone(),
        documents: *documents,
        difference: *difference,
    });
    assert_eq!(done.collect::<Vec<_>>(), told, "what was done");
    let dates = rows
        .into_iter()
        .map(|(no, date, _, _)| (no, date))
        .collect();
    assert_closings_agree(&journal, &dates, &stored);
    assert_z_hold(shop, &stored).await;
    let options = journal::VerifyOptions {
        trusted_keys: vec![journal::Signer::new(&testkit::KEY).public_key()],
        anchors: Some(Vec::new()),
    };
    let report = app::command::verify_books(shop.db(), &options).await;
    assert!(report.is_intact() && report.findings.is_empty(), "{report}");
}
