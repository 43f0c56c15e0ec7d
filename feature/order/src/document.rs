//! The papers of an order, as the document engine takes them.

use ::document::{
    Banner, Barcode, Buyer, CompanyNumber, Discount, Invoice, JournalMark, Language, Line,
    MadeToOrder, MedalSymbol, Receipt, ReceiptKind, Store, Tender, VatRow,
};
use customised::rule::order::Symbol;
use customised::view::CustomisationView;
use jiff::Timestamp;
use kernel::money::MoneyError;
use kernel::weight::Weight;
use kernel::{Money, Rate};

use crate::compose::OrderParts;
use crate::record::{Order, OrderDiscount, OrderLine, OrderTender, OrderVat, Shop};
use crate::rule::language::{self, Wishes};
use crate::rule::returning;
use crate::rule::verification::{Code, Held};

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
#[must_use]
pub fn copy_of(print_no: i64) -> Option<u32> {
    u32::try_from(print_no - 1).ok().filter(|copy| *copy > 0)
}

/// What a receipt says besides its order.
#[derive(Clone, Debug)]
pub(crate) struct Issue<'a> {
    pub language: Language,
    /// The number of the copy; none on the original.
    pub copy: Option<u32>,
    /// Whether it is for the person who is given the pieces.
    pub is_gift: bool,
    /// Where clients reach this installation.
    pub public_url: Option<&'a str>,
    /// What other features add.
    pub parts: OrderParts,
}

/// The receipt of an order of a shop.
///
/// # Errors
/// When amounts of the order do not fit each other, which is a fault of ours.
pub(crate) fn receipt(order: &Order, shop: &Shop, issue: Issue<'_>) -> Result<Receipt, MoneyError> {
    let head = &order.head;
    let language = issue.language;
    let is_gift = issue.is_gift || head.is_crm_gift();
    let paid = head.total.plus(head.rounding)?;
    let is_rounded = head.rounding.minor != 0;
    let vat: Result<Vec<VatRow>, MoneyError> = (0..)
        .zip(&order.vat)
        .map(|(position, vat)| vat_row(position, *vat))
        .collect();
    let tenders: Result<Vec<Tender>, MoneyError> = order
        .tenders
        .iter()
        .map(|paid| tender(paid, language))
        .collect();
    Ok(Receipt {
        language,
        kind: match is_gift {
            true => ReceiptKind::Gift,
            false => ReceiptKind::Sale,
        },
        store: store(shop),
        receipt_no: head.receipt_no.clone(),
        order_no: Some(head.order_no.to_string()),
        original_receipt_no: None,
        issued_at: head.completed_at.to_zoned(shop.zone.clone()),
        terminal_no: head.terminal_no.clone(),
        salesperson: filled(&head.salesperson_name),
        lines: lines(order),
        subtotal: is_rounded.then(|| amount(head.total)),
        rounding: is_rounded.then(|| amount(head.rounding)),
        currency: head.total.currency.code().to_owned(),
        total: amount(paid),
        tenders: tenders?,
        vat: vat?,
        card_slip: card_slip(order),
        loyalty: issue.parts.loyalty,
        gift_cards: issue.parts.gift_cards,
        deposit: issue.parts.deposit,
        tax_free: issue.parts.tax_free,
        // What was given for nothing is not taken back.
        returns: (!head.is_crm_gift())
            .then(|| {
                let own = &shop.return_texts;
                returning::said(head.business_date, head.return_days, language, own)
            })
            .flatten(),
        facts: issue.parts.facts,
        // Who is given a piece need not read what was noted about its buyer.
        note: filled(&head.note).filter(|_| !issue.is_gift),
        copy: issue.copy,
        banner: shop.is_demonstration.then_some(Banner::Demonstration),
        journal: journal_mark(order),
        barcode: Some(Barcode::Code128(head.receipt_no.clone())),
        verification_url: verification_url(order, issue.public_url, is_gift),
        footers: Vec::new(),
        software: format!("Vitrine {}", shell::http::VERSION),
    })
}

/// The invoice of an order of a shop, made out now.
///
/// # Errors
/// When amounts of the order do not fit each other, which is a fault of ours.
pub(crate) fn invoice(
    order: &Order,
    shop: &Shop,
    language: Language,
    (invoice_no, buyer): (String, Buyer),
    now: Timestamp,
) -> Result<Invoice, MoneyError> {
    let issue = Issue {
        language,
        copy: None,
        is_gift: false,
        public_url: None,
        parts: OrderParts::default(),
    };
    let receipt = receipt(order, shop, issue)?;
    Ok(Invoice {
        language,
        store: receipt.store,
        invoice_no,
        receipt_no: receipt.receipt_no,
        order_no: order.head.order_no.to_string(),
        issued_on: shop.business_date(now),
        issued_at: now.to_zoned(shop.zone.clone()),
        supplied_on: order.head.business_date,
        buyer,
        lines: receipt.lines,
        subtotal: receipt.subtotal,
        rounding: receipt.rounding,
        currency: receipt.currency,
        total: receipt.total,
        tenders: receipt.tenders,
        vat: receipt.vat,
        copy: None,
        banner: receipt.banner,
        journal: receipt.journal,
        software: receipt.software,
    })
}

fn journal_mark(order: &Order) -> Option<JournalMark> {
    let place = order.journal.as_ref()?;
    Some(JournalMark {
        chain: place.chain.clone(),
        sequence: u64::try_from(place.seq).ok()?,
        hash: place.short_hash(),
    })
}

/// The page that says whether the paper is genuine. A sale that the journal does not hold has none.
fn verification_url(order: &Order, public_url: Option<&str>, is_gift: bool) -> Option<String> {
    let place = order.journal.as_ref()?;
    let held = match is_gift {
        true => Held::Gift,
        false => Held::Receipt,
    };
    let code = Code::new(held, order.head.order_id.0, &place.hash);
    Some(code.address(public_url?))
}

/// The lines that name a shop on paper and in letters: name, address, telephone number.
pub(crate) fn signature(shop: &Shop) -> Vec<String> {
    let mut lines = vec![shop.company_name.clone(), shop.name.clone()];
    lines.extend(address(shop));
    lines.extend(filled(&shop.telephone));
    lines
}

pub(crate) fn store(shop: &Shop) -> Store {
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

fn lines(order: &Order) -> Vec<Line> {
    let of = |line: &OrderLine| Line {
        warranty_until: line.warranty_until(order.head.business_date),
        ..self::line(line, &order.vat)
    };
    order.lines.iter().map(of).collect()
}

fn line(line: &OrderLine, vat: &[OrderVat]) -> Line {
    Line {
        name: line.name.clone(),
        item_no: line.item_no.clone(),
        size: filled(&line.size_code),
        certificate_no: (!line.certificate_nos.is_empty()).then(|| line.certificate_nos.join(", ")),
        details: details(line),
        source: None,
        made_to_order: line.customisation.as_ref().map(made_to_order),
        quantity: line.quantity,
        unit_price: amount(line.unit_price),
        net: amount(line.net),
        vat_letter: (0..)
            .zip(vat)
            .find(|(_, vat)| vat.rate == line.vat_rate)
            .map(|(position, _)| letter(position)),
        discounts: line.discounts.iter().map(discount).collect(),
        warranty_until: None,
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
fn tender(tender: &OrderTender, language: Language) -> Result<Tender, MoneyError> {
    let taken = tender.tendered.minus(tender.change)?;
    let has_change = tender.change.minor != 0;
    Ok(Tender {
        name: tender
            .names
            .get(language.tag())
            .unwrap_or(&tender.name)
            .clone(),
        amount: amount(taken),
        card_brand: tender.brand.clone(),
        card_last_four: tender.last_four.clone(),
        approval_code: tender.approval_code.clone(),
        tendered: has_change.then(|| amount(tender.tendered)),
        change: has_change.then(|| amount(tender.change)),
        detail: tender.reference.clone(),
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
pub(crate) fn amount(money: Money) -> String {
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

    /// The hash of the sale's entry.
    const HASH: [u8; 32] = [0x9f; 32];

    fn issue(language: Language, copy: Option<u32>) -> Issue<'static> {
        Issue {
            language,
            copy,
            is_gift: false,
            public_url: Some("https://boutique.example"),
            parts: OrderParts::default(),
        }
    }

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
            return_texts: Vec::new(),
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
            below_stock: 0,
            credits: Vec::new(),
            warranty_months: 24,
            recycling_amount: None,
        }
    }

    /// Two rates, cash with change and rounding beside a card with its slip.
    fn order() -> Order {
        let cash = OrderTender {
            code: "CASH".to_owned(),
            name: "Cash".to_owned(),
            names: [("fr".to_owned(), "Espèces".to_owned())].into(),
            amount: franc(5_253),
            tendered: franc(10_000),
            change: franc(4_745),
            brand: None,
            last_four: None,
            approval_code: None,
            card_receipt: None,
            reference: None,
        };
        let card = OrderTender {
            code: "VISA".to_owned(),
            name: "Visa".to_owned(),
            names: std::collections::BTreeMap::new(),
            amount: franc(100_000),
            tendered: franc(100_000),
            change: franc(0),
            brand: Some("Visa".to_owned()),
            last_four: Some("1111".to_owned()),
            approval_code: Some("48A113".to_owned()),
            card_receipt: Some("VISA\nAPPROVED".to_owned()),
            reference: None,
        };
        Order {
            credits: Vec::new(),
            head: OrderHead {
                order_id: OrderId(uuid::Uuid::from_u128(7)),
                store_no: "GVA01".into(),
                order_no: 42,
                receipt_no: "R-GVA01-000042".to_owned(),
                terminal_no: "GVA01-T1".to_owned(),
                terminal_name: "Till 1".to_owned(),
                order_type: "SALE".to_owned(),
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
                return_days: Some(30),
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
                hash: HASH.to_vec(),
            }),
            prints: 0,
            invoice: None,
            statement_no: None,
            sendings: Vec::new(),
            customer: None,
        }
    }

    #[test]
    fn the_receipt_states_what_was_sold_and_paid() {
        let receipt = receipt(&order(), &shop(), issue(Language::French, None)).unwrap();
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
        assert_eq!(receipt.journal.unwrap().hash, "9f9f9f9f9f");
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
            production_state: customised::view::ProductionState::Ordered,
            is_returnable: false,
        });
        let receipt = receipt(&order, &shop(), issue(Language::French, None)).unwrap();
        let made = receipt.lines[0].made_to_order.as_ref().unwrap();
        assert_eq!(made.engraving.as_deref(), Some("LÉA!"));
        assert_eq!(made.symbol, Some(MedalSymbol::Star));
        assert_eq!(made.promised_on, "2026-12-04".parse().unwrap());
        assert_eq!(receipt.lines[1].made_to_order, None);
    }

    #[test]
    fn tenders_add_up_to_the_total_with_its_rounding() {
        let receipt = receipt(&order(), &shop(), issue(Language::French, None)).unwrap();
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
        let receipt = receipt(&order(), &shop(), issue(Language::French, None)).unwrap();
        let at = receipt.issued_at.datetime();
        assert_eq!(kernel::date::print_date(at.date()), "21-Nov-2026");
        assert_eq!(kernel::date::print_time(at), "02:30:00");
        let warranties: Vec<_> = receipt.lines.iter().map(|it| it.warranty_until).collect();
        assert_eq!(warranties, [Some("2028-11-20".parse().unwrap()), None]);
    }

    #[test]
    fn the_first_print_is_the_original_and_each_further_one_a_numbered_copy() {
        let copies: Vec<_> = (0..5).map(copy_of).collect();
        assert_eq!(copies, [None, None, Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn papers_of_a_demonstration_say_so() {
        let banner = |shop: &Shop| {
            let receipt = receipt(&order(), shop, issue(Language::French, None)).unwrap();
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
        let receipt = receipt(&order(), &shop(), issue(Language::Arabic, Some(2))).unwrap();
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

    #[test]
    fn the_paper_says_until_when_pieces_come_back_and_are_under_warranty() {
        let mut order = order();
        order.lines[0].warranty_months = 12;
        let printed = receipt(&order, &shop(), issue(Language::French, None)).unwrap();
        let last = "2026-12-20".parse().unwrap();
        assert_eq!(printed.returns, Some(::document::Returns::Until(last)));
        let warranties: Vec<_> = printed.lines.iter().map(|it| it.warranty_until).collect();
        assert_eq!(warranties, [Some("2027-11-20".parse().unwrap()), None]);
        order.head.return_days = None;
        let before = receipt(&order, &shop(), issue(Language::French, None)).unwrap();
        assert_eq!(before.returns, None, "nobody wrote down what was promised");
    }

    #[test]
    fn the_code_verifies_against_the_journal_and_the_gift_has_its_own() {
        let order = order();
        let held = |is_gift| {
            let issue = Issue {
                is_gift,
                ..issue(Language::French, None)
            };
            let url = receipt(&order, &shop(), issue).unwrap().verification_url;
            let url = url.unwrap();
            let code = url.strip_prefix("https://boutique.example/pos/receipt/");
            Code::parse(code.unwrap()).unwrap().held(&HASH)
        };
        assert_eq!(held(false), Some(Held::Receipt));
        assert_eq!(held(true), Some(Held::Gift));
        let nowhere = Issue {
            public_url: None,
            ..issue(Language::French, None)
        };
        let printed = receipt(&order, &shop(), nowhere).unwrap();
        assert_eq!(printed.verification_url, None);
        let unsigned = Order {
            journal: None,
            ..order
        };
        let printed = receipt(&unsigned, &shop(), issue(Language::French, None)).unwrap();
        assert_eq!(printed.verification_url, None);
    }

    #[test]
    fn a_gift_receipt_says_nothing_about_its_buyer() {
        let mut order = order();
        order.head.note = "For his wife".to_owned();
        let gift = Issue {
            is_gift: true,
            ..issue(Language::French, None)
        };
        let printed = receipt(&order, &shop(), gift).unwrap();
        assert_eq!((printed.kind, printed.note), (ReceiptKind::Gift, None));
    }
}
