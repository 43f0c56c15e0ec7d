//! Closings of days, months and years: what they come to, that each day has one, and that whoever
//! changes one is found.

use std::sync::Arc;

use ed25519_dalek::SigningKey;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use journal::rule::closing::{Closing, Part};
use journal::rule::entry::{Header, sha256};
use journal::{
    ClosedDay, Kind, NewEntry, Report, TicketTender, VerifyOptions, append, close_day, close_due,
    verify,
};
use rusqlite::Connection;
use serde_json::{Value, json};
use shell::event::Events;
use shell::{Clock, Outcome, Shell};

use crate::fixture::{connect, ticket_at, write_ticket};
use crate::support::{Shop, new_entry};

pub(crate) const STORE: &str = "PAR01";
pub(crate) const TILLS: [&str; 2] = ["PAR01-T1", "PAR01-T2"];

const BOUTIQUE: &str = "
INSERT INTO company VALUES ('FR', 'Maison', 'FR', '123 456 789 00012', 'FR00123456789');
INSERT INTO store (store_no, company_no, name, address, postal_code, city, country_code, telephone,
  currency_code, time_zone, language_code, force_language_receipt, end_of_business_day,
  vat_posting_group, deductible_vat_posting_group, duty_free, cash_rounding_step,
  price_rounding_step, do_not_allow_negative_inventory, is_show_qr_code, recall_minutes,
  redirect_url, status, receipt_printer)
  VALUES ('PAR01', 'FR', 'Paris', '', '', 'Paris', 'FR', '', 'EUR', 'Europe/Paris', 'fr', NULL, 240,
  'FR', 'FR', FALSE, 1, 1, TRUE, FALSE, 30, '', 'OPEN', NULL);
INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, device_address)
  VALUES ('PAR01-T1', 'PAR01', '1', '', '', ''), ('PAR01-T2', 'PAR01', '2', '', '', '');
";

/// Place, kind, time, business date, payload and the hash before, of an entry.
type Stored = (i64, String, String, String, Vec<u8>, Vec<u8>);

/// A shop with two tills whose days a test makes.
pub(crate) struct Boutique {
    pub(crate) shop: Shop,
    pub(crate) tables: Connection,
    sold: i64,
}

pub(crate) fn date(text: &str) -> Date {
    text.parse().unwrap()
}

/// An hour of a business date in Paris; those from 24 on are of the night after it.
pub(crate) fn at(date: Date, hour: i8) -> Timestamp {
    let day = date.checked_add(i64::from(hour / 24).days()).unwrap();
    let local = day.at(hour % 24, 0, 0, 0).in_tz("Europe/Paris").unwrap();
    local.timestamp()
}

impl Boutique {
    pub(crate) async fn open() -> Self {
        let shop = Shop::open().await;
        let tables = connect(&shop.path());
        tables.execute_batch(BOUTIQUE).unwrap();
        Self {
            shop,
            tables,
            sold: 0,
        }
    }

    pub(crate) async fn write(
        &self,
        chain: &str,
        kind: Kind,
        at: Timestamp,
        members: &Value,
    ) -> (i64, NewEntry) {
        let mut entry = new_entry(chain, kind, members);
        entry.at = at;
        // Shops of these tests turn the day at four in the morning.
        let local = at.in_tz("Europe/Paris").unwrap();
        entry.business_date = local.checked_sub(4.hours()).unwrap().date();
        if local.hour() >= 4 {
            entry.business_date = local.date();
        }
        let input = (self.shop.signer.clone(), entry.clone());
        let written = self.shop.db.write(input, |tx, (signer, entry)| {
            Box::pin(append(tx, signer, entry.clone()))
        });
        (written.await.unwrap().seq, entry)
    }

    /// Sells one piece at a till, in the journal and in the tables, and says its price.
    pub(crate) async fn sell(&mut self, till: &str, at: Timestamp) -> i64 {
        self.sold += 1;
        let mut ticket = ticket_at(self.sold);
        ticket.terminal_no = till.into();
        let members = serde_json::to_value(&ticket).unwrap();
        let (seq, entry) = self.write(till, Kind::Ticket, at, &members).await;
        write_ticket(&self.tables, self.sold, &entry, seq);
        ticket.total.minor
    }

    pub(crate) async fn try_close(&self, date: Date, now: Timestamp) -> Outcome<ClosedDay> {
        let input = (self.shop.signer.clone(), date, now);
        self.shop
            .db
            .write(input, |tx, (signer, date, now)| {
                Box::pin(async move { close_day(tx, signer, &STORE.into(), *date, *now).await })
            })
            .await
    }

    pub(crate) async fn close(&self, date: Date, now: Timestamp) -> ClosedDay {
        self.try_close(date, now).await.unwrap()
    }

    pub(crate) async fn close_due(&self, now: Timestamp) -> i64 {
        let shell = Shell {
            db: self.shop.db.clone(),
            clock: Clock::manual(now),
            events: Arc::new(Events::new(None)),
        };
        close_due(&shell, &Arc::new(self.shop.signer.clone()))
            .await
            .unwrap()
    }

    pub(crate) async fn verify(&self) -> Report {
        let options = VerifyOptions {
            trusted_keys: vec![self.shop.signer.public_key()],
            anchors: Some(Vec::new()),
        };
        verify(&self.shop.db, &options).await
    }

    /// The closings of a chain of one kind, in order.
    fn closings(&self, chain: &str, kind: Kind) -> Vec<Closing> {
        let sql =
            "SELECT payload FROM journal_entry WHERE chain_id = ?1 AND kind = ?2 ORDER BY seq";
        self.tables
            .prepare(sql)
            .unwrap()
            .query_map((chain, kind.name()), |row| row.get::<_, Vec<u8>>(0))
            .unwrap()
            .map(|payload| serde_json::from_slice(&payload.unwrap()).unwrap())
            .collect()
    }

    /// Writes the payload of an entry anew, with all hashes from there on and true signatures: what
    /// somebody can do who has the key.
    fn forge(&self, chain: &str, seq: i64, change: impl Fn(&mut Value)) {
        self.forge_with(&[7; 32], chain, seq, change);
    }

    /// The place of the closing of a day.
    pub(crate) fn seq_of_closing(&self, chain: &str, date: &str) -> i64 {
        let sql = "SELECT seq FROM journal_entry WHERE chain_id = ?1 AND kind = 'closing.day' \
                   AND business_date = ?2";
        self.tables
            .query_row(sql, (chain, date), |row| row.get(0))
            .unwrap()
    }

    /// The same with another key.
    pub(crate) fn forge_with(
        &self,
        key: &[u8; 32],
        chain: &str,
        seq: i64,
        change: impl Fn(&mut Value),
    ) {
        let mut rows: Vec<Stored> = self
            .tables
            .prepare(
                "SELECT seq, kind, at_utc, business_date, payload, prev_hash FROM journal_entry \
                 WHERE chain_id = ?1 AND seq >= ?2 ORDER BY seq",
            )
            .unwrap()
            .query_map((chain, seq), |row| {
                Ok((
                    row.get(0)?,
                    row.get(1)?,
                    row.get(2)?,
                    row.get(3)?,
                    row.get(4)?,
                    row.get(5)?,
                ))
            })
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let mut members: Value = serde_json::from_slice(&rows[0].4).unwrap();
        change(&mut members);
        rows[0].4 = journal::rule::canonical::canonical(&members).unwrap();
        let mut prev_hash = rows[0].5.clone();
        for (seq, kind, at_utc, business_date, payload, _) in rows {
            let payload_hash = sha256(&payload);
            let hash = Header {
                format: "pos-journal/1",
                chain_id: chain,
                seq,
                kind: &kind,
                at_utc: &at_utc,
                business_date: &business_date,
                payload_hash: &payload_hash,
                prev_hash: &prev_hash,
            }
            .hash();
            let signature = journal::rule::key::sign(&SigningKey::from_bytes(key), &hash);
            self.tables
                .execute(
                    "UPDATE journal_entry SET payload = ?3, payload_hash = ?4, prev_hash = ?5, \
                     hash = ?6, signature = ?7 WHERE chain_id = ?1 AND seq = ?2",
                    rusqlite::params![
                        chain,
                        seq,
                        payload,
                        payload_hash,
                        prev_hash,
                        hash,
                        signature.as_slice()
                    ],
                )
                .unwrap();
            self.tables
                .execute(
                    "UPDATE journal_head SET hash = ?3 WHERE chain_id = ?1 AND seq = ?2",
                    rusqlite::params![chain, seq, hash],
                )
                .unwrap();
            prev_hash = hash.to_vec();
        }
    }
}

pub(crate) fn found(report: &Report) -> Vec<String> {
    report.findings.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn a_day_is_closed_once_and_holds_what_was_sold() {
    let mut boutique = Boutique::open().await;
    let day = date("2026-11-14");
    let card = boutique.sell(TILLS[1], at(day, 15)).await;
    let first = boutique.sell(TILLS[0], at(day, 15)).await;
    let night = boutique.sell(TILLS[0], at(day, 27)).await;
    let tomorrow = boutique.sell(TILLS[0], at(day, 28)).await;
    let closed = boutique.close(day, at(day, 29)).await;
    let till = &closed.tills[0].closing;
    assert_eq!(
        (till.first_seq, till.last_seq, till.sums.tickets),
        (1, 3, 2)
    );
    assert_eq!(till.sums.total, first + night);
    assert_eq!(till.perpetual.absolute, first + night);
    assert_eq!(
        till.sums.kinds,
        [("event".to_owned(), 1), ("ticket".to_owned(), 2)].into()
    );
    assert_eq!(till.sums.vat["200000"].vat_amount, 2 * 2_483);
    assert_eq!(till.sums.sold.net, first + night - 2 * 2_483);
    assert_eq!(
        (till.previous.clone(), till.of_store.is_none()),
        (None, true)
    );
    let of_store = closed.store.closing.of_store.clone().unwrap();
    assert_eq!(of_store.sums.total, card + first + night);
    assert_eq!(of_store.tills.len(), 2);
    assert_eq!(of_store.tills[1], closed.tills[1].link);

    // Again, and by somebody else: the same closings are answered and nothing is written.
    let again = boutique.close(day, at(day, 40)).await;
    assert_eq!(again.store.link, closed.store.link);
    assert_eq!(again.tills[0].link, closed.tills[0].link);
    assert_eq!(boutique.close_due(at(day, 40)).await, 0);
    assert_eq!(boutique.closings(STORE, Kind::ClosingDay).len(), 1);

    // What was sold before the closing was written, on the day after, is of the day after.
    let next = boutique.close(date("2026-11-15"), at(day, 47)).await;
    let till = &next.tills[0].closing;
    assert_eq!((till.first_seq, till.sums.total), (4, tomorrow));
    assert_eq!(till.perpetual.total, first + night + tomorrow);
    assert_eq!(till.previous, Some(closed.tills[0].link.clone()));
    let report = boutique.verify().await;
    assert_eq!(found(&report), [] as [&str; 0]);
    assert_eq!((report.exit_code(), report.compared.closings), (0, 6));
}

#[tokio::test]
async fn what_is_sold_after_an_early_closing_falls_into_the_next_one() {
    let mut boutique = Boutique::open().await;
    let day = date("2026-11-14");
    let early = boutique.sell(TILLS[0], at(day, 15)).await;
    let closed = boutique.close(day, at(day, 19)).await;
    assert_eq!(closed.tills[0].closing.sums.total, early);
    let late = boutique.sell(TILLS[0], at(day, 20)).await;
    // A till that is put up in the evening, after the store closed.
    let new = boutique.sell(TILLS[1], at(day, 21)).await;
    assert_eq!(boutique.close(day, at(day, 22)).await.tills.len(), 1);
    let next = boutique.close(date("2026-11-15"), at(day, 30)).await;
    assert_eq!(next.tills[0].closing.sums.total, late);
    assert_eq!(next.tills[0].closing.sums.kinds["closing.day"], 1);
    assert_eq!(next.tills[1].closing.sums.total, new);
    let of_store = next.store.closing.of_store.unwrap();
    assert_eq!(of_store.sums.total, late + new);
    assert_eq!(of_store.perpetual.total, early + late + new);
    assert_eq!(found(&boutique.verify().await), [] as [&str; 0]);
    let refused = boutique.try_close(date("2026-11-16"), at(day, 30)).await;
    assert!(
        refused.is_err(),
        "a day that has not begun cannot be closed"
    );
}

#[tokio::test]
async fn a_journal_that_is_older_than_closings_has_them_for_a_week() {
    let mut boutique = Boutique::open().await;
    let mut old = 0;
    for day in ["2026-09-01", "2026-10-10", "2026-11-08"] {
        old += boutique.sell(TILLS[0], at(date(day), 15)).await;
    }
    let last = boutique.sell(TILLS[0], at(date("2026-11-14"), 15)).await;
    assert_eq!(boutique.close_due(at(date("2026-11-15"), 10)).await, 7);
    let days = boutique.closings(TILLS[0], Kind::ClosingDay);
    assert_eq!(days.len(), 7);
    assert_eq!(
        (days[0].from_date.as_str(), days[0].to_date.as_str()),
        ("2026-09-01", "2026-11-08")
    );
    assert_eq!((days[0].sums.total, days[1].sums.total), (old, 0));
    assert_eq!(
        (days[6].sums.total, days[6].perpetual.total),
        (last, old + last)
    );
    assert_eq!(found(&boutique.verify().await), [] as [&str; 0]);
}

#[tokio::test]
async fn refunds_deposits_and_training_are_told_apart() {
    let boutique = Boutique::open().await;
    let day = date("2026-11-14");
    let (till, now) = (TILLS[0], at(day, 15));
    let mut refund = ticket_at(2);
    let back = -14_902;
    for money in [
        &mut refund.total,
        &mut refund.vat[0].gross,
        &mut refund.tenders[0].amount,
    ] {
        money.minor = back;
    }
    refund.vat[0].vat_amount.minor = -2_483;
    let members = serde_json::to_value(&refund).unwrap();
    boutique.write(till, Kind::Correction, now, &members).await;
    let sale = serde_json::to_value(ticket_at(4)).unwrap();
    boutique.write(till, Kind::Ticket, now, &sale).await;
    boutique.write(till, Kind::Training, now, &sale).await;
    let tender: &TicketTender = &ticket_at(1).tenders[0];
    let deposit = json!({"code": 1070, "event": "depositPaid", "tenders": [tender]});
    boutique.write(till, Kind::Deposit, now, &deposit).await;
    boutique
        .write(till, Kind::Ticket, now, &json!({"code": 1}))
        .await;
    let closed = boutique.close(day, at(day, 20)).await;
    let closing = &closed.tills[0].closing;
    let sums = &closing.sums;
    let part = |count, amount| Part { count, amount };
    assert_eq!(sums.refunds, part(1, back));
    assert_eq!(sums.training, part(1, 14_904));
    assert_eq!(sums.deposits, part(1, 14_901));
    assert_eq!(sums.tenders["VISA"], part(2, 14_904 + back));
    assert_eq!(sums.tenders["CASH"], part(1, 14_901));
    assert_eq!((sums.total, sums.absolute), (2, 14_904 - back));
    assert_eq!((sums.tickets, sums.unread), (2, 1));
    assert_eq!(closing.perpetual.absolute, 14_904 - back);
    // No table holds any of it, and a closing of each chain says so.
    let report = boutique.verify().await;
    assert_eq!(report.exit_code(), 16);
    let text = report.to_string();
    let told = "closing of 2026-11-14 tenders.CASH.amount: expected 14901, found nothing";
    assert!(text.contains(told), "{text}");
}

/// Four hundred days, from 20 December 2027 on: both days on which the clocks change, a leap day, a
/// day without sales each week, evenings on which somebody closes, and days on which the program
/// stood still.
#[tokio::test]
async fn four_hundred_days_recompute() {
    let mut boutique = Boutique::open().await;
    let first = date("2027-12-20");
    let mut turnover = 0;
    for number in 0..400_i64 {
        let day = first.checked_add(number.days()).unwrap();
        if number % 7 != 6 {
            for till in TILLS {
                turnover += boutique.sell(till, at(day, 15)).await;
            }
        }
        match number % 5 {
            0 => {
                boutique.close(day, at(day, 19)).await;
                turnover += boutique.sell(TILLS[0], at(day, 26)).await;
            }
            3 => {}
            _ => {
                boutique.close_due(at(day, 29)).await;
            }
        }
    }
    let last = first.checked_add(399.days()).unwrap();
    boutique.close(last, at(last, 47)).await;
    let days = boutique.closings(STORE, Kind::ClosingDay);
    assert_eq!(days.len(), 400);
    let dates: Vec<Date> = days.iter().map(|day| date(&day.to_date)).collect();
    assert!(
        dates
            .windows(2)
            .all(|two| two[0].tomorrow().unwrap() == two[1])
    );
    assert!(dates.contains(&date("2028-02-29")));
    for chain in [STORE, TILLS[0], TILLS[1]] {
        let days = boutique.closings(chain, Kind::ClosingDay);
        assert!(
            days.windows(2)
                .all(|two| two[0].perpetual.absolute <= two[1].perpetual.absolute)
        );
        assert!(
            days.windows(2)
                .all(|two| two[0].last_seq + 1 == two[1].first_seq)
        );
        let months = boutique.closings(chain, Kind::ClosingMonth);
        assert_eq!(months.len(), 13, "{chain}");
        let february = &months[2];
        assert_eq!(
            (february.days, february.to_date.as_str()),
            (29, "2028-02-29")
        );
        let years = boutique.closings(chain, Kind::ClosingYear);
        assert_eq!((years.len(), years[1].days), (2, 366), "{chain}");
        let of_days = |from: &str, to: &str| -> i64 {
            let days = days
                .iter()
                .filter(|it| (from..=to).contains(&it.to_date.as_str()));
            days.map(|day| day.sums.total).sum()
        };
        assert_eq!(february.sums.total, of_days("2028-02-01", "2028-02-29"));
        assert_eq!(years[1].sums.total, of_days("2028-01-01", "2028-12-31"));
    }
    let taken = days[399].of_store.as_ref().unwrap().perpetual;
    assert_eq!((taken.total, taken.absolute), (turnover, turnover));
    let report = boutique.verify().await;
    assert_eq!(found(&report), [] as [&str; 0]);
    assert_eq!((report.exit_code(), report.compared.closings), (0, 1_200));
}

/// A month of which each closing is forged in turn by somebody who has the key.
#[tokio::test]
async fn a_closing_that_is_not_the_sum_of_its_entries_is_found() {
    let mut boutique = Boutique::open().await;
    let first = date("2026-11-28");
    for number in 0..4_i64 {
        let day = first.checked_add(number.days()).unwrap();
        for till in TILLS {
            boutique.sell(till, at(day, 15)).await;
        }
    }
    boutique.close_due(at(date("2026-12-01"), 30)).await;
    assert_eq!(boutique.verify().await.exit_code(), 0);
    let seqs = |chain: &str, kind: &str| -> Vec<i64> {
        let sql = "SELECT seq FROM journal_entry WHERE chain_id = ?1 AND kind = ?2 ORDER BY seq";
        let mut statement = boutique.tables.prepare(sql).unwrap();
        let rows = statement
            .query_map((chain, kind), |row| row.get(0))
            .unwrap();
        rows.map(Result::unwrap).collect()
    };
    let day = seqs(TILLS[0], "closing.day")[1];
    let month = seqs(TILLS[0], "closing.month")[0];
    let store = seqs(STORE, "closing.day")[1];
    let forged: [(&str, i64, &str); 12] = [
        (TILLS[0], day, "/sums/total"),
        (TILLS[0], day, "/sums/kinds/ticket"),
        (TILLS[0], day, "/sums/vat/200000/vatAmount"),
        (TILLS[0], day, "/perpetual/total"),
        (TILLS[0], day, "/perpetual/absolute"),
        (TILLS[0], day, "/firstSeq"),
        (TILLS[0], day, "/previous/seq"),
        (TILLS[0], month, "/sums/total"),
        (TILLS[0], month, "/days"),
        (STORE, store, "/ofStore/sums/total"),
        (STORE, store, "/ofStore/perpetual/total"),
        (STORE, store, "/ofStore/tills/0/seq"),
    ];
    for (chain, seq, member) in forged {
        let copy = Boutique::copy_of(&boutique);
        copy.forge(chain, seq, |closing| {
            let figure = closing.pointer_mut(member).unwrap();
            *figure = json!(figure.as_i64().unwrap() - 1);
        });
        let report = copy.verify().await;
        assert_eq!(report.exit_code(), 15, "{member}: {report}");
        let name = member[1..].replace('/', ".");
        let name = name.strip_prefix("ofStore.").unwrap_or(&name);
        // Another place is another closing, with another hash.
        let name = name.replace("tills.0.seq", "tills.0.hash");
        let blamed = report.findings.iter().any(|finding| {
            finding.chain == chain && finding.seq == Some(seq) && finding.what.ends_with(&name)
        });
        assert!(blamed, "{member}: {report}");
    }
    // A ticket that is made smaller with the key is found by the closing that it belongs to, and by
    // the tables.
    let ticket = seqs(TILLS[0], "ticket")[1];
    let copy = Boutique::copy_of(&boutique);
    copy.forge(TILLS[0], ticket, |ticket| {
        ticket["total"]["minor"] = json!(1);
    });
    let report = copy.verify().await;
    assert_eq!(report.exit_code(), 15, "{report}");
    assert!(report.to_string().contains("sums.total"), "{report}");
    // Without the key a closing is an entry like any other, and no other is blamed.
    let copy = Boutique::copy_of(&boutique);
    let sql = format!(
        "UPDATE journal_entry SET payload = '{{}}' WHERE seq = {day} AND chain_id = 'PAR01-T1'"
    );
    copy.tables.execute_batch(&sql).unwrap();
    let report = copy.verify().await;
    assert_eq!(report.exit_code(), 10, "{report}");
    assert!(
        report
            .findings
            .iter()
            .all(|it| it.seq == Some(day) || it.chain == STORE),
        "{report}"
    );
    // A tender that was changed in the tables of a closed day.
    let copy = Boutique::copy_of(&boutique);
    copy.tables
        .execute_batch("UPDATE sales_order_tender SET amount = amount - 5, tendered = tendered - 5")
        .unwrap();
    let report = copy.verify().await;
    assert_eq!(report.exit_code(), 16, "{report}");
    assert!(
        report
            .to_string()
            .contains("closing of 2026-11-28 tenders.CASH.amount"),
        "{report}"
    );
}

impl Boutique {
    pub(crate) fn copy_of(other: &Self) -> Self {
        let shop = Shop::copy_of(&other.shop);
        let tables = connect(&shop.path());
        Self {
            shop,
            tables,
            sold: other.sold,
        }
    }
}
