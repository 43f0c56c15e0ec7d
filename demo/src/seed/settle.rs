//! How a past sale was paid: notes and change, cards and their approvals.

use jiff::Timestamp;
use journal::TicketTender;
use kernel::id::{AttemptId, TenderCode, TenderId};
use kernel::rounding::{Direction, Ratio};
use kernel::{Currency, Money};
use shell::{Failure, Outcome};

use super::identity;
use crate::company::{Store, TENDERS, Tender, TenderKind};
use crate::order::TenderShare;
use crate::random::Random;

/// What was paid, and what rounding in cash added or took.
pub(super) struct Settlement {
    pub(super) tenders: Vec<TicketTender>,
    pub(super) rounding: Money,
}

/// The tender of a code.
pub(super) fn tender_of(code: &str) -> Outcome<&'static Tender> {
    TENDERS
        .iter()
        .find(|tender| tender.code == code)
        .ok_or_else(|| Failure::internal(format!("no tender {code}")))
}

/// Pays `total` in the wanted shares, by the rules of the payment page: the last tender closes the
/// balance, and only cash that closes it is rounded (domain §4.3).
pub(super) fn settle(
    store: &Store,
    total: Money,
    shares: &[TenderShare],
    at: Timestamp,
    random: &mut Random,
) -> Outcome<Settlement> {
    let money = |minor| Money::new(minor, total.currency);
    let (mut balance, mut rounding) = (total.minor, 0);
    let mut tenders = Vec::with_capacity(shares.len());
    for (index, share) in shares.iter().enumerate() {
        let tender = tender_of(share.tender_code)?;
        let is_cash = tender.kind == TenderKind::Cash;
        let step = if is_cash {
            smallest_note(total.currency)
        } else {
            1
        };
        let part = total.minor * i64::from(share.percent) / 100 / step * step;
        let is_last = index + 1 == shares.len();
        if !is_last && part == 0 {
            continue;
        }
        let amount = if is_last { balance } else { part };
        let mut paid = TicketTender {
            tender_id: TenderId(identity::at(
                at,
                &format!("tender {index} {}", random.text()),
            )),
            tender_code: TenderCode(tender.code.to_owned()),
            amount: money(amount),
            tendered: money(amount),
            change: money(0),
            foreign: None,
            brand: None,
            last_four: None,
            approval_code: None,
            poi_transaction_id: None,
            reference: None,
            attempt_id: None,
        };
        if is_cash && is_last {
            let closing = Ratio::integer(i128::from(amount))
                .round(store.cash_rounding_minor, Direction::Nearest);
            rounding = closing - amount;
            let tendered = notes_for(closing, total.currency, random);
            paid.tendered = money(tendered);
            paid.change = money(tendered - closing);
        }
        if tender.kind == TenderKind::Card {
            by_card(&mut paid, at, random);
        }
        balance -= amount;
        tenders.push(paid);
    }
    Ok(Settlement {
        tenders,
        rounding: money(rounding),
    })
}

/// What the terminal said of a card.
fn by_card(paid: &mut TicketTender, at: Timestamp, random: &mut Random) {
    let number = random.text();
    paid.brand = Some(brand(&paid.tender_code.0).to_owned());
    paid.last_four = Some(format!("{:04}", random.below(10_000)));
    paid.approval_code = Some(format!("{:06}", random.below(1_000_000)));
    paid.poi_transaction_id = Some(format!("V{}.{number}", at.as_second()));
    paid.attempt_id = Some(AttemptId(identity::at(at, &format!("attempt {number}"))));
}

/// The brand as terminals name it; the setup of the tenders maps the same names.
pub(super) fn brand(tender_code: &str) -> &'static str {
    match tender_code {
        "VISA" => "visa",
        "MC" => "mc",
        "AMEX" => "amex",
        "CUP" => "cup",
        _ => "*",
    }
}

/// Notes that people hand over, in minor units.
const fn notes(currency: Currency) -> [i64; 3] {
    match currency {
        Currency::Hkd => [2_000, 10_000, 50_000],
        Currency::Cny => [1_000, 5_000, 10_000],
        Currency::Jpy => [1_000, 5_000, 10_000],
        Currency::Kwd => [1_000, 5_000, 10_000],
        _ => [500, 1_000, 5_000],
    }
}

const fn smallest_note(currency: Currency) -> i64 {
    notes(currency)[0]
}

/// The exact amount, or the next amount in notes of one kind.
fn notes_for(closing: i64, currency: Currency, random: &mut Random) -> i64 {
    if random.percent(20) {
        return closing;
    }
    let note = *random.pick(&notes(currency));
    (closing + note - 1) / note * note
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::company::store_of;

    fn pay(store_no: &str, total: i64, shares: &[(&'static str, u32)], seed: u64) -> Settlement {
        let store = store_of(store_no).unwrap();
        let currency = Currency::parse(store.currency).unwrap();
        let shares: Vec<TenderShare> = shares
            .iter()
            .map(|(tender_code, percent)| TenderShare {
                tender_code,
                percent: *percent,
            })
            .collect();
        let at = "2026-11-20T10:00:00Z".parse().unwrap();
        let total = Money::new(total, currency);
        settle(store, total, &shares, at, &mut Random::new(seed)).unwrap()
    }

    #[test]
    fn cash_that_closes_is_rounded_and_gives_change() {
        for seed in 0..50 {
            let settlement = pay("MIL01", 15_203, &[("CASH", 100)], seed);
            let cash = &settlement.tenders[0];
            assert_eq!(cash.amount.minor, 15_203);
            assert_eq!(settlement.rounding.minor, 2);
            assert_eq!(cash.tendered.minor - cash.change.minor, 15_205);
            assert!((0..5_000).contains(&cash.change.minor));
        }
    }

    #[test]
    fn parts_add_up_and_only_the_closing_cash_is_rounded() {
        let settlement = pay("MIL01", 15_203, &[("CASH", 30), ("VISA", 70)], 7);
        assert_eq!(settlement.rounding.minor, 0);
        let amounts: Vec<i64> = settlement.tenders.iter().map(|t| t.amount.minor).collect();
        assert_eq!(amounts, [4_500, 10_703]);
        let card = &settlement.tenders[1];
        assert_eq!(card.brand.as_deref(), Some("visa"));
        assert!(card.attempt_id.is_some());
        assert!(settlement.tenders[0].attempt_id.is_none());
    }
}
