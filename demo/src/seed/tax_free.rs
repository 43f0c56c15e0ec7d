//! Tax-free forms in every state, and each store's access to the operator beside the demonstration.

use std::sync::Arc;

use jiff::civil::{Date, date};
use jiff::{SignedDuration, Timestamp, ToSpan};
use journal::Signer;
use kernel::id::{OrderId, StaffId, StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::{Tx, TxFuture, params};
use tax_free::book::{Occurrence, Past, draft_past, happen, write_down};
use tax_free::record::{Form, NewForm};
use tax_free::rule::state::{Event, State};
use tax_free::rule::traveller::{RefundMethod, Traveller};

use super::insert::Insert;
use crate::company::{STORES, Store};
use crate::random::Random;

/// The key that the demonstration's stores and its operator sign with.
pub const SECRET: &str = "vitrine-demo-tax-free-key";
/// How many forms there are at most in a store.
const FORMS_PER_STORE: i64 = 30;
/// Every so many of the larger sales was tax-free.
const EVERY: usize = 3;

/// Travellers: passport, country, family and given name, born, address.
const TRAVELLERS: [(&str, &str, &str, &str, Date, &str); 8] = [
    (
        "E41720986",
        "CN",
        "Wang",
        "Meilin",
        date(1988, 4, 12),
        "88 Nanjing Road, Shanghai",
    ),
    (
        "E50918273",
        "CN",
        "Ouyang",
        "Xinyi",
        date(1994, 9, 3),
        "12 Jianguo Road, Beijing",
    ),
    (
        "561203984",
        "US",
        "Whitfield",
        "Grace",
        date(1979, 1, 27),
        "410 Elm Street, Boston",
    ),
    (
        "TK8201745",
        "JP",
        "Takahashi",
        "Yuki",
        date(1991, 6, 30),
        "3-2 Ginza, Tokyo",
    ),
    (
        "M70213458",
        "KR",
        "Kim",
        "Jiwoo",
        date(1996, 11, 8),
        "27 Teheran-ro, Seoul",
    ),
    (
        "N1204587",
        "AE",
        "Al Mansoori",
        "Fatima",
        date(1985, 2, 19),
        "Marina Walk 5, Dubai",
    ),
    (
        "K08123475",
        "HK",
        "Cheung",
        "Kayan",
        date(1990, 7, 22),
        "9 Queen's Road, Hong Kong",
    ),
    (
        "X4081726",
        "CH",
        "Keller",
        "Anna",
        date(1972, 12, 5),
        "Bahnhofstrasse 4, Zürich",
    ),
];

/// Whether forms are issued in a store: there is VAT, and the country gives it back.
fn issues(store: &Store) -> bool {
    !store.duty_free && matches!(store.country, "FR" | "IT" | "CN" | "JP")
}

/// What the operator calls a store.
fn shop_no(store_no: &str) -> String {
    format!("SHOP-{store_no}")
}

/// Each store's access to the operator; the address comes with each start.
pub(super) async fn write_stores(tx: &mut Tx) -> Outcome<()> {
    let mut insert = Insert::into(
        "tax_free_store",
        &[
            "store_no",
            "is_enabled",
            "operator_name",
            "address",
            "shop_no",
            "secret",
            "secret_mark",
            "asks_flight",
            "preferred_countries",
        ],
    );
    for store in STORES.iter().filter(|store| issues(store)) {
        let values = params![
            store.store_no,
            true,
            "Refund Partners",
            "http://127.0.0.1:9",
            shop_no(store.store_no),
            SECRET,
            "demo",
            store.country == "FR",
            "CN US JP KR AE HK"
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await?;
    tx.execute(
        "UPDATE store SET is_show_option_of_eu = TRUE WHERE country_code IN ('FR', 'IT')",
        params![],
    )
    .await?;
    Ok(())
}

/// A sale of the past whose buyer took a form.
struct Sale {
    order_id: OrderId,
    terminal_no: TerminalNo,
    staff_id: StaffId,
    on: Date,
    at: Timestamp,
}

pub(super) fn write_forms<'a>(
    tx: &'a mut Tx,
    (signer, today, now): &'a (Arc<Signer>, Date, Timestamp),
) -> TxFuture<'a, ()> {
    Box::pin(async move {
        for (index, store) in (0_u64..).zip(STORES.iter().filter(|store| issues(store))) {
            let mut random = Random::new(9_100 + index);
            let sales = sales(tx, store).await?;
            for (number, sale) in (1_i64..).zip(sales.iter().step_by(EVERY)) {
                let number = i64::try_from(index).unwrap_or(0) * 1_000 + number;
                let days = sale.on.until(*today).map_or(0, |span| span.get_days());
                form(tx, signer, store, sale, (number, days, *now), &mut random).await?;
            }
        }
        Ok(())
    })
}

async fn sales(tx: &mut Tx, store: &Store) -> Outcome<Vec<Sale>> {
    let rows = tx
        .query(
            "SELECT order_id, terminal_no, cashier_id, business_date, completed_at \
             FROM sales_order WHERE store_no = $1 AND order_type = 'SALE' AND total >= $2 \
             ORDER BY completed_at DESC, order_id LIMIT $3",
            params![
                store.store_no,
                match store.currency {
                    "CNY" => 150_000_i64,
                    "JPY" => 30_000,
                    _ => 15_000,
                },
                FORMS_PER_STORE * i64::try_from(EVERY).unwrap_or(1)
            ],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Sale {
                order_id: row.read()?,
                terminal_no: row.read()?,
                staff_id: row.read()?,
                on: row.read()?,
                at: row.read()?,
            })
        })
        .collect()
}

async fn form(
    tx: &mut Tx,
    signer: &Signer,
    store: &Store,
    sale: &Sale,
    (number, days, now): (i64, i32, Timestamp),
    random: &mut Random,
) -> Outcome<()> {
    let at = sale.at + SignedDuration::from_mins(6);
    let (passport, country, family, given, born_on, address) = *random.pick(&TRAVELLERS);
    if country == store.country {
        return Ok(());
    }
    let past = Past {
        store_no: StoreNo(store.store_no.to_owned()),
        terminal_no: sale.terminal_no.clone(),
        staff_id: sale.staff_id.clone(),
        order_id: sale.order_id,
        method: *random.pick(&[RefundMethod::Cash, RefundMethod::Card, RefundMethod::Wallet]),
        at,
        traveller: Traveller {
            passport_no: passport.to_owned(),
            issuing_country: country.to_owned(),
            family_name: family.to_owned(),
            given_name: given.to_owned(),
            born_on,
            residence_country: country.to_owned(),
            residence_address: address.to_owned(),
            arrived_on: Some(sale.on.saturating_sub(3.days())),
            departs_on: Some(sale.on.saturating_add(5.days())),
            flight_no: format!("AF{}", random.between(100, 999)),
        },
    };
    // What cannot go on a form (services alone, gifts) is passed over, as the till would refuse it.
    let Some(new) = draft_past(tx, &past).await? else {
        return Ok(());
    };
    let serial_no = write_down(tx, &new).await?;
    let mut form = Form::from((&new, serial_no));
    for mut occurrence in story(&new, number, days, now) {
        occurrence.noted_at = Some(now);
        let state = happen(tx, signer, &form, &occurrence).await?;
        form.go_on(state, &occurrence);
    }
    Ok(())
}

/// What happened to a form, by its age: customs and refund within weeks, expiry after months, and
/// now and then a void or a refusal.
fn story(form: &NewForm, number: i64, days: i32, now: Timestamp) -> Vec<Occurrence> {
    let after = |hours: i64| (form.started_at + SignedDuration::from_hours(hours)).min(now);
    let digits = format!("25{number:09}");
    let form_no = format!("{digits}0");
    let mut issued = Occurrence::new(Event::Issued, form.started_at);
    issued.staff_id = Some(form.staff_id.clone());
    issued.issued = Some((form_no.clone(), format!("TF{form_no}")));
    if number % 13 == 5 {
        let words = "The operator does not serve this traveller (TRAVELLER_REFUSED)";
        return vec![Occurrence::new(Event::Refused, form.started_at).saying(words)];
    }
    let mut told = vec![issued];
    if number % 7 == 3 {
        let mut asked = Occurrence::new(Event::VoidTag, after(2)).saying("The piece was exchanged");
        asked.staff_id = Some(form.staff_id.clone());
        told.push(asked);
        told.push(Occurrence::new(Event::Voided, after(2)));
    } else if form.deadline_on < now.to_zoned(jiff::tz::TimeZone::UTC).date() && number % 4 == 1 {
        told.push(Occurrence::new(
            Event::DeadlinePassed,
            after((i64::from(days) - 1) * 24),
        ));
    } else if days > 6 && number % 4 != 0 {
        told.push(Occurrence::new(Event::CustomsValidated, after(5 * 24)));
        if days > 14 {
            let mut paid = Occurrence::new(Event::RefundPaid, after(12 * 24));
            paid.refunded = Some(form.amounts.refund.minor);
            told.push(paid);
        }
    }
    told
}

/// The forms that the operator must know: those that were issued and not voided.
pub(super) fn known<'a>(tx: &'a mut Tx, (): &'a ()) -> TxFuture<'a, Vec<serde_json::Value>> {
    Box::pin(async move {
        let states = [State::Issued, State::Validated, State::Refunded];
        let mut known = Vec::new();
        for state in states {
            let rows = tx
                .query(
                    "SELECT f.shop_no, f.form_id, f.form_no, f.barcode, f.currency_code, f.gross, \
                     f.refund, f.issued_at, t.family_name, t.given_name FROM tax_free_form f \
                     JOIN tax_free_traveller t ON t.form_id = f.form_id WHERE f.state = $1",
                    params![state.name()],
                )
                .await?;
            for mut row in rows {
                let shop: String = row.read()?;
                let reference: uuid::Uuid = row.read()?;
                let (form_no, barcode): (String, String) = (row.read()?, row.read()?);
                let currency: String = row.read()?;
                let (gross, refund): (i64, i64) = (row.read()?, row.read()?);
                let issued_at: Timestamp = row.read()?;
                let (family, given): (String, String) = (row.read()?, row.read()?);
                known.push(serde_json::json!({
                    "shop": shop, "reference": reference, "formNumber": form_no,
                    "barcode": barcode, "status": state.name(),
                    "traveller": format!("{family} {given}"), "currency": currency,
                    "gross": gross, "refund": refund, "issuedAt": issued_at.to_string(),
                }));
            }
        }
        Ok(known)
    })
}
