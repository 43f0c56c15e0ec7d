//! What a store does: what its tills show and refuse, on which terms it keeps pieces for customers, and
//! what its papers come out of.

pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;

use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few, refused};
use setting::rule::{within, within_length};
use setting::{ENTRY_NOT_FOUND, REFERENCE_UNKNOWN};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::rule::host::is_device_address;
use crate::{LANGUAGES, PRINTER_ADDRESS, store};

/// What a store does.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StoreValue {
    /// The store's name; it is not changed here.
    #[serde(default)]
    #[schema(example = "Paris · Rue de Sèvres")]
    pub(crate) name: String,
    /// Whether customers are shown a code that they scan to pay (specification: isShowQRCode).
    #[serde(rename = "isShowQRCode")]
    pub(crate) is_show_qr_code: bool,
    /// Which part of its price a deposit is at least, in hundredths of a percent; 0: any amount.
    #[schema(example = 3_000)]
    pub(crate) deposit_minimum_percent: i64,
    /// Which part of the price of pieces that are made or engraved to order, in the same unit.
    #[schema(example = 5_000)]
    pub(crate) customised_deposit_minimum_percent: i64,
    /// For how many days pieces are kept on a deposit.
    #[schema(example = 30)]
    pub(crate) deposit_days: i64,
    /// Whether a sale of what is not in stock is refused.
    pub(crate) do_not_allow_negative_inventory: bool,
    /// After how many minutes a recall comes again (specification: recalltime).
    #[schema(example = 5)]
    pub(crate) recalltime: i64,
    /// Whether it sells behind customs, without VAT.
    pub(crate) duty_free: bool,
    /// To which step the amount of a line is rounded after a percentage, in minor units.
    #[schema(example = 1)]
    pub(crate) price_rounding_step: i64,
    /// The language that every receipt has; null where it is the customer's.
    #[schema(example = "fr")]
    pub(crate) force_language_receipt: Option<String>,
    /// The days of the week on which it is closed, 1 for Monday: nobody works on pieces then.
    #[schema(example = json!([7]))]
    pub(crate) closed_weekdays: Vec<i64>,
    /// Where its receipt printer is reached, `host` or `host:port`; null where browsers print.
    #[schema(example = "192.168.1.30:9100")]
    pub(crate) receipt_printer: Option<String>,
}

impl StoreValue {
    /// The longest time for which pieces may be kept as a rule. One deposit may run longer.
    const DEPOSIT_DAYS_MAX: i64 = 365;
    /// The longest time until a recall comes again.
    const RECALL_MINUTES_MAX: i64 = 240;
    /// The coarsest step of amounts: a hundred of a currency with two decimals.
    const ROUNDING_STEP_MAX: i64 = 10_000;
    /// The longest address of a printer.
    const ADDRESS_MAX: usize = 200;

    fn checked(&self, before: &Self) -> Outcome<Self> {
        within(
            self.deposit_minimum_percent,
            &(0..=10_000),
            "depositMinimumPercent",
        )?;
        within(
            self.customised_deposit_minimum_percent,
            &(0..=10_000),
            "customisedDepositMinimumPercent",
        )?;
        within(
            self.deposit_days,
            &(1..=Self::DEPOSIT_DAYS_MAX),
            "depositDays",
        )?;
        within(
            self.recalltime,
            &(1..=Self::RECALL_MINUTES_MAX),
            "recalltime",
        )?;
        let steps = 1..=Self::ROUNDING_STEP_MAX;
        within(self.price_rounding_step, &steps, "priceRoundingStep")?;
        let language = self.force_language_receipt.as_deref();
        if language.is_some_and(|language| !LANGUAGES.contains(&language)) {
            return Err(refused(&REFERENCE_UNKNOWN, "forceLanguageReceipt"));
        }
        Ok(Self {
            name: before.name.clone(),
            closed_weekdays: self.days()?,
            receipt_printer: self.printer()?,
            ..self.clone()
        })
    }

    /// The days on which it is closed, each once; a store is open on one day at least.
    fn days(&self) -> Outcome<Vec<i64>> {
        let mut days = self.closed_weekdays.clone();
        days.sort_unstable();
        days.dedup();
        for day in &days {
            within(*day, &(1..=7), "closedWeekdays")?;
        }
        let closed = i64::try_from(days.len()).unwrap_or(i64::MAX);
        within(closed, &(0..=6), "closedWeekdays")?;
        Ok(days)
    }

    fn printer(&self) -> Outcome<Option<String>> {
        let address = self.receipt_printer.as_deref().unwrap_or_default();
        let address = within_length(address, Self::ADDRESS_MAX, "receiptPrinter")?;
        if address.is_empty() {
            return Ok(None);
        }
        match is_device_address(&address) {
            true => Ok(Some(address)),
            false => Err(refused(&PRINTER_ADDRESS, "receiptPrinter")),
        }
    }
}

impl Few for StoreValue {
    const SETTING: &'static str = "store";
    const OPERATION: &'static str = "store.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::place::read(tx, key))
    }

    fn check<'a>(
        _: &'a mut Tx,
        _: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        // Stores are not made here.
        Box::pin(async move { value.checked(before.ok_or(&ENTRY_NOT_FOUND)?) })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::place::keep(tx, key, value))
    }

    fn text(&self) -> String {
        self.name.clone()
    }
}
