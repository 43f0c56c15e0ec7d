//! What staff do.

use rand::RngExt as _;
use rand::rngs::StdRng;

use super::closing::Closing;
use super::code::WithCode;
use super::form::AtOperator;
use super::tender::{SLIPS, VOUCHERS};
use super::terminal::AtTerminal;
use super::world::{CARDS, KINDS_OF_DEPOSIT, MANAGER, TILLS, World};

/// A step; which till does it comes with it.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// A piece goes into the basket.
    Add { till: usize, item: usize },
    /// A line leaves it.
    Remove { till: usize, line: usize },
    /// All of it goes.
    Clear { till: usize },
    /// A gift card is sold.
    SellCard {
        till: usize,
        card: usize,
        minor: i64,
    },
    /// A line is put on deposit, or is bought now after all.
    SetApart { till: usize, line: usize },
    /// More is put on a gift card that was sold: on this one, or the next that takes it.
    TopUpCard {
        till: usize,
        card: usize,
        minor: i64,
    },
    /// Payment starts.
    Start { till: usize },
    /// It is left again.
    Back { till: usize },
    /// Cash: a part in per cent of what is left, or more than that.
    Cash { till: usize, percent: i64 },
    /// A gift card pays.
    PayByCard {
        till: usize,
        card: usize,
        percent: i64,
    },
    /// Credit pays: of a member, or for old jewellery.
    PayByCredit {
        till: usize,
        percent: i64,
        is_loyalty: bool,
    },
    /// Dollars pay, and change is given in euros.
    PayInDollars { till: usize, percent: i64 },
    /// A voucher pays: one of the office, or one that was change.
    PayByVoucher {
        till: usize,
        voucher: usize,
        is_change: bool,
    },
    /// A slip of the mall pays.
    PayBySlip {
        till: usize,
        percent: i64,
        slip: usize,
    },
    /// The card terminal is asked for money.
    Tap {
        till: usize,
        percent: i64,
        what: AtTerminal,
    },
    /// A provider of payments by code is asked for money.
    Scan {
        till: usize,
        provider: usize,
        percent: i64,
        what: WithCode,
    },
    /// A tender is taken back.
    TakeBack { till: usize, tender: usize },
    /// Pieces of the basket are kept against a part of their price.
    Keep {
        till: usize,
        percent: i64,
        kind: usize,
    },
    /// More is paid on a deposit.
    PayOn {
        till: usize,
        deposit: usize,
        percent: i64,
    },
    /// The pieces of a deposit leave, all or one.
    HandOver {
        till: usize,
        deposit: usize,
        line: Option<usize>,
    },
    /// Somebody withdraws from a deposit; of some the shop keeps a part in per cent.
    Cancel {
        till: usize,
        deposit: usize,
        by_shop: bool,
        keep: Option<i64>,
    },
    /// The next step of what goes back, in cash where that is allowed.
    GiveBack {
        till: usize,
        card: usize,
        in_cash: bool,
    },
    /// The last day of a deposit is moved.
    Extend {
        till: usize,
        deposit: usize,
        days: i64,
    },
    /// Prices fall, and a client gets them for a deposit.
    Renew { till: usize, deposit: usize },
    /// Old gold is bought for credit.
    Recycle { till: usize, weight: i64 },
    /// Who sold old gold wants it back.
    Withdraw { till: usize, purchase: usize },
    /// A traveller wants a tax-free form for a sale.
    Issue {
        till: usize,
        order: usize,
        what: AtOperator,
    },
    /// Its tag is voided.
    Void {
        till: usize,
        form: usize,
        what: AtOperator,
    },
    /// One that waits for the operator is sent.
    Send { till: usize, form: usize },
    /// Customs sees the goods of one, or its refund is paid.
    Customs { till: usize, form: usize },
    /// Something is done with the statement of the day.
    Close { till: usize, what: Closing },
    /// What one does, another does at the same time.
    Together(Box<Self>, Box<Self>),
    /// Time passes, and the jobs of the night run.
    Wait { hours: u64 },
    /// The server's process dies and another starts.
    Restart,
}

impl Step {
    /// What kind of step it is.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Add { .. } => "add",
            Self::Remove { .. } => "remove",
            Self::Clear { .. } => "clear",
            Self::SellCard { .. } => "sell a card",
            Self::SetApart { .. } => "set apart",
            Self::TopUpCard { .. } => "top up a card",
            Self::Start { .. } => "start",
            Self::Back { .. } => "back",
            Self::Cash { .. } => "cash",
            Self::PayByCard { .. } => "pay by card",
            Self::PayByCredit { .. } => "pay by credit",
            Self::PayInDollars { .. } => "pay in dollars",
            Self::PayByVoucher { .. } => "pay by voucher",
            Self::PayBySlip { .. } => "pay by slip",
            Self::Tap { .. } => "tap",
            Self::Scan { .. } => "scan",
            Self::TakeBack { .. } => "take back",
            Self::Keep { .. } => "keep",
            Self::PayOn { .. } => "pay on",
            Self::HandOver { .. } => "hand over",
            Self::Cancel { .. } => "cancel",
            Self::GiveBack { .. } => "give back",
            Self::Extend { .. } => "extend",
            Self::Renew { .. } => "renew",
            Self::Recycle { .. } => "recycle",
            Self::Withdraw { .. } => "withdraw",
            Self::Issue { .. } => "issue a form",
            Self::Void { .. } => "void a form",
            Self::Send { .. } => "send a form",
            Self::Customs { .. } => "customs",
            Self::Close { what, .. } => match what {
                Closing::Calculate => "calculate",
                Closing::Clear => "clear the statement",
                Closing::Count => "count",
                Closing::Post => "post",
            },
            Self::Together(..) => "together",
            Self::Wait { .. } => "wait",
            Self::Restart => "restart",
        }
    }

    /// A step that may make sense as things stand; many are refused all the same.
    pub(super) fn draw(random: &mut StdRng, world: &World) -> Self {
        let till = random.random_range(0..TILLS);
        match random.random_range(0..1_000) {
            0..2 => Self::Restart,
            2..30 => Self::Wait {
                hours: [1, 8, 30, 24 * 40][random.random_range(0..4)],
            },
            30..90 => {
                // Both may be after the same card, deposit or piece.
                let other = random.random_range(0..TILLS);
                Self::Together(
                    Box::new(Self::at(till, random, world)),
                    Box::new(Self::at(other, random, world)),
                )
            }
            _ => Self::at(till, random, world),
        }
    }

    fn at(till: usize, random: &mut StdRng, world: &World) -> Self {
        let percent = [10, 33, 50, 100, 100, 100, 130][random.random_range(0..7)];
        let card = random.random_range(0..CARDS);
        let any = random.random_range(0..1_000);
        if world.is_giving_back(till) {
            return match random.random_range(0..20) {
                0..16 => Self::GiveBack {
                    till,
                    card,
                    in_cash: random.random_bool(0.2),
                },
                16 => Self::TakeBack { till, tender: any },
                17 => Self::Cash { till, percent },
                _ => Self::Back { till },
            };
        }
        if world.is_paying(till) {
            return match random.random_range(0..30) {
                0..6 => Self::Cash { till, percent },
                6..11 => Self::PayByCard {
                    till,
                    card,
                    percent,
                },
                11..14 => Self::PayByCredit {
                    till,
                    percent,
                    is_loyalty: random.random_bool(0.5),
                },
                14..16 => Self::PayInDollars { till, percent },
                16..18 => Self::PayByVoucher {
                    till,
                    voucher: any % VOUCHERS,
                    is_change: random.random_bool(0.3),
                },
                18..20 => Self::PayBySlip {
                    till,
                    percent,
                    slip: any % SLIPS,
                },
                20..22 => Self::TakeBack { till, tender: any },
                22 => Self::Back { till },
                27.. => Self::Scan {
                    till,
                    provider: random.random_range(0..2),
                    percent,
                    what: WithCode::ALL[any % WithCode::ALL.len()],
                },
                24..27 => Self::Tap {
                    till,
                    percent,
                    what: AtTerminal::ALL[any % AtTerminal::ALL.len()],
                },
                _ => Self::Add { till, item: any },
            };
        }
        if let Some(step) = Self::of_the_office(till, random, world) {
            return step;
        }
        // Most of what is below needs something in the basket; deposits want an empty one.
        let kinds = match (world.is_empty(till), world.has_deposits()) {
            (true, true) if random.random_bool(0.5) => 4..14,
            (true, _) => 0..24,
            (false, _) => 14..39,
        };
        match random.random_range(kinds) {
            0..3 => Self::SellCard {
                till,
                card,
                minor: 1_000 * random.random_range(1..40),
            },
            3 => Self::TopUpCard {
                till,
                card,
                minor: 1_000 * random.random_range(1..10),
            },
            4..6 => Self::PayOn {
                till,
                deposit: any,
                percent,
            },
            6..8 => Self::HandOver {
                till,
                deposit: any,
                line: (any % 2 == 0).then_some(any / 2),
            },
            8..10 if world.has_purchases() && random.random_bool(0.6) => Self::Withdraw {
                till: MANAGER,
                purchase: any,
            },
            8..10 => Self::Recycle {
                till: MANAGER,
                weight: random.random_range(500..9_000),
            },
            10..12 => Self::Cancel {
                // Who may not is refused.
                till: if random.random_bool(0.9) {
                    MANAGER
                } else {
                    till
                },
                deposit: any,
                by_shop: random.random_bool(0.3),
                keep: random.random_bool(0.3).then_some(percent),
            },
            12..14 => match any % 2 {
                0 => Self::Renew {
                    till: MANAGER,
                    deposit: any,
                },
                _ => Self::Extend {
                    till: MANAGER,
                    deposit: any,
                    days: random.random_range(0..60),
                },
            },
            14..24 => Self::Add { till, item: any },
            24 => Self::Remove { till, line: any },
            25 => Self::Clear { till },
            26..29 => Self::SetApart { till, line: any },
            29..34 => Self::Start { till },
            34..38 => Self::Keep {
                till,
                // Most leave something to be paid later.
                percent: [10, 33, 33, 50, 50, 100, 130][random.random_range(0..7)],
                kind: random.random_range(0..KINDS_OF_DEPOSIT.len()),
            },
            _ => Self::PayByCard {
                till,
                card,
                percent,
            },
        }
    }

    /// What is done beside the sales: tax-free forms, and the end of the day.
    fn of_the_office(till: usize, random: &mut StdRng, world: &World) -> Option<Self> {
        let any = random.random_range(0..1_000);
        let what = AtOperator::ALL[any % AtOperator::ALL.len()];
        // Who may not is refused.
        let manager = if random.random_bool(0.9) {
            MANAGER
        } else {
            till
        };
        Some(match random.random_range(0..100) {
            0..6 if world.has_orders() => Self::Issue {
                till,
                order: any,
                what,
            },
            6..13 if world.has_forms() => Self::Void {
                till: manager,
                form: any,
                what,
            },
            13..15 if world.has_forms() => Self::Send { till, form: any },
            15..19 if world.has_forms() => Self::Customs { till, form: any },
            19..27 => Self::Close {
                till: manager,
                what: match (world.has_statement(), any % 4) {
                    (true, 0) => Closing::Clear,
                    (true, 1 | 2) => Closing::Count,
                    (false, 0..3) => Closing::Calculate,
                    _ => Closing::Post,
                },
            },
            _ => return None,
        })
    }
}
