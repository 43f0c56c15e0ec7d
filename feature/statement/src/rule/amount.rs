//! What a statement comes to (domain §12.3). Amounts are minor units of the store's currency, signed:
//! what is given back is below zero.

use kernel::{Currency, Money, Refusal};
use payment::rule::kind::TenderType;
use serde::{Deserialize, Serialize};

use crate::NOT_BALANCED;

/// What the orders and deposit payments of a statement add up to, before anything is concluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Lines of goods and services with VAT, after all discounts.
    pub goods: i64,
    /// What was taken off those lines.
    pub discount: i64,
    /// Gift cards sold and topped up.
    pub gift_cards: i64,
    /// Deposits received.
    pub deposits_received: i64,
    /// Deposits paid back in money; above zero.
    pub deposits_paid_back: i64,
    /// What rounding of cash added.
    pub rounding: i64,
    /// All tenders, change deducted.
    pub tenders: i64,
    /// Tenders that move a value which the shop owes already, and no money.
    pub internal_tenders: i64,
}

/// What documents of old jewellery did to credits: neither sold nor paid, and so in none of the [`Totals`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecyclingCredits {
    /// What was granted, less what of it was taken back.
    pub granted: i64,
    /// What sellers who withdrew paid back of what they had spent, by card, transfer or cheque.
    pub repaid: i64,
}

impl Sums {
    /// The sums of two sets of documents that have none in common.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            goods: self.goods + other.goods,
            discount: self.discount + other.discount,
            gift_cards: self.gift_cards + other.gift_cards,
            deposits_received: self.deposits_received + other.deposits_received,
            deposits_paid_back: self.deposits_paid_back + other.deposits_paid_back,
            rounding: self.rounding + other.rounding,
            tenders: self.tenders + other.tenders,
            internal_tenders: self.internal_tenders + other.internal_tenders,
        }
    }
}

/// The amounts of a statement. `payment_amount = sales_amount + liabilities + rounding_amount` holds
/// for every value of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Goods and services, net of discounts.
    pub sales_amount: i64,
    /// What was taken off.
    pub line_discount: i64,
    /// What came in that is owed, less what went back of it.
    pub liabilities: i64,
    /// What rounding of cash added.
    pub rounding_amount: i64,
    /// All tenders, change deducted.
    pub payment_amount: i64,
    /// Of the payments what was money.
    pub money_in: i64,
}

impl Totals {
    /// The amounts that follow from the sums.
    ///
    /// # Errors
    /// [`NOT_BALANCED`], which names both sides, when payments are not sales, liabilities and rounding
    /// together.
    pub fn checked(sums: &Sums, currency: Currency) -> Result<Self, Refusal> {
        let liabilities = sums.gift_cards + sums.deposits_received - sums.deposits_paid_back;
        let expected = sums.goods + liabilities + sums.rounding;
        if sums.tenders != expected {
            return Err(Refusal::new(&NOT_BALANCED)
                .with("payments", Money::new(sums.tenders, currency))
                .with("sales", Money::new(expected, currency)));
        }
        Ok(Self {
            sales_amount: sums.goods,
            line_discount: sums.discount,
            liabilities,
            rounding_amount: sums.rounding,
            payment_amount: sums.tenders,
            money_in: sums.tenders - sums.internal_tenders,
        })
    }
}

/// Whether a tender only moves a value that the shop owes already (domain §12.3, money in).
#[must_use]
pub const fn is_internal(tender_type: TenderType) -> bool {
    matches!(
        tender_type,
        TenderType::Deposit
            | TenderType::GiftCard
            | TenderType::LoyaltyCredit
            | TenderType::RecyclingCredit
            | TenderType::Voucher
            | TenderType::Web
    )
}

/// Whether something of a tender can be counted at the end of the day: what moves no money leaves nothing to be
/// counted, but for vouchers, which lie there as paper (domain §12.3).
#[must_use]
pub const fn is_countable(tender_type: TenderType) -> bool {
    matches!(tender_type, TenderType::Voucher) || !is_internal(tender_type)
}

/// Whether a tender lies in the drawer of a till and is counted there in notes and coins.
#[must_use]
pub const fn is_cash(tender_type: TenderType) -> bool {
    matches!(tender_type, TenderType::Cash | TenderType::FxCash)
}

#[cfg(test)]
mod tests;
