//! The receipt of an order, as the document engine takes it.

use ::document::{
    Banner, Barcode, CompanyNumber, Discount, JournalMark, Language, Line, MadeToOrder,
    MedalSymbol, Receipt, ReceiptKind, Store, Tender, VatRow,
};
use customised::rule::order::Symbol;
use customised::view::CustomisationView;
use kernel::money::MoneyError;
use kernel::weight::Weight;
use kernel::{Money, Rate};

use crate::record::{Order, OrderDiscount, OrderLine, OrderTender, OrderVat, Shop};
use crate::rule::language::{self, Wishes};
use crate::rule::warranty;

/// The language of an order's receipt, when `asked` is what somebody at the till asked for.
pub(crate) fn language_of(order: &Order, shop: &Shop, asked: Option<Language>) -> Language {
    language::choose(Wishes {
        forced: shop.forced_language.as_deref(),
        asked,
        customer: order
            .customer
            .as_ref()
            .map(|customer| customer.language_code.as_str()),
        store: &shop.language_code,
    })
}

/// Which copy a print is; none for the original.
pub(crate) fn copy_of(print_no: i64) -> Option<u32> {
    u32::try_from(print_no - 1).ok().filter(|copy| *copy > 0)
}

/// The receipt of an order of a shop. `copy` is the number of the copy, none on the original.
///
/// # Errors
/// When amounts of the order do not fit each other, which is a fault of ours.
pub(crate) fn receipt(
    order: &Order,
    shop: &Shop,
    language: Language,
    copy: Option<u32>,
) -> Result<Receipt, MoneyError> {
    let head = &order.head;
    let paid = head.total.plus(head.rounding)?;
    let is_rounded = head.rounding.minor != 0;
    let vat: Result<Vec<VatRow>, MoneyError> = (0..)
        .zip(&order.vat)
        .map(|(position, vat)| vat_row(position, *vat))
        .collect();
    let tenders: Result<Vec<Tender>, MoneyError> = order.tenders.iter().map(tender).collect();
    Ok(Receipt {
        language,
        kind: ReceiptKind::Sale,
        store: store(shop),
        receipt_no: head.receipt_no.clone(),
        order_no: Some(head.order_no.to_string()),
        original_receipt_no: None,
        issued_at: head.completed_at.to_zoned(shop.zone.clone()),
        terminal_no: head.terminal_no.clone(),
        salesperson: filled(&head.salesperson_name),
        lines: order.lines.iter().map(|it| line(it, &order.vat)).collect(),
        subtotal: is_rounded.then(|| amount(head.total)),
        rounding: is_rounded.then(|| amount(head.rounding)),
        currency: head.total.currency.code().to_owned(),
        total: amount(paid),
        tenders: tenders?,
        vat: vat?,
        card_slip: card_slip(order),
        points_earned: None,
        warranty_until: order
            .lines
            .iter()
            .filter_map(|line| warranty::until(head.business_date, line.is_no_stock))
            .max(),
        facts: Vec::new(),
        note: filled(&head.note),
        copy,
        banner: shop.is_demonstration.then_some(Banner::Demonstration),
        journal: order.journal.as_ref().and_then(|place| {
            Some(JournalMark {
                chain: place.chain.clone(),
                sequence: u64::try_from(place.seq).ok()?,
                hash: place.short_hash.clone(),
            })
        }),
        barcode: Some(Barcode::Code128(head.receipt_no.clone())),
        footers: Vec::new(),
        software: format!("Vitrine {}", shell::http::VERSION),
    })
}

/// The lines that name a shop on paper and in letters: name, address, telephone number.
pub(crate) fn signature(shop: &Shop) -> Vec<String> {
    let mut lines = vec![shop.company_name.clone(), shop.name.clone()];
    lines.extend(address(shop));
    lines.extend(filled(&shop.telephone));
    lines
}

fn store(shop: &Shop) -> Store {
    Store {
        company: shop.company_name.clone(),
        name: shop.name.clone(),
        address: address(shop),
        phone: filled(&shop.telephone),
        vat_no: filled(&shop.vat_no),
        company_no: filled(&shop.registration_no).map(|number| CompanyNumber {
            scheme: register(&shop.company_country_code).to_owned(),
            number,
        }),
    }
}

fn address(shop: &Shop) -> Vec<String> {
    let place = format!("{} {}", shop.postal_code, shop.city);
    let place = format!("{}, {}", place.trim(), shop.country_code);
    [shop.address.as_str(), &place]
        .into_iter()
        .filter_map(filled)
        .collect()
}

/// What a country calls its register of companies on receipts.
fn register(country_code: &str) -> &'static str {
    match country_code {
        "FR" => "SIRET",
        "DE" | "AT" => "HRB",
        "IT" => "REA",
        "ES" => "CIF",
        "GB" | "IE" => "Company no.",
        "CH" => "UID",
        "CN" => "USCC",
        "HK" => "BR",
        "SG" => "UEN",
        _ => "Reg. no.",
    }
}

fn line(line: &OrderLine, vat: &[OrderVat]) -> Line {
    Line {
        name: line.name.clone(),
        item_no: line.item_no.clone(),
        size: filled(&line.size_code),
        certificate_no: (!line.certificate_nos.is_empty()).then(|| line.certificate_nos.join(", ")),
        details: details(line),
        made_to_order: line.customisation.as_ref().map(made_to_order),
        quantity: line.quantity,
        unit_price: amount(line.unit_price),
        net: amount(line.net),
        vat_letter: (0..)
            .zip(vat)
            .find(|(_, vat)| vat.rate == line.vat_rate)
            .map(|(position, _)| letter(position)),
        discounts: line.discounts.iter().map(discount).collect(),
    }
}

/// What else tells which piece it is.
fn details(line: &OrderLine) -> Vec<String> {
    let weight = line
        .weight
        .map(Weight)
        .map(|weight| format!("{} g", weight.grams()));
    [weight, filled(&line.stock_no), filled(&line.reference)]
        .into_iter()
        .flatten()
        .collect()
}

fn made_to_order(made: &CustomisationView) -> MadeToOrder {
    MadeToOrder {
        engraving: filled(&made.engraving),
        message: made.message_lines.clone(),
        symbol: made.symbol.and_then(|symbol| match symbol {
            Symbol::Sun => Some(MedalSymbol::Sun),
            Symbol::Star => Some(MedalSymbol::Star),
            Symbol::Moon => Some(MedalSymbol::Moon),
            Symbol::Heart => Some(MedalSymbol::Heart),
            Symbol::Plain => None,
        }),
        medals: made.medals.iter().map(|medal| medal.name.clone()).collect(),
        promised_on: made.promised_on,
    }
}

fn discount(given: &OrderDiscount) -> Discount {
    Discount {
        text: filled(&given.description),
        amount: Some(amount(Money::new(
            -given.amount.minor,
            given.amount.currency,
        ))),
    }
}

/// What a tender paid. Cash pays its share of the total together with the rounding: what was
/// handed over less what was given back.
fn tender(tender: &OrderTender) -> Result<Tender, MoneyError> {
    let taken = tender.tendered.minus(tender.change)?;
    let has_change = tender.change.minor != 0;
    Ok(Tender {
        name: tender.name.clone(),
        amount: amount(taken),
        card_brand: tender.brand.clone(),
        card_last_four: tender.last_four.clone(),
        approval_code: tender.approval_code.clone(),
        tendered: has_change.then(|| amount(tender.tendered)),
        change: has_change.then(|| amount(tender.change)),
        detail: None,
    })
}

fn vat_row(position: u8, vat: OrderVat) -> Result<VatRow, MoneyError> {
    Ok(VatRow {
        letter: Some(letter(position)),
        rate: percent(vat.rate),
        net: amount(vat.gross.minus(vat.amount)?),
        vat: amount(vat.amount),
        gross: amount(vat.gross),
    })
}

/// `A` for the first rate, `B` for the second.
fn letter(position: u8) -> String {
    char::from(b'A' + position % 26).to_string()
}

/// The rate with at least two decimals: `20.00 %`.
fn percent(rate: Rate) -> String {
    let points = rate.basis_points();
    if Rate(points * 100) == rate {
        return format!("{}.{:02} %", points / 100, points % 100);
    }
    format!("{} %", rate.text())
}

/// The receipts of the card terminals for the customer, line by line.
fn card_slip(order: &Order) -> Vec<String> {
    order
        .tenders
        .iter()
        .filter_map(|tender| tender.card_receipt.as_deref())
        .flat_map(str::lines)
        .map(str::to_owned)
        .collect()
}

/// The figures of an amount with its minus, without the currency.
fn amount(money: Money) -> String {
    let minus = if money.minor < 0 { "\u{2212}" } else { "" };
    format!("{minus}{}", money.figures())
}

fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;
    use kernel::Currency;
    use kernel::date::EndOfBusinessDay;
    use kernel::id::{LineId, OrderId};

    use super::*;
    use crate::record::{JournalPlace, OrderHead};

    fn franc(minor: i64) -> Money {
        Money::new(minor, Currency::Chf)
    }

    fn shop() -> Shop {
        Shop {
            store_no: "GVA01".into(),
            name: "Genève · Rue du Rhône".to_owned(),
            address: "12 Rue du Rhône".to_owned(),
            postal_code: "1204".to_owned(),
            city: "Genève".to_owned(),
            country_code: "CH".to_owned(),
            telephone: "+41 22 000 11 22".to_owned(),
            currency: Currency::Chf,
            zone: TimeZone::get("Europe/Zurich").unwrap(),
            language_code: "fr".to_owned(),
            forced_language: None,
            end_of_business_day: EndOfBusinessDay::default(),
            receipt_printer: None,
            company_name: "Vitrine Suisse SA".to_owned(),
            company_country_code: "CH".to_owned(),
            registration_no: "CHE-123.456.788".to_owned(),
            vat_no: "CHE-123.456.788 TVA".to_owned(),
            is_demonstration: false,
        }
    }

    fn order_line(name: &str, net: i64, rate: Rate, is_no_stock: bool) -> OrderLine {
        OrderLine {
            line_id: LineId(uuid::Uuid::from_u128(1)),
            item_no: "BR-1042".to_owned(),
            size_code: String::new(),
            name: name.to_owned(),
            picture: String::new(),
            quantity: 1,
            unit_price: franc(net),
            net: franc(net),
            vat_rate: rate,
            is_no_stock,
            discounts: Vec::new(),
            weight: None,
            reference: String::new(),
            stock_no: String::new(),
            certificate_nos: Vec::new(),
            customisation: None,
        }
    }

    /// Two rates, cash with change and rounding beside a card with its slip.
    fn order() -> Order {
        let cash = OrderTender {
            code: "CASH".to_owned(),
            name: "Cash".to_owned(),
            amount: franc(5_253),
            tendered: franc(10_000),
            change: franc(4_745),
            brand: None,
            last_four: None,
            approval_code: None,
            card_receipt: None,
        };
        let card = OrderTender {
            code: "VISA".to_owned(),
            name: "Visa".to_owned(),
            amount: franc(100_000),
            tendered: franc(100_000),
            change: franc(0),
            brand: Some("Visa".to_owned()),
            last_four: Some("1111".to_owned()),
            approval_code: Some("48A113".to_owned()),
            card_receipt: Some("VISA\nAPPROVED".to_owned()),
        };
        Order {
            head: OrderHead {
                order_id: OrderId(uuid::Uuid::from_u128(7)),
                store_no: "GVA01".into(),
                order_no: 42,
                receipt_no: "R-GVA01-000042".to_owned(),
                terminal_no: "GVA01-T1".to_owned(),
                terminal_name: "Till 1".to_owned(),
                salesperson_name: "Camille A.".to_owned(),
                customer_id: None,
                customer_name: None,
                subtotal: franc(105_253),
                total: franc(105_253),
                rounding: franc(2),
                pieces: 2,
                note: " ".to_owned(),
                business_date: "2026-11-20".parse().unwrap(),
                completed_at: "2026-11-21T01:30:00Z".parse().unwrap(),
            },
            lines: vec![
                order_line("Collier", 105_203, Rate(81_000), false),
                order_line("Sac", 50, Rate(26_000), true),
            ],
            tenders: vec![card, cash],
            vat: vec![
                OrderVat {
                    rate: Rate(81_000),
                    gross: franc(105_203),
                    amount: franc(7_883),
                },
                OrderVat {
                    rate: Rate(26_000),
                    gross: franc(50),
                    amount: franc(1),
                },
            ],
            journal: Some(JournalPlace {
                chain: "GVA01-T1".to_owned(),
                seq: 17,
                short_hash: "9f3a61c07b".to_owned(),
            }),
            prints: 0,
            customer: None,
        }
    }

    #[test]
    fn the_receipt_states_what_was_sold_and_paid() {
        let receipt = receipt(&order(), &shop(), Language::French, None).unwrap();
        assert_eq!(
            receipt.store.address,
            ["12 Rue du Rhône", "1204 Genève, CH"]
        );
        assert_eq!(receipt.store.company_no.unwrap().scheme, "UID");
        assert_eq!(receipt.subtotal.as_deref(), Some("1,052.53"));
        assert_eq!(receipt.rounding.as_deref(), Some("0.02"));
        assert_eq!(
            (receipt.total.as_str(), receipt.currency.as_str()),
            ("1,052.55", "CHF")
        );
        let letters: Vec<_> = receipt
            .lines
            .iter()
            .map(|line| line.vat_letter.clone())
            .collect();
        assert_eq!(letters, [Some("A".to_owned()), Some("B".to_owned())]);
        let rates: Vec<_> = receipt.vat.iter().map(|row| row.rate.as_str()).collect();
        assert_eq!(rates, ["8.10 %", "2.60 %"]);
        assert_eq!(receipt.vat[0].net, "973.20");
        assert_eq!(receipt.note, None);
        assert_eq!(receipt.journal.unwrap().hash, "9f3a61c07b");
        assert_eq!(receipt.barcode.unwrap().content(), "R-GVA01-000042");
    }

    #[test]
    fn what_is_engraved_and_when_it_is_ready_stand_on_the_receipt() {
        let mut order = order();
        order.lines[0].customisation = Some(CustomisationView {
            family: customised::rule::family::Family::ClipMedal,
            text: "léa!".to_owned(),
            engraving: "LÉA!".to_owned(),
            side: None,
            symbol: Some(Symbol::Star),
            message_lines: Vec::new(),
            medals: Vec::new(),
            lead_time_days: 14,
            promised_on: "2026-12-04".parse().unwrap(),
            is_returnable: false,
        });
        let receipt = receipt(&order, &shop(), Language::French, None).unwrap();
        let made = receipt.lines[0].made_to_order.as_ref().unwrap();
        assert_eq!(made.engraving.as_deref(), Some("LÉA!"));
        assert_eq!(made.symbol, Some(MedalSymbol::Star));
        assert_eq!(made.promised_on, "2026-12-04".parse().unwrap());
        assert_eq!(receipt.lines[1].made_to_order, None);
    }

    #[test]
    fn tenders_add_up_to_the_total_with_its_rounding() {
        let receipt = receipt(&order(), &shop(), Language::French, None).unwrap();
        let [card, cash] = &receipt.tenders[..] else {
            panic!("two tenders");
        };
        assert_eq!(
            (card.amount.as_str(), card.tendered.as_deref()),
            ("1,000.00", None)
        );
        assert_eq!(card.card_last_four.as_deref(), Some("1111"));
        assert_eq!(cash.amount, "52.55");
        assert_eq!(cash.tendered.as_deref(), Some("100.00"));
        assert_eq!(cash.change.as_deref(), Some("47.45"));
        assert_eq!(receipt.card_slip, ["VISA", "APPROVED"]);
    }

    #[test]
    fn times_are_the_shop_s_and_the_warranty_counts_from_the_business_date() {
        let receipt = receipt(&order(), &shop(), Language::French, None).unwrap();
        let at = receipt.issued_at.datetime();
        assert_eq!(kernel::date::print_date(at.date()), "21-Nov-2026");
        assert_eq!(kernel::date::print_time(at), "02:30:00");
        assert_eq!(receipt.warranty_until, Some("2028-11-20".parse().unwrap()));
        let mut bag = order();
        bag.lines.remove(0);
        let receipt = super::receipt(&bag, &shop(), Language::French, None).unwrap();
        assert_eq!(receipt.warranty_until, None);
    }

    #[test]
    fn the_first_print_is_the_original_and_each_further_one_a_numbered_copy() {
        let copies: Vec<_> = (0..5).map(copy_of).collect();
        assert_eq!(copies, [None, None, Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn papers_of_a_demonstration_say_so() {
        let banner = |shop: &Shop| {
            let receipt = receipt(&order(), shop, Language::French, None).unwrap();
            receipt.banner
        };
        assert_eq!(banner(&shop()), None);
        let demonstration = Shop {
            is_demonstration: true,
            ..shop()
        };
        assert_eq!(banner(&demonstration), Some(Banner::Demonstration));
    }

    #[test]
    fn the_receipt_becomes_a_pdf_and_dots() {
        let receipt = receipt(&order(), &shop(), Language::Arabic, Some(2)).unwrap();
        let pdf = ::document::pdf(&receipt).unwrap();
        assert!(pdf.starts_with(b"%PDF-1.7"));
        let original = Receipt {
            copy: None,
            ..receipt.clone()
        };
        assert_ne!(::document::pdf(&original).unwrap(), pdf);
        let dots = ::document::raster(&receipt, 576).unwrap();
        assert_eq!(dots.width(), 576);
    }
}
