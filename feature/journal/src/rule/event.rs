//! What an entry of the kind `event` tells: something happened that is no sale (reliability c.4).

use kernel::id::{AttemptId, CustomerId, LineId, StaffId, TerminalNo};
use serde::Serialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::kind::Kind;
use super::purge::PurgeTold;
use crate::ticket::TicketTender;

/// Something that happened to a till or to the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "event",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Event {
    /// The program was started.
    Start {
        /// Its version.
        software_version: String,
    },
    /// The program was ended in order.
    Stop,
    /// The program was started after it had ended without saying so: power, a crash, a kill.
    CrashRecovery,
    /// Another version of the program took over.
    SoftwareUpdate {
        /// The version before.
        from_version: String,
        /// The version now.
        to_version: String,
    },
    /// The schema of the database was brought up to date.
    Migration {
        /// The number of its last migration before.
        from_schema: i64,
        /// The number now.
        to_schema: i64,
    },
    /// The machine's clock was moved by more than two minutes.
    ClockChange {
        /// By how many seconds, negative when it was put back.
        seconds: i64,
    },
    /// Somebody logged in.
    LogIn,
    /// Somebody logged out.
    LogOut,
    /// So many wrong passwords that the account is locked for a while.
    LogInLocked {
        /// How many.
        wrong_tries: i64,
    },
    /// A till that stood idle was locked.
    Lock,
    /// It was unlocked.
    Unlock,
    /// A line was taken out of a basket.
    LineVoid {
        /// The basket's number.
        basket_no: i64,
        /// The item.
        item_no: String,
        /// Its size.
        size_code: String,
        /// How many pieces.
        quantity: i64,
    },
    /// A basket was given up after a payment had been tried for it.
    BasketAbandoned {
        /// The basket's number.
        basket_no: i64,
        /// How many tries.
        payment_attempts: i64,
    },
    /// A terminal took money that waits for a person: another amount than was due, with a signature
    /// that must be compared, or after the cashier had pressed cancel.
    PaymentHeld {
        /// The basket's number.
        basket_no: i64,
        /// The try to take money.
        attempt_id: AttemptId,
        /// What was to be taken, in minor units.
        amount: i64,
        /// Of which currency.
        currency_code: String,
        /// What was taken, in minor units.
        taken: i64,
        /// Of which currency.
        taken_currency_code: String,
    },
    /// Somebody decided about money that was held.
    HeldPaymentDecided {
        /// The basket's number.
        basket_no: i64,
        /// The try to take money.
        attempt_id: AttemptId,
        /// `acceptPart` or `reverse`.
        decision: &'static str,
    },
    /// Somebody decided about a payment whose end nobody could tell.
    ManualPayment {
        /// The basket's number.
        basket_no: i64,
        /// The try to take money, or to give it back.
        attempt_id: AttemptId,
        /// `paid` or `notPaid`.
        decision: &'static str,
        /// What it was about, in minor units.
        amount: i64,
        /// Of which currency.
        currency_code: String,
    },
    /// The acquirer's report and the books differ.
    PaymentUnmatched {
        /// How.
        difference: &'static str,
        /// The try to take money, when one is concerned.
        #[serde(skip_serializing_if = "Option::is_none")]
        attempt_id: Option<AttemptId>,
        /// The acquirer's name of the payment, when it named one.
        #[serde(skip_serializing_if = "Option::is_none")]
        reference: Option<String>,
    },
    /// Staff gave a discount.
    DiscountGiven {
        /// The basket's number.
        basket_no: i64,
        /// The line; none for the whole basket.
        #[serde(skip_serializing_if = "Option::is_none")]
        line_id: Option<LineId>,
        /// `PERCENT`, `AMOUNT` or `TARGET`.
        kind: &'static str,
        /// The percentage in ten-thousandths, or minor units.
        value: i64,
        /// Why.
        reason_code: String,
        /// Who approved it.
        #[serde(skip_serializing_if = "Option::is_none")]
        approved_by: Option<StaffId>,
    },
    /// Somebody typed another price for a line.
    PriceOverridden {
        /// The basket's number.
        basket_no: i64,
        /// The item.
        item_no: String,
        /// What the price list says, in minor units.
        listed: i64,
        /// What was typed.
        typed: i64,
        /// Of which currency.
        currency_code: String,
        /// Why.
        reason_code: String,
        /// Who approved it.
        #[serde(skip_serializing_if = "Option::is_none")]
        approved_by: Option<StaffId>,
    },
    /// A piece that is priced by its weight was weighed.
    PieceWeighed {
        /// The basket's number.
        basket_no: i64,
        /// The item.
        item_no: String,
        /// What the scale said, in milligrams.
        weight: i64,
        /// What the catalogue says.
        in_catalogue: i64,
        /// Who approved the difference.
        #[serde(skip_serializing_if = "Option::is_none")]
        approved_by: Option<StaffId>,
    },
    /// Somebody approved what a colleague may not do alone.
    ApprovalGiven {
        /// The permission that it takes.
        permission: &'static str,
        /// Who asked.
        requested_by: StaffId,
        /// Who approved.
        approved_by: StaffId,
        /// What, with its value.
        action: Value,
    },
    /// A table was taken out of the program.
    Export {
        /// What was in it.
        content: &'static str,
    },
    /// The journal was verified.
    Verification {
        /// The exit code: 0 when all is intact, 21 when not all could be checked.
        result: i64,
        /// How many findings there were.
        findings: i64,
        /// How many entries of all chains were read.
        entries: i64,
        /// How many heads from outside were compared.
        anchors: i64,
        /// How many entries of each chain were read from its end; none when all were.
        #[serde(skip_serializing_if = "Option::is_none")]
        recent_entries: Option<i64>,
    },
    /// A backup was made and restored elsewhere to prove it.
    BackupMade {
        /// SHA-256 of the file, in hexadecimal.
        backup_hash: String,
        /// Its length.
        bytes: i64,
        /// How many entries of all chains it holds.
        entries: i64,
        /// 0 when it is proven, else the exit code of the proof.
        result: i64,
    },
    /// The database was put back from a backup: what the chain told after it is not there any more.
    DatabaseRestored {
        /// When the backup was made.
        backup_at: String,
        /// The place of the last entry that is lost, when an anchor proves one.
        #[serde(skip_serializing_if = "Option::is_none")]
        lost_to: Option<i64>,
    },
    /// Payloads that are archived and need not be kept any more were taken out of the store's chains.
    Purge(PurgeTold),
    /// A till was added to the store.
    TerminalAdded {
        /// Its number.
        terminal_no: TerminalNo,
    },
    /// Somebody was given an account in the store.
    StaffAdded {
        /// Who.
        staff_id: StaffId,
        /// What they may do.
        permission_group: String,
    },
    /// A customer was added.
    CustomerAdded {
        /// Who.
        customer_id: CustomerId,
        /// Where it is written what is known of them.
        change_id: Uuid,
    },
    /// What is known of a customer was changed.
    CustomerChanged {
        /// Of whom.
        customer_id: CustomerId,
        /// Where it is written what was before and after.
        change_id: Uuid,
        /// The names of what changed.
        fields: Vec<String>,
    },
    /// A customer allowed something, or took it back.
    CustomerConsent {
        /// Who.
        customer_id: CustomerId,
        /// What.
        consent: &'static str,
        /// Whether they allow it.
        granted: bool,
        /// The version of the words that they were shown.
        text_version: &'static str,
    },
    /// Staff put a gift on a customer's record.
    CrmGiftGranted {
        /// Whose.
        customer_id: CustomerId,
        /// The gift.
        crm_gift_id: Uuid,
        /// Why: `BIRTHDAY`, `WELCOME` or `TIER`.
        kind: &'static str,
        /// The tier that it is for; blank for other kinds.
        tier: String,
        /// The item.
        item_no: String,
        /// Its last date; none for ever.
        #[serde(skip_serializing_if = "Option::is_none")]
        valid_until: Option<String>,
    },
    /// A client paid on a deposit, at its beginning or later.
    DepositPaid {
        /// The deposit's number.
        deposit_no: String,
        /// The number on the receipt of this payment.
        receipt_no: String,
        /// Whose.
        customer_id: CustomerId,
        /// What all pieces cost that are kept, in minor units.
        remaining: i64,
        /// What is held for them now.
        held: i64,
        /// Of which currency.
        currency_code: String,
        /// What was paid with.
        tenders: Vec<TicketTender>,
        /// Who approved a first payment below the minimum.
        #[serde(skip_serializing_if = "Option::is_none")]
        approved_by: Option<StaffId>,
    },
    /// The last day of a deposit was moved.
    DepositExtended {
        /// The deposit's number.
        deposit_no: String,
        /// The last day before.
        from_date: String,
        /// The last day now.
        to_date: String,
    },
    /// Somebody withdrew from a deposit.
    DepositCancelled {
        /// The deposit's number.
        deposit_no: String,
        /// The number on the receipt of it.
        receipt_no: String,
        /// Whose.
        customer_id: CustomerId,
        /// `CLIENT` or `SHOP`.
        withdrawn_by: &'static str,
        /// What was held, in minor units.
        held: i64,
        /// What went back.
        given_back: i64,
        /// What the shop keeps.
        kept: i64,
        /// What the shop added to what it held.
        added: i64,
        /// Of which currency.
        currency_code: String,
        /// What it went back to; amounts below zero.
        tenders: Vec<TicketTender>,
    },
    /// The pieces of a deposit got the lower prices of the day.
    DepositRepriced {
        /// The step of the deposit that has the paper.
        step_id: Uuid,
        /// The deposit's number.
        deposit_no: String,
        /// What those cost that are kept, before, in minor units.
        from: i64,
        /// What they cost now.
        to: i64,
        /// Of which currency.
        currency_code: String,
    },
    /// A paper of a deposit was printed again.
    DepositCopied {
        /// The print.
        print_id: Uuid,
        /// The step of the deposit that the paper is of.
        step_id: Uuid,
        /// The number on the paper.
        paper_no: String,
        /// Which print it is, from 2.
        print_no: i64,
        /// `browser` or `printer`.
        target: &'static str,
    },
    /// Something that is set up was added, changed or taken away.
    SettingChanged {
        /// What: `package`, `campaign`.
        setting: &'static str,
        /// Its key.
        key: String,
        /// The version that the change made.
        version: i64,
        /// Where it is written what was before and after.
        change_id: Uuid,
        /// The names of what changed.
        fields: Vec<String>,
        /// SHA-256 of what was before, in hexadecimal; none for what is new.
        #[serde(skip_serializing_if = "Option::is_none")]
        before_hash: Option<String>,
        /// SHA-256 of what is after, in hexadecimal; none for what was taken away.
        #[serde(skip_serializing_if = "Option::is_none")]
        after_hash: Option<String>,
    },
    /// The register of old jewellery got an entry.
    RecyclingRegistered {
        /// The document.
        recycling_id: Uuid,
        /// Its number.
        recycling_no: String,
        /// `PURCHASE`, `EXIT` or `ERASED`.
        entry: &'static str,
        /// The number of the entry in the register of the store.
        register_seq: i64,
        /// Its hash, in hexadecimal.
        hash: String,
    },
    /// The credit that a customer has for old jewellery changed, but not by a tender.
    RecyclingCredit {
        /// Whose.
        customer_id: CustomerId,
        /// The document.
        recycling_id: Uuid,
        /// `GRANT`, `REPAY` or `REVERSE`.
        entry: &'static str,
        /// By how much, in minor units, with its sign.
        amount: i64,
        /// Of which currency.
        currency_code: String,
        /// By which means a seller paid it back, and the number of that payment.
        #[serde(skip_serializing_if = "Option::is_none")]
        reference: Option<String>,
    },
    /// A voucher was given as change, paid, or was made good or taken back with a booking that is removed.
    VoucherMoved {
        /// The number on it.
        voucher_no: String,
        /// Counts what happened to it, from 1.
        entry_no: i64,
        /// `ISSUE`, `REDEEM`, `PUT_BACK` or `TAKE_BACK`.
        entry: &'static str,
        /// By how much what it can pay changed, in minor units, with its sign.
        amount: i64,
        /// Of which currency.
        currency_code: String,
        /// The booking that it is the change of, or that it paid.
        tender_id: Uuid,
    },
    /// Old metal left for the refiner, or the refiner has weighed it.
    RecyclingShipped {
        /// The shipment.
        shipment_no: String,
        /// Of how many documents.
        documents: i64,
        /// What we weighed, in milligrams.
        net_weight: i64,
        /// What the refiner weighed; none when it leaves.
        #[serde(skip_serializing_if = "Option::is_none")]
        refiner_weight: Option<i64>,
    },
    /// Cash was put into the drawer of a till or taken out of it, outside of a sale.
    DrawerMoved {
        /// The entry of the drawer.
        entry_id: Uuid,
        /// `FLOAT`, `CASH_IN`, `CASH_OUT`, `SAFE_DROP` or `BANK_BAG`.
        entry: &'static str,
        /// By how much what lies in the drawer changed, in minor units.
        amount: i64,
        /// Of which currency.
        currency_code: String,
        /// The bank bag that it went into.
        #[serde(skip_serializing_if = "Option::is_none")]
        bag_no: Option<String>,
        /// The float that it takes back.
        #[serde(skip_serializing_if = "Option::is_none")]
        corrects: Option<Uuid>,
        /// Who approved it.
        #[serde(skip_serializing_if = "Option::is_none")]
        approved_by: Option<StaffId>,
    },
    /// The drawer of a till was opened without a sale.
    DrawerOpened {
        /// The entry of the drawer.
        entry_id: Uuid,
    },
}

impl Event {
    /// The number of the event: NF525's where it has one (reliability c.1), else ours from 1000.
    #[must_use]
    pub const fn code(&self) -> i64 {
        match self {
            Self::Stop => 40,
            Self::TerminalAdded { .. } => 126,
            Self::Start { .. } => 1000,
            Self::CrashRecovery => 1001,
            Self::SoftwareUpdate { .. } => 1002,
            Self::ClockChange { .. } => 1003,
            Self::Migration { .. } => 1004,
            Self::LogIn => 1010,
            Self::LogOut => 1011,
            Self::LogInLocked { .. } => 1012,
            Self::Unlock => 1013,
            Self::Lock => 1014,
            Self::LineVoid { .. } => 1020,
            Self::BasketAbandoned { .. } => 1021,
            Self::PaymentHeld { .. } => 1022,
            Self::HeldPaymentDecided { .. } => 1023,
            Self::ManualPayment { .. } => 1024,
            Self::PaymentUnmatched { .. } => 1025,
            Self::DiscountGiven { .. } => 1026,
            Self::PriceOverridden { .. } => 1027,
            Self::PieceWeighed { .. } => 1028,
            Self::ApprovalGiven { .. } => 1029,
            Self::Export { .. } => 1030,
            Self::Verification { .. } => 1031,
            Self::BackupMade { .. } => 1032,
            Self::DatabaseRestored { .. } => 1033,
            Self::Purge(_) => 1034,
            Self::StaffAdded { .. } => 1040,
            Self::CustomerAdded { .. } => 1050,
            Self::CustomerChanged { .. } => 1051,
            Self::CustomerConsent { .. } => 1052,
            Self::CrmGiftGranted { .. } => 1053,
            Self::SettingChanged { .. } => 1060,
            Self::DepositPaid { .. } => 1070,
            Self::DepositExtended { .. } => 1071,
            Self::DepositCancelled { .. } => 1072,
            Self::DepositRepriced { .. } => 1073,
            Self::DepositCopied { .. } => 1074,
            Self::RecyclingRegistered { .. } => 1080,
            Self::RecyclingCredit { .. } => 1081,
            Self::RecyclingShipped { .. } => 1082,
            Self::VoucherMoved { .. } => 1090,
            Self::DrawerMoved { .. } => 1110,
            Self::DrawerOpened { .. } => 1111,
        }
    }

    /// Of which kind its entry is. Entries of deposits were of the kind `event` before they had one of
    /// their own; journals keep them as they are.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::DepositPaid { .. }
            | Self::DepositExtended { .. }
            | Self::DepositCancelled { .. }
            | Self::DepositRepriced { .. } => Kind::Deposit,
            Self::DrawerMoved { .. } => Kind::Payment,
            _ => Kind::Event,
        }
    }

    /// What the journal holds of it: its number, its name, who did it, and its members.
    ///
    /// # Errors
    /// Never for these events; serialisation has an error type all the same.
    pub fn members(
        &self,
        operator: Option<&StaffId>,
    ) -> Result<Map<String, Value>, serde_json::Error> {
        let mut members = match serde_json::to_value(self)? {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        members.insert("code".to_owned(), Value::from(self.code()));
        if let Some(operator) = operator {
            members.insert("operatorId".to_owned(), Value::from(operator.0.clone()));
        }
        Ok(members)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_tells_its_number_its_name_and_who_did_it() {
        let event = Event::LineVoid {
            basket_no: 7,
            item_no: "RG-1".to_owned(),
            size_code: "52".to_owned(),
            quantity: 1,
        };
        let members = event.members(Some(&"mei".into())).unwrap();
        assert_eq!(
            Value::Object(members),
            json!({
                "code": 1020, "event": "lineVoid", "operatorId": "mei", "basketNo": 7,
                "itemNo": "RG-1", "sizeCode": "52", "quantity": 1
            })
        );
        let stop = Event::Stop.members(None).unwrap();
        assert_eq!(Value::Object(stop), json!({ "code": 40, "event": "stop" }));
    }
}
