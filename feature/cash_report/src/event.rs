//! What the journal holds of reports: no name and no document of identity, amounts in minor units.

use std::borrow::Cow;

use jiff::civil::Date;
use journal::{Appended, Kind, Scene, Signer, record};
use kernel::id::OrderId;
use serde::{Deserialize, Serialize};
use shell::Outcome;
use shell::db::Tx;
use uuid::Uuid;

/// Something that happened to a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "event",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Event<'a> {
    /// Cash came in that has to be reported.
    CashReportDue {
        cash_report_id: Uuid,
        business_date: Date,
        /// 1 for the first of the customer's day; each further one stands for the whole day.
        entry_no: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        order_id: Option<OrderId>,
        receipt_no: Cow<'a, str>,
        amount: i64,
        currency_code: Cow<'a, str>,
        due_on: Date,
    },
    /// It was reported to the authority.
    CashReportFiled {
        cash_report_id: Uuid,
        reference: Cow<'a, str>,
        filed_on: Date,
    },
}

impl Event<'_> {
    /// Its number, from 1120.
    const fn code(&self) -> i64 {
        match self {
            Self::CashReportDue { .. } => 1120,
            Self::CashReportFiled { .. } => 1121,
        }
    }

    /// Adds what happened to the journal.
    pub(crate) async fn write_down(
        &self,
        tx: &mut Tx,
        signer: &Signer,
        scene: &Scene<'_>,
    ) -> Outcome<Appended> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Entry<'a> {
            code: i64,
            #[serde(skip_serializing_if = "Option::is_none")]
            operator_id: Option<&'a str>,
            #[serde(flatten)]
            event: &'a Event<'a>,
        }
        let entry = Entry {
            code: self.code(),
            operator_id: scene.operator.map(|staff_id| staff_id.as_str()),
            event: self,
        };
        let entry = (Kind::Event, journal::payload(&entry)?);
        record(tx, signer, scene, entry).await
    }
}
