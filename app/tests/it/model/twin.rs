//! What the stories would find: each rule is broken on purpose in books that hold, and the row that is there for it
//! says so. A row that nothing breaks would prove nothing.

use std::sync::{Arc, Mutex};

use shell::db::{Tx, TxFuture, params};
use shell::{Failure, Outcome};
use testkit::Shop;

use super::world::World;
use crate::recorded::lift_guards;

/// What a broken rule would leave behind, and the row that finds it. Each changes books of a few stories; what a
/// database refuses by itself is let in first.
const BROKEN: [(&str, &[&str]); 72] = [
    (
        "an order is the sum of its lines",
        &["UPDATE sales_order SET total = total + 1, rounding = rounding - 1"],
    ),
    (
        "tenders come to the total and its rounding",
        &["UPDATE sales_order_tender SET amount = amount + 1 WHERE position = 1"],
    ),
    (
        "VAT by rate is what the lines contain",
        &["UPDATE sales_order_vat SET vat_amount = vat_amount + 1 WHERE vat_amount > 0"],
    ),
    (
        "stock on hand is its ledger",
        &["UPDATE stock SET on_hand = on_hand + 1 WHERE item_no = 'BR-1'"],
    ),
    (
        "reserved stock is its leases",
        &["UPDATE stock SET reserved = reserved + 1 WHERE item_no = 'BR-1'"],
    ),
    (
        "no more is reserved than is there",
        &["UPDATE stock SET reserved = on_hand + 1 WHERE item_no = 'BR-1'"],
    ),
    (
        "a gift card is its ledger and not below nothing",
        &["UPDATE gift_card SET balance = balance - 1 WHERE balance > 1"],
    ),
    (
        "what gift cards lost is what they paid",
        &["UPDATE gift_card_ledger SET amount = amount - 1 WHERE entry_type = 'REDEEM'"],
    ),
    (
        "a rest that was given up was below one and the last",
        &[
            "UPDATE gift_card_ledger SET entry_type = 'CLEAR' WHERE entry_type = 'REDEEM' AND amount <= -100",
        ],
    ),
    (
        "what cards were charged with was sold or went back",
        &["UPDATE gift_card_ledger SET amount = amount + 1 WHERE entry_type = 'ACTIVATE'"],
    ),
    (
        "credit is its ledger and not below nothing",
        &["UPDATE recycling_credit SET balance = balance + 1"],
    ),
    (
        "what credit lost is what it paid",
        &["UPDATE recycling_credit_entry SET entry_type = 'RESTORE' WHERE entry_type = 'GRANT'"],
    ),
    (
        "loyalty credit is its ledger and its lots",
        &["UPDATE loyalty_account SET balance = balance + 1"],
    ),
    (
        "what loyalty credit lost is what it paid",
        &["UPDATE loyalty_entry SET entry_type = 'RESTORE' WHERE entry_type = 'EARN'"],
    ),
    (
        "a sale earns once and no more than it was",
        &["UPDATE loyalty_order SET credit = credit + 1"],
    ),
    (
        "a deposit holds what its ledger says and no more than is left",
        &["UPDATE deposit SET held = held + 1"],
    ),
    (
        "what is left of a deposit is what was not handed over",
        &["UPDATE deposit SET remaining = remaining + 1 WHERE state <> 'CANCELLED'"],
    ),
    (
        "what is over holds nothing",
        &["UPDATE deposit SET state = 'CANCELLED', held = 1, remaining = 1"],
    ),
    (
        "the pieces of a deposit lie in its basket, and no others",
        &["DELETE FROM deposit_line WHERE order_id IS NULL"],
    ),
    (
        "what came in for deposits was paid, and what went back given",
        &["UPDATE deposit_tender SET amount = amount + 1"],
    ),
    ("a cancellation does what was agreed, once", &[CANCELLATION]),
    ("what is kept and added was agreed", &[CANCELLATION]),
    (
        "of no booking more goes back than it took",
        &[
            "INSERT INTO refund_origin (tender_id, tender_code, name, taken, given_back) \
             SELECT t.tender_id, t.tender_code, '', 100, 50 FROM basket_tender t WHERE NOT EXISTS \
             (SELECT 1 FROM refund_origin o WHERE o.tender_id = t.tender_id)",
        ],
    ),
    (
        "a booking below zero is the parts that went back",
        &["UPDATE basket SET purpose = 'CANCELLATION' WHERE state = 'COMPLETED'"],
    ),
    (
        "what left deposits paid for orders",
        &["UPDATE deposit_ledger SET entry_type = 'PUT_BACK' WHERE entry_type = 'PAY'"],
    ),
    (
        "a payment takes no more than is due, and gives back no more",
        &[
            "UPDATE basket SET state = 'PAYING', due = 1, terminal_no = 'MIL-1' WHERE basket_no = \
             (SELECT MIN(b.basket_no) FROM basket b JOIN basket_tender t ON t.basket_id = b.basket_id \
             WHERE b.state = 'COMPLETED' AND t.amount > 1)",
        ],
    ),
    (
        "a voucher that paid is a tender of all that it is worth",
        &["UPDATE voucher SET amount = amount + 1 WHERE redeemed_by IS NOT NULL"],
    ),
    (
        "what vouchers paid is what they were worth",
        &["UPDATE voucher SET redeemed_by = NULL WHERE redeemed_by IS NOT NULL"],
    ),
    (
        "vouchers that are change were given as change",
        &["UPDATE voucher SET issued_by = redeemed_by WHERE redeemed_by IS NOT NULL"],
    ),
    (
        "foreign cash is worth its rate, rounded down",
        &["UPDATE basket_tender SET tendered = tendered + 1 WHERE tender_code = 'CASH-USD'"],
    ),
    (
        "gold that was taken back lies there no more, and its credit is gone",
        &["UPDATE recycling SET state = 'WITHDRAWN' WHERE state IN ('CREDITED', 'RELEASED')"],
    ),
    (
        "an attempt books once at most",
        &[
            "UPDATE basket_tender SET attempt_id = (SELECT t.attempt_id FROM basket_tender t \
             WHERE t.attempt_id IS NOT NULL LIMIT 1) WHERE attempt_id IS NOT NULL",
        ],
    ),
    (
        "what an attempt booked is what the terminal took",
        &["UPDATE payment_attempt SET approved_amount = approved_amount + 1"],
    ),
    (
        "what is not taken is not booked",
        &["UPDATE payment_attempt SET state = 'FAILED'"],
    ),
    (
        "a till has one live attempt at most",
        &[
            "DROP INDEX payment_attempt_live_terminal",
            "DROP INDEX payment_attempt_live_basket",
            "UPDATE payment_attempt SET is_live = (1 = 1)",
        ],
    ),
    (
        "a form is the sum of its lines and of its receipts",
        &["UPDATE tax_free_form SET gross = gross + 1"],
    ),
    (
        "VAT of a form is refund and fee",
        &["UPDATE tax_free_form SET refund = refund + 1"],
    ),
    (
        "what is on a form was sold with VAT",
        &["UPDATE tax_free_form_line SET gross = gross + 1"],
    ),
    (
        "an order is on a live form as long as that lives",
        &["UPDATE tax_free_form_order SET is_live = NOT is_live WHERE is_live"],
    ),
    (
        "an order is on one live form at most",
        &[
            "DROP INDEX tax_free_form_order_live",
            "UPDATE tax_free_form_order SET is_live = (1 = 1), \
             order_id = (SELECT o.order_id FROM sales_order o WHERE o.order_no = 1) \
             WHERE (SELECT COUNT(*) FROM tax_free_form) > 1",
        ],
    ),
    (
        "what was paid for the documents of a statement is what they sold, owe and rounded",
        &["UPDATE sales_order_tender SET tendered = tendered + 1"],
    ),
    (
        "what a statement sold is what its orders sold",
        &["UPDATE sales_order_line SET net = net + 1 WHERE NOT is_liability"],
    ),
    (
        "what a statement owes is gift cards and deposits",
        &["UPDATE sales_order_line SET net = net + 1 WHERE is_liability"],
    ),
    (
        "what was paid for a statement is its tenders",
        &["UPDATE statement_tender SET amount = amount + 1"],
    ),
    (
        "what a statement rounded is what cash was rounded",
        &["UPDATE sales_order SET rounding = rounding + 1"],
    ),
    (
        "old gold of a statement is what its credits say",
        &["UPDATE statement SET recycling_granted = recycling_granted + 1"],
    ),
    (
        "what was sold before a statement was calculated is in one",
        &["DELETE FROM statement_order"],
    ),
    (
        "what deposits brought before it was calculated is in one",
        &["DELETE FROM statement_deposit_entry"],
    ),
    (
        "nothing is in a statement that is open, and of none a date after its own",
        &["UPDATE statement SET transaction_date = '2026-01-01'"],
    ),
    (
        "totals of the store never begin anew",
        &["UPDATE statement_z SET perpetual_sales = 0 WHERE z_no = 1"],
    ),
    (
        "each Z names the hash of the one before",
        &["UPDATE statement_z SET previous_hash = 'x' WHERE z_no = 2"],
    ),
    (
        "what of loyalty credit ended nobody spent",
        &["UPDATE loyalty_lot SET expired = expired + 1"],
    ),
    (
        "loyalty credit paid on no day after its last",
        &[
            "UPDATE loyalty_lot SET usable_from = '2026-01-01', expires_on = '2026-01-02'",
            "UPDATE loyalty_entry SET entry_type = 'REDEEM', amount = -amount WHERE entry_type = 'EARN'",
        ],
    ),
    (
        "a gift card paid on no day after its last",
        &["UPDATE gift_card SET expires_on = '2026-01-01'"],
    ),
    (
        "what ended on a gift card is all that was on it",
        &[
            "UPDATE gift_card_ledger SET entry_type = 'EXPIRE' WHERE entry_type = 'REDEEM' AND balance <> 0",
        ],
    ),
    (
        "numbers of receipts have no gaps",
        &[
            "UPDATE sales_order SET order_no = order_no + 1 WHERE order_no = (SELECT MAX(o.order_no) FROM sales_order o)",
        ],
    ),
    (
        "the last number of receipts is what its counter says",
        &["UPDATE counter SET value = value + 1 WHERE name = 'order'"],
    ),
    (
        "numbers of deposits have no gaps",
        &["UPDATE deposit SET deposit_no = deposit_no + 1000 WHERE deposit_no = 1"],
    ),
    (
        "the last number of deposits is what its counter says",
        &["UPDATE counter SET value = value + 1 WHERE name = 'deposit'"],
    ),
    (
        "numbers of receipts of deposits have no gaps",
        &[
            "UPDATE deposit_ledger SET receipt_no = 'DP-PAR-999999' WHERE receipt_no = 'DP-PAR-000001'",
        ],
    ),
    (
        "the last number of receipts of deposits is what its counter says",
        &["UPDATE counter SET value = value + 1 WHERE name = 'deposit_receipt'"],
    ),
    (
        "numbers of purchases of old gold have no gaps",
        &[
            "UPDATE recycling SET recycling_no = 'RC-PAR-999999' WHERE recycling_no = 'RC-PAR-000001'",
        ],
    ),
    (
        "the last number of purchases of old gold is what its counter says",
        &["UPDATE counter SET value = value + 1 WHERE name = 'recycling'"],
    ),
    (
        "numbers of entries of the register have no gaps",
        &["UPDATE recycling_register SET seq = seq + 1000 WHERE seq = 1"],
    ),
    (
        "numbers of tax-free forms have no gaps",
        &["UPDATE tax_free_form SET serial_no = serial_no + 1000 WHERE serial_no = 1"],
    ),
    (
        "the last number of tax-free forms is what its counter says",
        &["UPDATE counter SET value = value + 1 WHERE name = 'tax_free'"],
    ),
    (
        "numbers of Z have no gaps",
        &["UPDATE statement_z SET z_no = z_no + 1000 WHERE z_no = 1"],
    ),
    (
        "the last number of Z is what its counter says",
        &["UPDATE counter SET value = value + 1 WHERE name = 'z'"],
    ),
    (
        "numbers of entries of a gift card have no gaps",
        &["UPDATE gift_card_ledger SET entry_no = entry_no + 1000 WHERE entry_no = 1"],
    ),
    (
        "numbers of entries of loyalty credit have no gaps",
        &["UPDATE loyalty_entry SET entry_no = entry_no + 1000 WHERE entry_no = 1"],
    ),
    (
        "numbers of entries of a deposit have no gaps",
        &["UPDATE deposit_ledger SET position = position + 1000 WHERE position = 1"],
    ),
    (
        "numbers of statements have no gaps",
        &[
            "INSERT INTO statement (statement_no, store_no, state, transaction_date, currency_code, \
             calculation_no, documents, sales_amount, line_discount, liabilities, rounding_amount, \
             payment_amount, money_in, absolute_amount, deposit_kept, deposit_added, created_by, \
             created_at, version) VALUES ('S-PAR-2026-9999', 'PAR', 'POSTED', '2026-01-01', 'EUR', 1, 0, \
             0, 0, 0, 0, 0, 0, 0, 0, 0, 'admin', 1, 1)",
        ],
    ),
];

/// A cancellation of which nothing was booked.
const CANCELLATION: &str = "INSERT INTO deposit_cancellation (basket_id, deposit_id, withdrawn_by, reason, \
     given_back, kept, added) SELECT b.basket_id, d.deposit_id, 'SHOP', '', 1, 1, 0 \
     FROM deposit d JOIN basket b ON b.state = 'COMPLETED' AND b.purpose = 'GOODS' \
     WHERE d.deposit_no = 1 AND NOT EXISTS \
     (SELECT 1 FROM deposit_cancellation c WHERE c.basket_id = b.basket_id)";

/// The tables that refuse to be changed.
const GUARDED: [&str; 29] = [
    "sales_order",
    "sales_order_line",
    "sales_order_tender",
    "sales_order_vat",
    "stock",
    "gift_card",
    "gift_card_ledger",
    "recycling",
    "recycling_credit",
    "recycling_credit_entry",
    "recycling_register",
    "loyalty_account",
    "loyalty_entry",
    "loyalty_lot",
    "loyalty_order",
    "deposit",
    "deposit_line",
    "deposit_ledger",
    "deposit_tender",
    "deposit_cancellation",
    "refund_origin",
    "refund_part",
    "tax_free_form",
    "tax_free_form_line",
    "tax_free_form_order",
    "statement",
    "statement_order",
    "statement_deposit_entry",
    "statement_z",
];

/// Breaks one rule after the other in the books of a shop; each time the row that is there for it must say so, and
/// every row must have its rule. False when these books have nothing in which some rule could be broken.
pub(super) async fn are_found(world: &World) -> bool {
    lift_guards(&world.shop, &GUARDED).await;
    lift_guards(
        &world.shop,
        &["statement_tender", "voucher", "basket_tender"],
    )
    .await;
    let whole = look(&world.shop, &world.invariants, &[]).await.unwrap();
    for (name, off) in &whole {
        assert_eq!(*off, 0, "{name}");
        assert!(
            BROKEN.iter().any(|(broken, _)| broken == name),
            "nothing breaks: {name}"
        );
    }
    for (name, changes) in BROKEN {
        let Some(seen) = look(&world.shop, &world.invariants, changes).await else {
            return false;
        };
        let found: Vec<_> = seen.into_iter().filter(|(_, off)| *off != 0).collect();
        assert!(
            found.iter().any(|(found, _)| found == name),
            "{changes:?}: {name} is not in {found:?}"
        );
    }
    true
}

type Rows = Vec<(String, i64)>;
/// What is seen: nothing yet, or the rows, if something could be changed.
type Seen = Arc<Mutex<Option<Option<Rows>>>>;
type Asked = (String, &'static [&'static str], Seen);

/// What the rows say once something is changed, which is undone again; none when there is nothing to change.
async fn look(shop: &Shop, invariants: &str, changes: &'static [&'static str]) -> Option<Rows> {
    let seen = Arc::new(Mutex::new(None));
    let asked: Asked = (invariants.to_owned(), changes, seen.clone());
    let undone: Outcome<()> = shop.db().write(asked, change_and_look).await;
    let seen = seen.lock().unwrap().take();
    seen.unwrap_or_else(|| panic!("{changes:?}: {undone:?}"))
}

fn change_and_look<'a>(tx: &'a mut Tx, (invariants, changes, seen): &'a Asked) -> TxFuture<'a, ()> {
    Box::pin(async move {
        for change in *changes {
            let changed = tx.execute(change, params![]).await?;
            if changed == 0 && !change.starts_with("DROP") {
                *seen.lock().unwrap() = Some(None);
                return Err(Failure::internal("there is nothing to break"));
            }
        }
        let rows = super::world::read_rows(tx, invariants).await?;
        *seen.lock().unwrap() = Some(Some(rows));
        Err(Failure::internal("undone on purpose"))
    })
}
