use kernel::id::LineId;
use kernel::weight::Weight;
use kernel::{Currency, Money, Rate};
use proptest::prelude::*;
use uuid::Uuid;

use super::super::discount::Asked;
use super::*;

const NOW: &str = "2026-11-21T10:00:00Z";

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

fn line(number: u128) -> LineId {
    LineId(Uuid::from_u128(number))
}

fn percent(line_id: LineId, percent: i64) -> Action {
    Action::LineDiscount {
        line_id,
        asked: Asked::Percent(Rate::percent(percent)),
    }
}

fn demand(percent: i64) -> Demand {
    Demand {
        line: Rate::percent(percent),
        basket: Rate::ZERO,
        total: Rate::percent(percent),
    }
}

fn place() -> Place {
    Place {
        terminal_no: TerminalNo::from("PAR01-T1"),
        subject: Subject::Basket(BasketId(Uuid::from_u128(1))),
        version: 7,
    }
}

fn requested() -> Approval {
    request(
        percent(line(1), 20),
        place(),
        demand(20),
        StaffId::from("seller"),
        Decision::NeedsApproval,
        true,
    )
    .unwrap()
}

fn manager() -> Approver {
    Approver {
        staff_id: StaffId::from("manager"),
        has_right_password: true,
        locked_until: None,
        is_blocked: false,
        is_linked: true,
        grant: Grant::Limited,
        limits: Limits::of_default_group("MANAGER"),
    }
}

fn granted() -> Approval {
    let mut approval = requested();
    approval.sign(&manager(), now()).unwrap();
    approval
}

#[test]
fn an_approval_goes_only_the_documented_ways() {
    use ApprovalEvent::{Apply, Approve, Ask, Expire, LockOut};
    let allowed = [
        ("NONE", Ask, "REQUESTED"),
        ("REQUESTED", Approve, "GRANTED"),
        ("REQUESTED", LockOut, "LOCKED"),
        ("GRANTED", Apply, "USED"),
        ("GRANTED", Expire, "EXPIRED"),
    ];
    for state in ApprovalState::ALL {
        assert_eq!(ApprovalState::parse(state.name()), Some(state));
        for event in [Ask, Approve, LockOut, Apply, Expire] {
            let expected = allowed
                .iter()
                .find(|it| it.0 == state.name() && it.1 == event)
                .map(|it| it.2);
            let found = state.after(event).map(ApprovalState::name);
            assert_eq!(found, expected, "{state:?} {event:?}");
        }
    }
}

#[test]
fn an_approval_is_asked_for_only_where_it_helps() {
    let ask = |decision, has_approver| {
        let by = StaffId::from("seller");
        request(
            percent(line(1), 20),
            place(),
            demand(20),
            by,
            decision,
            has_approver,
        )
        .map(|approval| approval.state)
    };
    assert_eq!(
        ask(Decision::Allowed, true),
        Err(ApprovalRefusal::NotNeeded)
    );
    assert_eq!(ask(Decision::Denied, true), Err(ApprovalRefusal::Denied));
    assert_eq!(
        ask(Decision::NeedsApproval, false),
        Err(ApprovalRefusal::NobodyMayApprove)
    );
    assert_eq!(
        ask(Decision::NeedsApproval, true),
        Ok(ApprovalState::Requested)
    );
}

#[test]
fn only_somebody_else_who_may_signs() {
    let senior = Limits::of_default_group("SENIOR");
    let later = now() + APPROVER_LOCK;
    let table = [
        (manager(), Ok(())),
        (
            Approver {
                grant: Grant::ApproveOnly,
                limits: Limits::of_default_group("ADMIN"),
                ..manager()
            },
            Ok(()),
        ),
        (
            Approver {
                grant: Grant::Allowed,
                limits: Limits::NONE,
                ..manager()
            },
            Ok(()),
        ),
        (
            Approver {
                staff_id: StaffId::from("seller"),
                ..manager()
            },
            Err(ApprovalRefusal::OwnRequest),
        ),
        (
            Approver {
                is_blocked: true,
                ..manager()
            },
            Err(ApprovalRefusal::ApproverBlocked),
        ),
        (
            Approver {
                is_linked: false,
                ..manager()
            },
            Err(ApprovalRefusal::ApproverNotLinked),
        ),
        (
            Approver {
                grant: Grant::Denied,
                ..manager()
            },
            Err(ApprovalRefusal::ApproverWithoutPermission),
        ),
        (
            Approver {
                limits: senior,
                ..manager()
            },
            Err(ApprovalRefusal::ApproverLimit {
                demand: demand(20),
                limits: senior,
            }),
        ),
        (
            Approver {
                locked_until: Some(later),
                ..manager()
            },
            Err(ApprovalRefusal::ApproverLocked { until: later }),
        ),
        (
            Approver {
                locked_until: Some(now()),
                ..manager()
            },
            Ok(()),
        ),
    ];
    for (approver, expected) in table {
        let mut approval = requested();
        let is_granted = expected.is_ok();
        assert_eq!(approval.sign(&approver, now()), expected, "{approver:?}");
        assert_eq!(approval.state == ApprovalState::Granted, is_granted);
        assert_eq!(approval.approved.is_some(), is_granted);
    }
}

#[test]
fn the_third_wrong_password_locks_the_approver() {
    let mut approval = requested();
    let wrong = |name: &str| Approver {
        staff_id: StaffId::from(name),
        has_right_password: false,
        ..manager()
    };
    let mut sign = |name: &str| approval.sign(&wrong(name), now()).unwrap_err();
    assert_eq!(sign("manager"), ApprovalRefusal::WrongPassword { left: 2 });
    // Somebody else's tries do not lock the manager.
    assert_eq!(sign("senior"), ApprovalRefusal::WrongPassword { left: 2 });
    assert_eq!(sign("manager"), ApprovalRefusal::WrongPassword { left: 1 });
    let until = now() + APPROVER_LOCK;
    assert_eq!(sign("manager"), ApprovalRefusal::ApproverLocked { until });
    assert_eq!(approval.state, ApprovalState::Locked);
    // The right password comes too late.
    assert_eq!(
        approval.sign(&manager(), now()),
        Err(ApprovalRefusal::NotRequested)
    );
}

#[test]
fn an_approval_counts_for_its_action_and_value_and_once() {
    let mut approval = granted();
    let action = percent(line(1), 20);
    let at = |version| Place { version, ..place() };
    let table = [
        (percent(line(2), 20), place(), ApprovalRefusal::OtherLine),
        (percent(line(1), 21), place(), ApprovalRefusal::OtherValue),
        (percent(line(1), 19), place(), ApprovalRefusal::OtherValue),
        (
            Action::LineDiscount {
                line_id: line(1),
                asked: Asked::Amount(200_000),
            },
            place(),
            ApprovalRefusal::OtherValue,
        ),
        (
            Action::BasketDiscount {
                asked: Asked::Percent(Rate::percent(20)),
            },
            place(),
            ApprovalRefusal::OtherPermission,
        ),
        (
            Action::PriceOverride {
                line_id: line(1),
                typed: Money::new(100, Currency::Eur),
            },
            place(),
            ApprovalRefusal::OtherPermission,
        ),
        (
            action,
            Place {
                terminal_no: TerminalNo::from("PAR01-T2"),
                ..place()
            },
            ApprovalRefusal::OtherTerminal,
        ),
        (
            action,
            Place {
                subject: Subject::Recycling(Uuid::from_u128(1)),
                ..place()
            },
            ApprovalRefusal::OtherBasket,
        ),
        (
            action,
            Place {
                subject: Subject::Drawer,
                ..place()
            },
            ApprovalRefusal::OtherBasket,
        ),
        (
            action,
            Place {
                subject: Subject::Statement("S-PAR-2026-0001".to_owned()),
                ..place()
            },
            ApprovalRefusal::OtherBasket,
        ),
    ];
    for (action, place, expected) in table {
        assert_eq!(approval.apply(&action, &place, now()), Err(expected));
        assert_eq!(approval.state, ApprovalState::Granted);
    }
    let last_moment = now() + SignedDuration::from_secs(119);
    assert_eq!(
        approval.apply(&action, &place(), last_moment),
        Ok(StaffId::from("manager"))
    );
    assert_eq!(
        approval.apply(&action, &place(), last_moment),
        Err(ApprovalRefusal::AlreadyUsed)
    );

    let mut late = granted();
    assert_eq!(
        late.apply(&action, &place(), now() + VALIDITY),
        Err(ApprovalRefusal::TooLate)
    );
    assert_eq!(late.state, ApprovalState::Expired);
    assert_eq!(
        late.apply(&action, &place(), now()),
        Err(ApprovalRefusal::TooLate)
    );

    let mut changed = granted();
    assert_eq!(
        changed.apply(&action, &at(8), now()),
        Err(ApprovalRefusal::BasketChanged)
    );
    assert_eq!(changed.state, ApprovalState::Expired);

    assert_eq!(
        requested().apply(&action, &place(), now()),
        Err(ApprovalRefusal::NotGranted)
    );
}

#[test]
fn a_weight_is_bound_to_its_gram() {
    let weighed = |milligrams| Action::GoldWeight {
        line_id: line(1),
        weight: Weight(milligrams),
    };
    let by = StaffId::from("seller");
    let none = Demand::NONE;
    let needs = Decision::NeedsApproval;
    let mut approval = request(weighed(12_350), place(), none, by, needs, true).unwrap();
    let allowed = Approver {
        grant: Grant::Allowed,
        ..manager()
    };
    approval.sign(&allowed, now()).unwrap();
    assert_eq!(
        approval.apply(&weighed(12_351), &place(), now()),
        Err(ApprovalRefusal::OtherValue)
    );
    assert!(approval.apply(&weighed(12_350), &place(), now()).is_ok());
}

proptest! {
    /// Whatever happens in whatever order, an approval is used at most once, and never without the
    /// signature of somebody else within 120 seconds.
    #[test]
    fn nothing_is_done_twice_or_without_signature(
        steps in proptest::collection::vec((0..6_u8, 0..90_i64), 1..20)
    ) {
        let mut approval = requested();
        let (mut at, mut signed, mut used) = (now(), None, 0);
        for (step, seconds) in steps {
            at += SignedDuration::from_secs(seconds);
            match step {
                0 => {
                    if approval.sign(&manager(), at).is_ok() {
                        prop_assert!(signed.is_none());
                        signed = Some(at);
                    }
                }
                1 => {
                    let own = Approver { staff_id: StaffId::from("seller"), ..manager() };
                    prop_assert!(approval.sign(&own, at).is_err());
                }
                2 => {
                    let wrong = Approver { has_right_password: false, ..manager() };
                    prop_assert!(approval.sign(&wrong, at).is_err());
                }
                3 => {
                    let other = percent(line(1), 21);
                    prop_assert!(approval.apply(&other, &place(), at).is_err());
                }
                _ => {
                    if approval.apply(&percent(line(1), 20), &place(), at).is_ok() {
                        used += 1;
                        let since = at.duration_since(signed.unwrap());
                        prop_assert!(since < VALIDITY);
                    }
                }
            }
        }
        prop_assert!(used <= 1);
    }
}

#[test]
fn only_who_may_post_any_difference_stands_for_one_above_the_maximum() {
    let action = Action::StatementPosting {
        difference: Money::new(-20_000, Currency::Eur),
    };
    for (grant, expected) in [
        (Grant::Allowed, Ok(())),
        (
            Grant::Limited,
            Err(ApprovalRefusal::ApproverWithoutPermission),
        ),
        (
            Grant::Denied,
            Err(ApprovalRefusal::ApproverWithoutPermission),
        ),
    ] {
        let by = StaffId::from("seller");
        let asked = (Decision::NeedsApproval, true);
        let mut approval = request(action, place(), Demand::NONE, by, asked.0, asked.1).unwrap();
        let approver = Approver { grant, ..manager() };
        assert_eq!(approval.sign(&approver, now()), expected, "{grant:?}");
    }
}
