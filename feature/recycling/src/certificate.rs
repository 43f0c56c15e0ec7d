//! The certificate: contract, receipt for the pieces, and the form for who withdraws, on A4.

use std::sync::LazyLock;

use document::{
    Direction, Document as Paper, DocumentError, Identity, Language, Template, Typesetter,
};
use jiff::Zoned;
use kernel::date::{print_date, print_time};
use serde_json::{Value, json};

/// What stands on a certificate; amounts and weights are formatted.
#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    pub language: Language,
    pub company: String,
    pub store: String,
    /// Address, telephone, numbers of the company.
    pub store_lines: Vec<String>,
    pub recycling_no: String,
    pub receipt_no: Option<String>,
    pub agreed_at: Zoned,
    pub withdraw_until: Option<Zoned>,
    pub lines: Vec<CertificateLine>,
    pub gross: String,
    /// None where nothing goes to the state.
    pub tax: Option<String>,
    pub amount: String,
    pub currency: String,
    /// None when it was erased.
    pub seller: Option<CertificateSeller>,
    pub strokes: Vec<Vec<(i64, i64)>>,
}

#[derive(Clone, Debug)]
pub(crate) struct CertificateLine {
    pub description: String,
    pub marks: String,
    pub metal: &'static str,
    pub fineness: Option<i64>,
    pub quantity: i64,
    pub gross: String,
    pub net: String,
    pub fine: String,
    /// What a gram of fine metal was worth.
    pub gram_price: Option<String>,
    pub amount: String,
}

#[derive(Clone, Debug)]
pub(crate) struct CertificateSeller {
    pub name: String,
    pub address: String,
    pub document: String,
}

document::words! {
    "../label":
    title, number, date, receipt, buyer, seller, address, identity, erased, piece, fineness, gross,
    net, fine, amount, metal_gold, metal_silver, metal_platinum, metal_alloy, marks, price_of_gram,
    sum, tax, credit, credit_text, signature_seller, withdraw_title, withdraw_text, withdraw_until,
    withdraw_declaration, withdraw_place, withdraw_signature,
}

static TEMPLATE: LazyLock<Result<Template, DocumentError>> =
    LazyLock::new(|| Template::new("recycling.typ", include_str!("../template/certificate.typ")));

impl Paper for Certificate {
    fn template(&self) -> Result<&'static Template, DocumentError> {
        TEMPLATE
            .as_ref()
            .map_err(|error| DocumentError::Template(error.to_string()))
    }

    fn context(&self) -> Result<Value, DocumentError> {
        let words = WORDS.of(self.language)?;
        let direction = self.language.direction();
        let set = Typesetter::new(direction);
        let (language, region) = self.language.locale();
        let moment = |at: &Zoned| {
            let local = at.datetime();
            set.code(&format!(
                "{} {}",
                print_date(local.date()),
                print_time(local)
            ))
        };
        let mut references = vec![
            (&words.number, set.code(&self.recycling_no)),
            (&words.date, moment(&self.agreed_at)),
        ];
        if let Some(receipt_no) = &self.receipt_no {
            references.push((&words.receipt, set.code(receipt_no)));
        }
        let mut sums = vec![(&words.sum, set.code(&self.gross))];
        if let Some(tax) = &self.tax {
            sums.push((&words.tax, set.code(tax)));
        }
        let total = words.credit.replace("{currency}", &self.currency);
        let until = self.withdraw_until.as_ref().map(&moment);
        Ok(json!({
            "locale": {
                "language": language, "region": region,
                "direction": if direction == Direction::RightToLeft { "rtl" } else { "ltr" },
            },
            "words": words,
            "document_title": format!("{} {}", words.title, self.recycling_no),
            "store": {
                "company": set.text(&self.company), "name": set.text(&self.store),
                "lines": self.store_lines.iter().map(|it| set.text(it)).collect::<Vec<_>>(),
            },
            "references": references,
            "seller": self.seller.as_ref().map_or_else(
                || vec![(&words.seller, words.erased.clone())],
                |seller| vec![
                    (&words.seller, set.text(&seller.name)),
                    (&words.address, set.text(&seller.address)),
                    (&words.identity, set.text(&seller.document)),
                ],
            ),
            "lines": self.lines.iter().map(|it| line(words, set, it)).collect::<Vec<_>>(),
            "sums": sums,
            "total": { "label": total, "value": set.code(&self.amount) },
            "strokes": self.strokes,
            "until": until,
        }))
    }

    fn identity(&self) -> Identity {
        Identity {
            key: format!("recycling/{}/{}", self.recycling_no, self.language),
            issued_at: self.agreed_at.clone(),
        }
    }
}

fn line(words: &Words, set: Typesetter, line: &CertificateLine) -> Value {
    let metal = match line.metal {
        "GOLD" => &words.metal_gold,
        "SILVER" => &words.metal_silver,
        "PLATINUM" => &words.metal_platinum,
        _ => &words.metal_alloy,
    };
    let mut details = Vec::new();
    if !line.marks.is_empty() {
        details.push(words.marks.replace("{text}", &set.text(&line.marks)));
    }
    if let Some(price) = &line.gram_price {
        details.push(words.price_of_gram.replace("{price}", &set.code(price)));
    }
    let fineness = line.fineness.map(|it| format!("{metal} {it}"));
    json!({
        "name": set.text(&format!("{} × {}", line.quantity, line.description)),
        "details": details,
        "cells": [
            fineness.unwrap_or_else(|| metal.clone()),
            set.code(&line.gross), set.code(&line.net), set.code(&line.fine),
            set.code(&line.amount),
        ],
    })
}

#[cfg(test)]
mod tests {
    use document::layout;

    use super::*;

    fn certificate(language: Language) -> Certificate {
        let at: Zoned = "2026-11-21T11:00:00+01:00[Europe/Paris]".parse().unwrap();
        Certificate {
            language,
            company: "Maison Test SAS".to_owned(),
            store: "Paris".to_owned(),
            store_lines: vec!["12 rue de Sèvres, 75006 Paris".to_owned()],
            recycling_no: "RC-PAR-000001".to_owned(),
            receipt_no: Some("R-PAR-000009".to_owned()),
            withdraw_until: Some(at.clone()),
            agreed_at: at,
            lines: vec![CertificateLine {
                description: "Ring".to_owned(),
                marks: "Eagle's head".to_owned(),
                metal: "GOLD",
                fineness: Some(750),
                quantity: 1,
                gross: "5.250 g".to_owned(),
                net: "5.250 g".to_owned(),
                fine: "3.938 g".to_owned(),
                gram_price: Some("€98.50".to_owned()),
                amount: "329.67".to_owned(),
            }],
            gross: "329.67".to_owned(),
            tax: Some("0.00".to_owned()),
            amount: "329.67".to_owned(),
            currency: "EUR".to_owned(),
            seller: Some(CertificateSeller {
                name: "Inès Moreau".to_owned(),
                address: "4 rue des Lilas, 75011 Paris, FR".to_owned(),
                document: "•••••345".to_owned(),
            }),
            strokes: vec![vec![(100, 200), (200, 120), (300, 220)]],
        }
    }

    #[test]
    fn the_certificate_fits_one_page_in_every_language_with_all_its_letters() {
        for language in Language::ALL {
            let layout = layout(&certificate(language)).unwrap();
            assert_eq!(layout.page_count(), 1, "{language}");
            assert_eq!(layout.missing_letters(), "", "{language}");
            let text = layout.lines().join("\n");
            for wanted in ["RC-PAR-000001", "R-PAR-000009", "329.67", "750", "3.938"] {
                assert!(text.contains(wanted), "{language} lacks {wanted}:\n{text}");
            }
        }
    }

    #[test]
    fn all_languages_have_their_own_words() {
        assert_eq!(WORDS.faults(4), Vec::<String>::new());
    }
}
