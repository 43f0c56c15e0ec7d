//! What somebody hands over at the till, and what it is worth: foreign cash by the day's rate, a voucher
//! by its face, a slip once.

use jiff::civil::Date;
use kernel::id::TenderId;
use kernel::{Currency, Money, Refusal};
use setting::Desk;
use setting::rule::filled;
use shell::Outcome;
use shell::db::Tx;

use crate::book_tender::BookTenderRequest;
use crate::rule::exchange::Rate;
use crate::rule::kind::{TenderField, TenderType};
use crate::store::{self, Detail, TenderSetup};
use crate::voucher::{key_of, refusal_of};
use crate::{
    NO_RATE, RATE_CHANGED, SLIP_TAKEN, TENDER_TYPE, VOUCHER_AMOUNT, VOUCHER_NOT_FOUND,
    WRONG_CURRENCY, voucher_book,
};

/// The longest number or name on a slip.
const SLIP_TEXT_MAX: usize = 60;
/// The longest description of a document of identity.
const IDENTITY_MAX: usize = 100;

/// What was handed over.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// What it is worth in the store's currency.
    pub worth: Money,
    /// What the receipt and the journal call it.
    pub reference: Option<String>,
    /// What is kept of it besides.
    pub detail: Detail,
    /// The voucher that it is.
    voucher_no: Option<String>,
}

impl Given {
    fn plain(worth: Money, reference: Option<String>) -> Self {
        Self {
            worth,
            reference,
            detail: Detail::default(),
            voucher_no: None,
        }
    }

    /// Takes a voucher out of use.
    ///
    /// # Errors
    /// When somebody else was faster.
    pub(crate) async fn spend(&self, tx: &mut Tx, id: TenderId, desk: &Desk) -> Outcome<()> {
        let Some(voucher_no) = &self.voucher_no else {
            return Ok(());
        };
        match voucher_book::redeem(tx, desk, voucher_no, id).await? {
            true => Ok(()),
            false => Err(Refusal::new(&VOUCHER_NOT_FOUND).at("reference").into()),
        }
    }
}

/// The rate of the day for foreign cash of a store.
///
/// # Errors
/// [`NO_RATE`] when there is none, or the last one is too old.
pub(crate) async fn rate_of(tx: &mut Tx, tender: &TenderSetup, day: Date) -> Outcome<Rate> {
    let foreign = tender.foreign.ok_or(&TENDER_TYPE)?;
    let rate = kept_rate(tx, (tender.currency, foreign), day).await?;
    let no_rate = || Refusal::new(&NO_RATE).with("currency", foreign.code());
    Ok(rate.ok_or_else(no_rate)?)
}

/// The rate of a foreign currency in a store's that is kept and holds on a day.
async fn kept_rate(tx: &mut Tx, pair: (Currency, Currency), day: Date) -> Outcome<Option<Rate>> {
    let rate = store::exchange::find(tx, pair, day).await?;
    Ok(rate.filter(|rate| rate.holds_on(day)))
}

/// What a foreign currency is worth in a store's on a day, by the rate that is kept, or over the euro by
/// two of them; none where one of them is missing or does not hold any more.
///
/// # Errors
/// The database's failure.
pub async fn rate_on(
    tx: &mut Tx,
    (currency, foreign): (Currency, Currency),
    day: Date,
) -> Outcome<Option<Rate>> {
    let kept = kept_rate(tx, (currency, foreign), day).await?;
    if kept.is_some() {
        return Ok(kept);
    }
    let in_euro = kept_rate(tx, (Currency::Eur, foreign), day).await?;
    let euro = kept_rate(tx, (currency, Currency::Eur), day).await?;
    Ok(in_euro.zip(euro).map(|(in_euro, euro)| euro.over(&in_euro)))
}

/// What was handed over is worth, as it is found out for its kind of tender.
///
/// # Errors
/// What is missing or not taken, on its field.
pub(crate) async fn given(
    tx: &mut Tx,
    request: &BookTenderRequest,
    tender: &TenderSetup,
    day: Date,
) -> Outcome<Given> {
    let kind = tender.terms.tender_type;
    let mut given = match kind {
        TenderType::FxCash => foreign(tx, request, tender, day).await?,
        TenderType::Voucher => voucher(tx, request, day).await?,
        _ if kind.is_slip() => slip(tx, request, tender).await?,
        _ => Given::plain(request.amount, request.reference.clone()),
    };
    if let Some(identity) = request
        .identity
        .as_deref()
        .filter(|it| !it.trim().is_empty())
    {
        given.detail.identity = Some(filled(identity, IDENTITY_MAX, "identity")?);
    }
    Ok(given)
}

async fn foreign(
    tx: &mut Tx,
    request: &BookTenderRequest,
    tender: &TenderSetup,
    day: Date,
) -> Outcome<Given> {
    let rate = rate_of(tx, tender, day).await?;
    if request.amount.currency != rate.foreign {
        return Err(Refusal::new(&WRONG_CURRENCY).at("amount").into());
    }
    if request.rate.is_some_and(|seen| seen != rate.rate) {
        return Err(Refusal::new(&RATE_CHANGED).with("rate", rate.text()).into());
    }
    Ok(Given {
        detail: Detail {
            foreign: Some((request.amount, rate.rate)),
            ..Detail::default()
        },
        ..Given::plain(
            rate.worth(request.amount),
            Some(rate.reference(request.amount)),
        )
    })
}

async fn voucher(tx: &mut Tx, request: &BookTenderRequest, day: Date) -> Outcome<Given> {
    let number = request.reference.as_deref().unwrap_or_default();
    let voucher_no = key_of(&filled(number, SLIP_TEXT_MAX, "reference")?);
    let record = store::voucher::find(tx, &voucher_no)
        .await?
        .ok_or_else(|| Refusal::new(&VOUCHER_NOT_FOUND).at("reference"))?;
    if let Some(refusal) = refusal_of(&record, day) {
        return Err(refusal.at("reference").into());
    }
    // It is worth what it says, whatever was typed.
    if record.amount != request.amount {
        return Err(Refusal::new(&VOUCHER_AMOUNT)
            .with("amount", record.amount)
            .at("amount")
            .into());
    }
    Ok(Given {
        voucher_no: Some(voucher_no.clone()),
        ..Given::plain(record.amount, Some(voucher_no))
    })
}

/// A slip of paper stands for the money: it has its number, and pays once.
async fn slip(tx: &mut Tx, request: &BookTenderRequest, tender: &TenderSetup) -> Outcome<Given> {
    let kind = tender.terms.tender_type;
    let asks = |field| kind.fields().contains(&field);
    let number = request.reference.as_deref().unwrap_or_default();
    let number = filled(number, SLIP_TEXT_MAX, "reference")?;
    let bank = request.bank.as_deref().unwrap_or_default();
    let bank = match asks(TenderField::Bank) {
        true => filled(bank, SLIP_TEXT_MAX, "bank")?,
        false => String::new(),
    };
    if asks(TenderField::Identity) {
        let identity = request.identity.as_deref().unwrap_or_default();
        filled(identity, IDENTITY_MAX, "identity")?;
    }
    let slip_key = slip_key(&[tender.tender_code.as_str(), &bank, &number]);
    if store::is_slip_taken(tx, &slip_key).await? {
        return Err(Refusal::new(&SLIP_TAKEN).at("reference").into());
    }
    let reference = [bank, number].join(" ").trim().to_owned();
    Ok(Given {
        detail: Detail {
            slip_key: Some(slip_key),
            ..Detail::default()
        },
        ..Given::plain(request.amount, Some(reference))
    })
}

/// The same slip, however it was typed.
fn slip_key(parts: &[&str]) -> String {
    let plain = |part: &&str| {
        part.chars()
            .filter(|character| character.is_alphanumeric())
            .flat_map(char::to_uppercase)
            .collect::<String>()
    };
    parts.iter().map(plain).collect::<Vec<_>>().join("~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_the_same_however_it_was_typed() {
        let key = slip_key(&["CHEQUE", "BNP Paribas", "00 12-345"]);
        assert_eq!(key, "CHEQUE~BNPPARIBAS~0012345");
        assert_eq!(slip_key(&["CHEQUE", " bnp paribas", "0012345"]), key);
        assert_ne!(slip_key(&["CHEQUE", "BNP", "PARIBAS0012345"]), key);
    }
}
