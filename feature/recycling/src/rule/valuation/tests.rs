use kernel::Currency;
use proptest::prelude::*;

use super::*;

fn eur(minor: i64) -> Money {
    Money::new(minor, Currency::Eur)
}

fn spot(gram_price: i64) -> Option<Spot> {
    Some(Spot {
        gram_price,
        fineness: 1_000,
        starts_at: Timestamp::UNIX_EPOCH,
    })
}

fn terms() -> Terms {
    Terms {
        country: "FR".to_owned(),
        metals: vec![
            MetalTerms {
                metal: Metal::Gold,
                spot: spot(985_000),
                payout: Rate::percent(85),
            },
            MetalTerms {
                metal: Metal::Silver,
                spot: spot(9_200),
                payout: Rate::percent(80),
            },
            MetalTerms {
                metal: Metal::Platinum,
                spot: None,
                payout: Rate::percent(80),
            },
        ],
        campaign_share: Rate::percent(10),
        campaign_maximum: eur(3_000),
        alloy_amount: eur(0),
        collects_tax: false,
    }
}

fn piece(metal: Metal, fineness: i64, gross: i64) -> Piece {
    Piece {
        metal,
        fineness,
        test_method: metal.is_precious().then_some(TestMethod::Hallmark),
        quantity: 1,
        gross: Weight(gross),
        stones: Weight(0),
        origin: None,
    }
}

fn bought(paid: i64, sold: i64) -> Option<Origin> {
    Some(Origin {
        order_line_id: Uuid::nil(),
        paid: eur(paid),
        sold,
    })
}

#[test]
fn the_worked_examples_come_out() {
    // domain-vectors.json, "recycling": weight, fineness, spot, rate, expected.
    let table = [
        (Metal::Silver, 18_400, 925, 1_253, 17_020),
        (Metal::Gold, 5_250, 750, 32_967, 3_938),
        (Metal::Gold, 2_100, 375, 6_593, 788),
    ];
    for (metal, weight, fineness, expected, fine) in table {
        let value = value(&piece(metal, fineness, weight), &terms()).unwrap();
        assert_eq!((value.amount.minor, value.fine.0), (expected, fine));
    }
}

#[test]
fn a_board_of_another_fineness_gives_the_same_fine_price() {
    let mut other = terms();
    other.metals[0].spot = Some(Spot {
        gram_price: 738_750,
        fineness: 750,
        starts_at: Timestamp::UNIX_EPOCH,
    });
    let ring = piece(Metal::Gold, 750, 5_250);
    assert_eq!(value(&ring, &other).unwrap().amount.minor, 32_967);
}

#[test]
fn what_a_gram_pays_follows_fineness_and_rate() {
    let gold = spot(985_000).unwrap();
    assert_eq!(gold.gram_pays(750, Rate::percent(85)), 627_938);
    assert_eq!(gold.gram_pays(999, Rate::HUNDRED), 984_015);
}

#[test]
fn stones_are_taken_off() {
    let ring = Piece {
        stones: Weight(250),
        ..piece(Metal::Gold, 750, 5_500)
    };
    let value = value(&ring, &terms()).unwrap();
    assert_eq!((value.net.0, value.amount.minor), (5_250, 32_967));
}

#[test]
fn the_campaign_counts_when_it_gives_more_and_is_capped_for_each_piece() {
    let silver = |paid, sold, quantity| Piece {
        quantity,
        origin: bought(paid, sold),
        ..piece(Metal::Silver, 925, 18_400)
    };
    // 10 % of 90.00 is less than the metal, of 190.00 more, of 900.00 the maximum.
    for (paid, sold, quantity, expected) in [
        (9_000, 1, 1, 1_253),
        (19_000, 1, 1, 1_900),
        (90_000, 1, 1, 3_000),
        (180_000, 2, 2, 6_000),
        (60_000, 2, 1, 3_000),
    ] {
        let value = value(&silver(paid, sold, quantity), &terms()).unwrap();
        assert_eq!(value.amount.minor, expected, "{paid} {sold} {quantity}");
        assert_eq!(value.metal_amount.minor, 1_253);
    }
}

#[test]
fn alloys_bring_a_fixed_amount_or_the_campaign_and_never_metal() {
    let charm = |origin| Piece {
        quantity: 2,
        origin,
        ..piece(Metal::Alloy, 0, 9_000)
    };
    assert_eq!(value(&charm(None), &terms()).unwrap().amount.minor, 0);
    let mut thanks = terms();
    thanks.alloy_amount = eur(200);
    assert_eq!(value(&charm(None), &thanks).unwrap().amount.minor, 400);
    let value = value(&charm(bought(9_800, 2)), &thanks).unwrap();
    assert_eq!((value.amount.minor, value.fine.0), (980, 0));
}

#[test]
fn what_cannot_be_valued_is_refused_with_its_field() {
    let ring = piece(Metal::Gold, 750, 5_250);
    let with = |change: fn(&mut Piece)| {
        let mut piece = ring.clone();
        change(&mut piece);
        value(&piece, &terms()).unwrap_err()
    };
    let refusals = [
        (with(|it| it.quantity = -1), &QUANTITY_NEGATIVE, "quantity"),
        (
            with(|it| it.quantity = 0),
            &QUANTITY_OUT_OF_BOUNDS,
            "quantity",
        ),
        (with(|it| it.gross = Weight(0)), &WEIGHT_ZERO, "grossWeight"),
        (
            with(|it| it.stones = Weight(5_250)),
            &WEIGHT_ZERO,
            "grossWeight",
        ),
        (
            with(|it| it.stones = Weight(5_251)),
            &STONES_TOO_HEAVY,
            "stoneWeight",
        ),
        (
            with(|it| it.gross = Weight(10_000_001)),
            &WEIGHT_OUT_OF_BOUNDS,
            "grossWeight",
        ),
        (with(|it| it.fineness = 800), &FINENESS_UNKNOWN, "fineness"),
        (
            with(|it| it.test_method = None),
            &TEST_MISSING,
            "testMethod",
        ),
        (
            with(|it| {
                it.metal = Metal::Platinum;
                it.fineness = 950;
            }),
            &BOARD_MISSING,
            "metal",
        ),
    ];
    for (refusal, kind, field) in refusals {
        assert_eq!((refusal.kind, refusal.field), (kind, Some(field)));
    }
}

#[test]
fn alloys_and_jewellery_do_not_go_into_one_document() {
    let pieces = [
        piece(Metal::Gold, 750, 5_250),
        piece(Metal::Alloy, 0, 9_000),
    ];
    let refusal = value_all(&pieces, &terms()).unwrap_err();
    assert_eq!(refusal.kind, &ALLOY_MIXED);
    assert_eq!(
        refusal.message(),
        "ALLOY items cannot be mixed with jewellery items"
    );
    assert!(value_all(&pieces[..1], &terms()).is_ok());
    assert!(value_all(&pieces[1..], &terms()).is_ok());
}

#[test]
fn a_refused_piece_says_which_it_is() {
    let pieces = [piece(Metal::Gold, 750, 5_250), piece(Metal::Gold, 751, 1)];
    let refusal = value_all(&pieces, &terms()).unwrap_err();
    assert_eq!(refusal.params["line"], kernel::refusal::Param::Number(2));
}

#[test]
fn the_tax_begins_above_five_thousand_and_is_of_the_whole() {
    assert_eq!(tax(eur(500_000)), eur(0));
    assert_eq!(tax(eur(500_001)), eur(32_500));
    assert_eq!(tax(Money::new(6_000, Currency::Jpy)).minor, 390);
    let mut taxed = terms();
    taxed.collects_tax = true;
    let bar = [piece(Metal::Gold, 750, 100_000)];
    let valued = value_all(&bar, &taxed).unwrap();
    assert_eq!(valued.gross.minor, 627_938);
    assert_eq!(valued.tax.minor, 40_816);
    assert_eq!(valued.amount.minor, 627_938 - 40_816);
}

proptest! {
    #[test]
    fn more_metal_never_brings_less(
        gross in 1_i64..9_000_000, more in 0_i64..1_000_000, fineness in 0_usize..5,
        price in 1_i64..100_000_000,
    ) {
        let mut terms = terms();
        terms.metals[0].spot = spot(price);
        let fineness = finenesses("FR", Metal::Gold)[fineness];
        let light = value(&piece(Metal::Gold, fineness, gross), &terms).unwrap();
        let heavy = value(&piece(Metal::Gold, fineness, gross + more), &terms).unwrap();
        prop_assert!(light.amount.minor <= heavy.amount.minor);
        prop_assert!(light.fine <= light.net);
    }

    #[test]
    fn the_customer_never_gets_more_than_the_metal_is_worth_or_the_campaign(
        gross in 1_i64..9_000_000, price in 1_i64..10_000_000, paid in 0_i64..10_000_000,
    ) {
        let mut terms = terms();
        terms.metals[0].spot = spot(price);
        let ring = Piece { origin: bought(paid, 1), ..piece(Metal::Gold, 750, gross) };
        let value = value(&ring, &terms).unwrap();
        let worth = i128::from(gross) * i128::from(price) / 100_000;
        prop_assert!(i128::from(value.amount.minor) <= worth.max(3_000));
        prop_assert!(value.amount.minor >= 0);
    }
}
