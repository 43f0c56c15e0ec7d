//! Sales of people who sold together (specification: salesperson commission).

use std::collections::{HashMap, HashSet};

use kernel::{Currency, Money};
use uuid::Uuid;

use super::figure::Figures;

/// A line of an order that several people sold.
#[derive(Clone, Copy, Debug)]
pub struct SharedLine {
    /// Its order.
    pub order_id: Uuid,
    /// The line.
    pub line_id: Uuid,
    /// What it comes to; its transactions are not read.
    pub figures: Figures,
}

/// What somebody has of an order, or of one line of it.
#[derive(Clone, Debug)]
pub struct Share {
    /// The order.
    pub order_id: Uuid,
    /// The line; none for all lines that have no shares of their own.
    pub line_id: Option<Uuid>,
    /// Who.
    pub staff_id: String,
    /// Their name on the receipt.
    pub name: String,
    /// Their part, against those of the others.
    pub weight: i64,
}

/// What each of several people sold. Money is split by their shares, so that nothing is lost; pieces and
/// transactions, which cannot be split, are of whoever is named first.
#[must_use]
pub fn by_salesperson(lines: &[SharedLine], shares: &[Share]) -> Vec<(String, String, Figures)> {
    let mut of: HashMap<(Uuid, Option<Uuid>), Vec<&Share>> = HashMap::new();
    for share in shares {
        of.entry((share.order_id, share.line_id))
            .or_default()
            .push(share);
    }
    let mut sums: Vec<(String, String, Figures)> = Vec::new();
    let mut counted = HashSet::new();
    for line in lines {
        let own = of.get(&(line.order_id, Some(line.line_id)));
        let Some(sellers) = own.or_else(|| of.get(&(line.order_id, None))) else {
            continue;
        };
        for (position, figures) in split(line, sellers).into_iter().enumerate() {
            let is_first = position == 0;
            let begins = is_first && line.figures.pieces > 0 && counted.insert(line.order_id);
            let figures = Figures {
                transactions: i64::from(begins),
                pieces: if is_first { line.figures.pieces } else { 0 },
                ..figures
            };
            add(&mut sums, sellers[position], figures);
        }
    }
    sums
}

fn split(line: &SharedLine, sellers: &[&Share]) -> Vec<Figures> {
    let weights: Vec<i64> = sellers.iter().map(|share| share.weight).collect();
    // No currency has a finer unit than its minor one: which it is changes nothing.
    let parts = |minor: i64| Money::new(minor, Currency::Eur).allocate(&weights, 1);
    let (sales, vat) = (parts(line.figures.sales), parts(line.figures.vat));
    let discount = parts(line.figures.discount);
    (0..sellers.len())
        .map(|at| Figures {
            sales: sales[at].minor,
            vat: vat[at].minor,
            discount: discount[at].minor,
            ..Figures::default()
        })
        .collect()
}

fn add(sums: &mut Vec<(String, String, Figures)>, seller: &Share, figures: Figures) {
    match sums.iter_mut().find(|(id, ..)| *id == seller.staff_id) {
        Some((.., known)) => *known = known.plus(figures),
        None => sums.push((seller.staff_id.clone(), seller.name.clone(), figures)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: Uuid = Uuid::from_u128(1);

    fn line(id: u128, sales: i64) -> SharedLine {
        SharedLine {
            order_id: ORDER,
            line_id: Uuid::from_u128(id),
            figures: Figures {
                pieces: 1,
                sales,
                vat: sales / 6,
                ..Figures::default()
            },
        }
    }

    fn share(line_id: Option<u128>, staff_id: &str, weight: i64) -> Share {
        Share {
            order_id: ORDER,
            line_id: line_id.map(Uuid::from_u128),
            staff_id: staff_id.to_owned(),
            name: staff_id.to_uppercase(),
            weight,
        }
    }

    #[test]
    fn money_is_split_and_pieces_are_of_the_first() {
        let shares = [share(None, "mei", 50), share(None, "ines", 50)];
        let sums = by_salesperson(&[line(1, 10_001), line(2, 2_000)], &shares);
        let told: Vec<_> = sums
            .iter()
            .map(|(id, _, it)| (id.as_str(), it.transactions, it.pieces, it.sales))
            .collect();
        assert_eq!(told, [("mei", 1, 2, 6_001), ("ines", 0, 0, 6_000)]);
        assert_eq!(sums.iter().map(|(.., it)| it.vat).sum::<i64>(), 1_666 + 333);
    }

    #[test]
    fn a_line_with_shares_of_its_own_leaves_those_of_the_order() {
        let shares = [
            share(None, "mei", 100),
            share(Some(2), "ines", 75),
            share(Some(2), "mei", 25),
        ];
        let sums = by_salesperson(&[line(1, 10_000), line(2, 2_000)], &shares);
        let told: Vec<_> = sums
            .iter()
            .map(|(id, _, it)| (id.as_str(), it.pieces, it.sales))
            .collect();
        assert_eq!(told, [("mei", 1, 10_500), ("ines", 1, 1_500)]);
    }
}
