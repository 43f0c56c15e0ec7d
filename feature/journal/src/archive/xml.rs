//! The entries of an archive as XML, for who reads archives with the tools of an administration.
//!
//! Every member of a payload is an element of its name, so that nothing is left out and whoever holds
//! the lines of JSON can tell whether the XML says the same. The elements of a list, and of what is
//! kept by a code, have names of their own ([`PARTS`]). What `journal.xsd` says of tickets and closings
//! is told by tests, not by this.

use std::io;

use kernel::Currency;
use quick_xml::Writer;
use quick_xml::escape::escape;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::name::QName;
use serde_json::{Map, Value};

use super::{ArchivedChain, Manifest};
use crate::rule::StoredEntry;
use crate::rule::kind::Kind;

/// The file.
pub(super) const XML: &str = "journal.xml";
/// What its elements belong to. Another form of it gets another name.
const NAMESPACE: &str = "urn:vitrine:journal:1";

/// Members that hold several of a kind, and what each of them is called.
const PARTS: [(&str, &str); 8] = [
    ("certificateNos", "certificateNo"),
    ("discounts", "discount"),
    ("kinds", "kind"),
    ("lines", "line"),
    ("salespeople", "credit"),
    ("tenders", "tender"),
    ("tills", "till"),
    ("vat", "rate"),
];
/// What one of several is called that has no name of its own.
const PART: &str = "item";

/// Writes the XML piece by piece: what is written is to be taken after each step.
pub(super) struct Xml(Writer<Vec<u8>>);

impl Xml {
    /// Begins with what the manifest says of the archive.
    pub(super) fn begin(manifest: &Manifest) -> io::Result<Self> {
        let mut xml = Self(Writer::new_with_indent(Vec::new(), b' ', 1));
        let declaration = BytesDecl::new("1.0", Some("UTF-8"), None);
        xml.0.write_event(Event::Decl(declaration))?;
        xml.start(
            "journal",
            &[
                ("xmlns", NAMESPACE),
                ("fromDate", &manifest.from_date),
                ("toDate", &manifest.to_date),
                ("madeAt", &manifest.made_at),
                ("softwareVersion", &manifest.software_version),
            ],
        )?;
        for currency in Currency::ALL {
            let decimals = currency.exponent().to_string();
            let says = [("code", currency.code()), ("decimals", decimals.as_str())];
            xml.0
                .create_element("currency")
                .with_attributes(says)
                .write_empty()?;
        }
        Ok(xml)
    }

    /// Begins a chain.
    pub(super) fn begin_chain(&mut self, chain: &ArchivedChain) -> io::Result<()> {
        let (first, last) = (chain.first_seq.to_string(), chain.last_seq.to_string());
        self.start(
            "chain",
            &[
                ("id", &chain.chain),
                ("firstSeq", &first),
                ("lastSeq", &last),
            ],
        )
    }

    /// Ends a chain.
    pub(super) fn end_chain(&mut self) -> io::Result<()> {
        self.end("chain")
    }

    /// Ends the document.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.end("journal")
    }

    /// What was written since it was taken last.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(self.0.get_mut())
    }

    /// Adds the next entry of a chain. A payload that is none has no members; that it was changed is
    /// for the verification to say.
    pub(super) fn entry(&mut self, entry: &StoredEntry) -> io::Result<()> {
        let name = match Kind::parse(&entry.kind) {
            Some(Kind::Ticket | Kind::Correction | Kind::Training) => "ticket",
            Some(Kind::ClosingDay | Kind::ClosingMonth | Kind::ClosingYear) => "closing",
            _ => "event",
        };
        let (seq, kind_seq) = (entry.seq.to_string(), entry.kind_seq.to_string());
        let hash = hex::encode(&entry.hash);
        self.start(
            name,
            &[
                ("seq", &seq),
                ("kind", &entry.kind),
                ("kindSeq", &kind_seq),
                ("atUtc", &entry.at_utc),
                ("businessDate", &entry.business_date),
                ("hash", &hash),
            ],
        )?;
        let payload: Map<String, Value> =
            serde_json::from_slice(&entry.payload).unwrap_or_default();
        self.members(name, &payload)?;
        self.end(name)
    }

    /// The members of what is called `name`.
    fn members(&mut self, name: &str, members: &Map<String, Value>) -> io::Result<()> {
        for (member, value) in members {
            match part_of(name) {
                Some(part) => self.value(part, Some(member), value)?,
                None if is_name(member) => self.value(member, None, value)?,
                None => self.value(PART, Some(member), value)?,
            }
        }
        Ok(())
    }

    /// A value of a payload as the element `name`; `key` is what it is kept by among its like.
    fn value(&mut self, name: &str, key: Option<&str>, value: &Value) -> io::Result<()> {
        let key = key.map(|key| ("key", key));
        match value {
            Value::Object(members) if !members.is_empty() => {
                if let Some((currency, minor)) = money(members) {
                    let says: Vec<_> = key.into_iter().chain([("currency", currency)]).collect();
                    return self.text(name, &says, &minor.to_string());
                }
                self.start(name, key.as_slice())?;
                self.members(name, members)?;
                self.end(name)
            }
            Value::Array(items) if !items.is_empty() => {
                self.start(name, key.as_slice())?;
                for item in items {
                    self.value(part_of(name).unwrap_or(PART), None, item)?;
                }
                self.end(name)
            }
            Value::Object(_) | Value::Array(_) => self.text(name, key.as_slice(), ""),
            Value::String(text) => self.text(name, key.as_slice(), text),
            other => self.text(name, key.as_slice(), &other.to_string()),
        }
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        let start = element(name, attributes);
        self.0.write_event(Event::Start(start))
    }

    fn text(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) -> io::Result<()> {
        self.start(name, attributes)?;
        let text = written(text);
        self.0
            .write_event(Event::Text(BytesText::from_escaped(text)))?;
        self.end(name)
    }

    fn end(&mut self, name: &str) -> io::Result<()> {
        self.0.write_event(Event::End(BytesEnd::new(name)))
    }
}

fn element<'a>(name: &'a str, attributes: &[(&str, &str)]) -> BytesStart<'a> {
    let mut element = BytesStart::new(name);
    for (attribute, value) in attributes {
        element.push_attribute(Attribute {
            key: QName(attribute),
            value: written(value).into(),
        });
    }
    element
}

/// A text as XML can hold it and gives it back: a character that it cannot hold becomes U+FFFD.
fn written(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|letter| match letter {
            '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'.. => letter,
            _ => '\u{fffd}',
        })
        .collect();
    escape(&text)
        .replace('\r', "&#13;")
        .replace('\n', "&#10;")
        .replace('\t', "&#9;")
}

/// An amount of money: its currency and its minor units.
fn money(members: &Map<String, Value>) -> Option<(&str, i64)> {
    let is_money = members.len() == 2;
    let currency = members.get("currency")?.as_str()?;
    let minor = members.get("minor")?.as_i64()?;
    is_money.then_some((currency, minor))
}

fn part_of(name: &str) -> Option<&'static str> {
    PARTS
        .iter()
        .find(|(several, _)| *several == name)
        .map(|(_, part)| *part)
}

/// Whether a member can be an element. That of a journal that nobody changed can.
fn is_name(member: &str) -> bool {
    member.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && member.chars().all(|letter| letter.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_written_as_something_that_it_can() {
        let table = [
            ("Bague « Lune » & <or>", "Bague « Lune » &amp; &lt;or&gt;"),
            ("a\r\n\tb", "a&#13;&#10;&#9;b"),
            ("a\u{0}b\u{1b}\u{ffff}", "a\u{fffd}b\u{fffd}\u{fffd}"),
            ("𝄞\u{85}", "𝄞\u{85}"),
        ];
        for (text, expected) in table {
            assert_eq!(written(text), expected);
        }
    }

    #[test]
    fn lists_and_codes_have_elements_of_their_own() {
        let payload = serde_json::json!({
            "lines": [{ "net": { "currency": "EUR", "minor": -5 } }],
            "sums": { "tenders": { "CASH": { "count": 1 } }, "empty": [] },
            "two words": [true, 7],
        });
        let mut xml = Xml(Writer::new(Vec::new()));
        xml.members("ticket", payload.as_object().unwrap()).unwrap();
        let expected = "<lines><line><net currency=\"EUR\">-5</net></line></lines>\
            <sums><empty></empty><tenders><tender key=\"CASH\"><count>1</count></tender></tenders></sums>\
            <item key=\"two words\"><item>true</item><item>7</item></item>";
        assert_eq!(String::from_utf8(xml.take()).unwrap(), expected);
    }
}
