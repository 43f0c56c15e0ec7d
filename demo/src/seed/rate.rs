//! Foreign cash and vouchers of the demonstration: invented rates of the last weeks, and paper that can
//! pay.

use jiff::ToSpan;
use shell::Outcome;
use shell::db::{Tx, params};

use super::insert::Insert;
use super::plan::Plan;

/// How many days of rates there are, today included.
const DAYS: i64 = 14;
/// Store currency, foreign currency, hundred-millionths for one unit.
const RATES: [(&str, &str, i64); 3] = [
    ("EUR", "USD", 86_420_000),
    ("HKD", "USD", 771_500_000),
    ("HKD", "CNY", 107_900_000),
];
/// Rates have four decimals.
const FINEST: i64 = 10_000;
/// Number, currency, worth, days since the issue, whether it is blocked.
const VOUCHERS: [(&str, &str, i64, i64, bool); 5] = [
    ("EV-2026-0001", "EUR", 5_000, 30, false),
    ("EV-2026-0002", "EUR", 50_000, 12, false),
    ("EV-2026-0003", "HKD", 80_000, 20, false),
    ("EV-2026-0004", "EUR", 12_000, 400, false),
    ("EV-2026-0005", "EUR", 7_500, 3, true),
];
/// For how long a voucher pays.
const VOUCHER_DAYS: i64 = 365;

pub(super) async fn write(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    let mut insert = Insert::into(
        "exchange_rate",
        &["currency_code", "foreign_code", "valid_from", "rate"],
    );
    for (currency, foreign, rate) in RATES {
        for ago in 0..DAYS {
            // A little up and down from day to day.
            let moved = (rate + (ago * 37 % 11 - 5) * (rate / 2_000)) / FINEST * FINEST;
            let day = plan.today.saturating_sub(ago.days());
            insert
                .row(tx, params![currency, foreign, day, moved])
                .await?;
        }
    }
    insert.finish(tx).await?;
    let mut insert = Insert::into(
        "voucher",
        &[
            "voucher_no",
            "currency_code",
            "amount",
            "issued_on",
            "expires_on",
            "is_blocked",
        ],
    );
    // The office entered them: their ledger begins with what they are worth.
    let mut entries = Insert::into(
        "voucher_ledger",
        &["voucher_no", "entry_no", "entry_type", "amount"],
    );
    for (number, currency, amount, ago, is_blocked) in VOUCHERS {
        let issued_on = plan.today.saturating_sub(ago.days());
        let expires_on = issued_on.saturating_add(VOUCHER_DAYS.days());
        let values = params![number, currency, amount, issued_on, expires_on, is_blocked];
        insert.row(tx, values).await?;
        entries.row(tx, params![number, 1, "ENTER", amount]).await?;
    }
    insert.finish(tx).await?;
    entries.finish(tx).await
}
