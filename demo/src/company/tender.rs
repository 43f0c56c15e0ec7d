//! The ways to settle an amount, with their rules.

/// What a tender is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the words of the trade")]
pub enum TenderKind {
    Cash,
    FxCash,
    Card,
    Qr,
    GiftCard,
    Voucher,
    LoyaltyCredit,
    RecyclingCredit,
    Deposit,
    Cheque,
    Transfer,
    Mall,
}

/// Whether more than the amount due may be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OverTender {
    /// Never.
    No,
    /// By at most the highest note of the currency.
    HighestNote,
    /// By any amount.
    Yes,
}

/// What the customer gets back when more was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeIn {
    /// Nothing is given back.
    None,
    /// The tender with this code.
    Tender(&'static str),
    /// A new voucher, or cash below the minimum change (euro cents).
    VoucherOrCashBelow(i64),
}

/// How the end of the day counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Notes and coins.
    Denominations,
    /// The terminal's total and number of slips.
    SlipTotal,
    /// How many slips there are.
    Slips,
    /// Not counted: the system knows.
    System,
}

/// What has to be shown before it is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verification {
    /// Nothing.
    None,
    /// The card terminal's answer.
    Terminal,
    /// The wallet's answer.
    Wallet,
    /// Card number and code.
    CardAndCode,
    /// Number of the voucher.
    VoucherNumber,
    /// A code sent to the customer above this amount in euro cents.
    OneTimeCodeAbove(i64),
    /// The order that the deposit belongs to.
    DepositOrder,
    /// Bank, number and identity.
    Identity,
    /// The rate of the day.
    Rate,
    /// The number of a transfer or a slip.
    Reference,
}

/// A way to settle an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tender {
    /// Key, such as `VISA`.
    pub code: &'static str,
    /// Name in English.
    pub name: &'static str,
    /// What it is.
    pub kind: TenderKind,
    /// Stores it is offered in.
    pub available_for_store: &'static [&'static str],
    /// Whether more than due may be given.
    pub over_tender: OverTender,
    /// Whether less than due may be given.
    pub under_tender: bool,
    /// What change is given in.
    pub change_in: ChangeIn,
    /// Whether a refund may go back to it.
    pub refundable: bool,
    /// How it is counted.
    pub counting: Counting,
    /// Whether the drawer opens.
    pub opens_drawer: bool,
    /// What has to be shown.
    pub verification: Verification,
    /// What the terminal or the wallet calls it, blank when none is asked.
    pub online_pos_mapping: &'static str,
    /// Of foreign cash: its currency.
    pub currency: Option<&'static str>,
}

const EVERYWHERE: &[&str] = &[
    "PAR01", "LYO01", "CDG01", "MIL01", "HKG01", "HKG02", "SHA01", "BEJ01", "TYO01", "KWT01",
];
const WALLETS: &[&str] = &["PAR01", "CDG01", "HKG01", "HKG02", "SHA01", "BEJ01"];
const FRANCE: &[&str] = &["PAR01", "LYO01", "CDG01"];
const RECYCLING: &[&str] = &["PAR01", "LYO01"];
const DOLLARS: &[&str] = &["PAR01", "CDG01", "HKG01"];
const YUAN: &[&str] = &["HKG01", "HKG02"];
const TRANSFERS: &[&str] = &["PAR01", "LYO01", "SHA01"];
const MALLS: &[&str] = &["CDG01", "HKG02"];
/// Credits above this need a code sent to the customer.
const ONE_TIME_CODE_ABOVE: i64 = 5_000;

const CARD: Tender = Tender {
    code: "CARD",
    name: "Other card",
    kind: TenderKind::Card,
    available_for_store: EVERYWHERE,
    over_tender: OverTender::No,
    under_tender: true,
    change_in: ChangeIn::None,
    refundable: true,
    counting: Counting::SlipTotal,
    opens_drawer: false,
    verification: Verification::Terminal,
    online_pos_mapping: "*",
    currency: None,
};

const CREDIT: Tender = Tender {
    counting: Counting::System,
    online_pos_mapping: "",
    verification: Verification::OneTimeCodeAbove(ONE_TIME_CODE_ABOVE),
    ..CARD
};

const FOREIGN_CASH: Tender = Tender {
    over_tender: OverTender::Yes,
    change_in: ChangeIn::Tender("CASH"),
    refundable: false,
    counting: Counting::Denominations,
    opens_drawer: true,
    verification: Verification::Rate,
    online_pos_mapping: "",
    ..CARD
};

/// All tenders, in the order of the payment page.
pub const TENDERS: [Tender; 18] = [
    Tender {
        code: "CASH",
        name: "Cash",
        kind: TenderKind::Cash,
        over_tender: OverTender::HighestNote,
        change_in: ChangeIn::Tender("CASH"),
        counting: Counting::Denominations,
        opens_drawer: true,
        verification: Verification::None,
        online_pos_mapping: "",
        ..CARD
    },
    Tender {
        code: "VISA",
        name: "Visa",
        online_pos_mapping: "VISA",
        ..CARD
    },
    Tender {
        code: "MC",
        name: "Mastercard",
        online_pos_mapping: "MASTERCARD",
        ..CARD
    },
    Tender {
        code: "AMEX",
        name: "American Express",
        online_pos_mapping: "AMEX",
        ..CARD
    },
    Tender {
        code: "CUP",
        name: "UnionPay",
        online_pos_mapping: "UNIONPAY",
        ..CARD
    },
    CARD,
    Tender {
        code: "ALIPAY",
        name: "Alipay",
        kind: TenderKind::Qr,
        available_for_store: WALLETS,
        verification: Verification::Wallet,
        online_pos_mapping: "ALIPAY",
        ..CARD
    },
    Tender {
        code: "WECHAT",
        name: "WeChat Pay",
        kind: TenderKind::Qr,
        available_for_store: WALLETS,
        verification: Verification::Wallet,
        online_pos_mapping: "WECHATPAY",
        ..CARD
    },
    Tender {
        code: "GIFTCARD",
        name: "Gift card",
        kind: TenderKind::GiftCard,
        refundable: false,
        verification: Verification::CardAndCode,
        ..CREDIT
    },
    Tender {
        code: "EX-VOUCHER",
        name: "Exchange voucher",
        kind: TenderKind::Voucher,
        over_tender: OverTender::Yes,
        change_in: ChangeIn::VoucherOrCashBelow(500),
        refundable: false,
        counting: Counting::Slips,
        verification: Verification::VoucherNumber,
        ..CREDIT
    },
    Tender {
        code: "LOYALTY",
        name: "Loyalty credit",
        kind: TenderKind::LoyaltyCredit,
        ..CREDIT
    },
    Tender {
        code: "RECYCLE",
        name: "Recycling credit",
        kind: TenderKind::RecyclingCredit,
        available_for_store: RECYCLING,
        ..CREDIT
    },
    Tender {
        code: "DEPOSIT",
        name: "Deposit",
        kind: TenderKind::Deposit,
        verification: Verification::DepositOrder,
        ..CREDIT
    },
    Tender {
        code: "CHEQUE",
        name: "Cheque",
        kind: TenderKind::Cheque,
        available_for_store: FRANCE,
        refundable: false,
        counting: Counting::Slips,
        opens_drawer: true,
        verification: Verification::Identity,
        ..CREDIT
    },
    Tender {
        code: "CASH-USD",
        name: "US dollars cash",
        kind: TenderKind::FxCash,
        available_for_store: DOLLARS,
        currency: Some("USD"),
        ..FOREIGN_CASH
    },
    Tender {
        code: "CASH-CNY",
        name: "Yuan cash",
        kind: TenderKind::FxCash,
        available_for_store: YUAN,
        currency: Some("CNY"),
        ..FOREIGN_CASH
    },
    Tender {
        code: "BANK",
        name: "Bank transfer",
        kind: TenderKind::Transfer,
        available_for_store: TRANSFERS,
        verification: Verification::Reference,
        ..CREDIT
    },
    Tender {
        code: "MALLPAY",
        name: "Mall payment",
        kind: TenderKind::Mall,
        available_for_store: MALLS,
        counting: Counting::Slips,
        verification: Verification::Reference,
        ..CREDIT
    },
];

impl Tender {
    /// Whether the tender is offered in a store.
    #[must_use]
    pub fn is_available_in(&self, store_no: &str) -> bool {
        self.available_for_store.contains(&store_no)
    }
}
