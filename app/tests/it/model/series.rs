//! Numbers without gaps (domain appendix B 7): each series runs from 1 to what its counter says.

/// A series: what it is, where its numbers stand, and which counter gave them.
struct Series {
    name: &'static str,
    /// Rows with the columns `scope`, in which it runs, and `no`.
    numbers: &'static str,
    /// What its counter is called; none of what is numbered by what is there.
    counter: Option<&'static str>,
}

const SERIES: [Series; 11] = [
    Series {
        name: "receipts",
        numbers: "SELECT store_no AS scope, order_no AS no FROM sales_order",
        counter: Some("order"),
    },
    Series {
        name: "deposits",
        numbers: "SELECT store_no AS scope, deposit_no AS no FROM deposit",
        counter: Some("deposit"),
    },
    Series {
        name: "receipts of deposits",
        // What one cancellation gives back, keeps and adds stands on one receipt.
        numbers: "SELECT DISTINCT store_no AS scope, CAST(SUBSTR(receipt_no, 8) AS BIGINT) AS no \
                  FROM deposit_ledger WHERE receipt_no LIKE 'DP-%'",
        counter: Some("deposit_receipt"),
    },
    Series {
        name: "purchases of old gold",
        numbers: "SELECT store_no AS scope, CAST(SUBSTR(recycling_no, 8) AS BIGINT) AS no FROM recycling",
        counter: Some("recycling"),
    },
    Series {
        name: "entries of the register",
        numbers: "SELECT store_no AS scope, seq AS no FROM recycling_register",
        counter: None,
    },
    Series {
        name: "tax-free forms",
        numbers: "SELECT store_no AS scope, serial_no AS no FROM tax_free_form",
        counter: Some("tax_free"),
    },
    Series {
        name: "statements",
        numbers: "SELECT store_no || SUBSTR(statement_no, 7, 4) AS scope, \
                  CAST(SUBSTR(statement_no, 12) AS BIGINT) AS no FROM statement",
        counter: None,
    },
    Series {
        name: "Z",
        numbers: "SELECT store_no AS scope, z_no AS no FROM statement_z",
        counter: Some("z"),
    },
    Series {
        name: "entries of a gift card",
        numbers: "SELECT gift_card_id AS scope, entry_no AS no FROM gift_card_ledger",
        counter: None,
    },
    Series {
        name: "entries of loyalty credit",
        numbers: "SELECT customer_id AS scope, entry_no AS no FROM loyalty_entry",
        counter: None,
    },
    Series {
        name: "entries of a deposit",
        numbers: "SELECT deposit_id AS scope, position AS no FROM deposit_ledger",
        counter: None,
    },
];

/// What must hold of them; rows as those of the world.
pub(super) fn invariants() -> String {
    SERIES.iter().map(Series::invariant).collect()
}

impl Series {
    fn invariant(&self) -> String {
        let Self { name, numbers, .. } = self;
        let gaps = format!(
            "UNION ALL SELECT 'numbers of {name} have no gaps', COUNT(*) FROM \
             (SELECT n.scope FROM ({numbers}) n GROUP BY n.scope \
             HAVING MIN(n.no) <> 1 OR MAX(n.no) <> COUNT(*) OR COUNT(DISTINCT n.no) <> COUNT(*)) broken\n"
        );
        let Some(counter) = self.counter else {
            return gaps;
        };
        format!(
            "{gaps}UNION ALL SELECT 'the last number of {name} is what its counter says', CAST(\
             (SELECT COUNT(*) FROM ({numbers}) n) - (SELECT COALESCE(SUM(c.value), 0) FROM counter c \
             WHERE c.name = '{counter}' AND c.scope IN (SELECT s.store_no FROM store s)) AS BIGINT)\n"
        )
    }
}
