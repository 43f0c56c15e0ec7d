//! The reference rates that the European Central Bank publishes each working day: what a euro is worth
//! in other currencies (domain §13.3), and what they mean for pairs of a company's currencies.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::Currency;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::exchange::{RATE_DIGITS, RATE_SCALE, Rate, holds};

/// A rate that moves further than so many percent in one step is entered by a person, or is wrong.
const JUMP_PERCENT_MAX: i128 = 20;

/// What was published on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    /// The day whose rates they are.
    pub day: Date,
    /// What a euro is worth in each currency that is known here, in hundred-millionths.
    pub per_euro: BTreeMap<Currency, i64>,
}

/// What becomes of a published rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is kept.
    Keep(Rate),
    /// It is there.
    Known,
    /// Another rate of that day is there, and stays: it may be somebody's own.
    Stays(Rate),
    /// The currency is not among those that were published.
    Missing(Currency),
    /// A newer rate is there. What was counted by it would count anew.
    Older(Rate),
    /// It is too far from the last one to be believed.
    Jumps {
        /// What was published.
        published: Rate,
        /// The last one that is known.
        last: Rate,
    },
}

impl Publication {
    /// Reads the document that is published, `eurofxref-daily.xml`.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(document: &str) -> Result<Self, String> {
        let mut reader = Reader::from_str(document);
        let (mut day, mut per_euro) = (None, BTreeMap::new());
        let (mut depth, mut elements) = (0_u32, 0_u32);
        loop {
            let event = reader.read_event();
            let event = event.map_err(|error| format!("it is no XML: {error}"))?;
            match &event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                Event::DocType(_) => return Err("it declares a type of its own".to_owned()),
                Event::Eof if depth > 0 || elements == 0 => return Err("it is no XML".to_owned()),
                Event::Eof => break,
                _ => {}
            }
            if let Event::Start(element) | Event::Empty(element) = &event {
                elements += 1;
                let cube = Cube::read(element)?;
                if let Some(dated) = cube.day
                    && day.replace(dated).is_some()
                {
                    return Err("it is about several days".to_owned());
                }
                if let Some((currency, rate)) = cube.rate
                    && per_euro.insert(currency, rate).is_some()
                {
                    return Err(format!("it has {currency} twice"));
                }
            }
        }
        let day = day.ok_or("it does not say of which day it is")?;
        match per_euro.is_empty() {
            true => Err("it has no rates".to_owned()),
            false => Ok(Self { day, per_euro }),
        }
    }

    /// Whether its rates hold on a day.
    #[must_use]
    pub fn holds_on(&self, today: Date) -> bool {
        holds(self.day, today)
    }

    /// What becomes of the rate of a foreign currency in a store's. `last` is the newest rate that is
    /// known of the two.
    #[must_use]
    pub fn judge(&self, (currency, foreign): (Currency, Currency), last: Option<Rate>) -> Verdict {
        let (in_currency, in_foreign) = match (self.worth(currency), self.worth(foreign)) {
            (Some(currency), Some(foreign)) => (i128::from(currency), i128::from(foreign)),
            (None, _) => return Verdict::Missing(currency),
            (_, None) => return Verdict::Missing(foreign),
        };
        let crossed = (in_currency * i128::from(RATE_SCALE) + in_foreign / 2) / in_foreign;
        let published = Rate {
            foreign,
            currency,
            // What is nearer to nothing than the finest step is not nothing.
            rate: i64::try_from(crossed.max(1)).unwrap_or(i64::MAX),
            valid_from: self.day,
        };
        match last {
            None => Verdict::Keep(published),
            Some(last) if last.valid_from > self.day => Verdict::Older(last),
            Some(last) if last == published => Verdict::Known,
            Some(last) if last.valid_from == self.day => Verdict::Stays(last),
            Some(last) if jumps(last.rate, published.rate) => Verdict::Jumps { published, last },
            Some(_) => Verdict::Keep(published),
        }
    }

    fn worth(&self, currency: Currency) -> Option<i64> {
        match currency {
            Currency::Eur => Some(RATE_SCALE),
            other => self.per_euro.get(&other).copied(),
        }
    }
}

fn jumps(last: i64, published: i64) -> bool {
    let (last, published) = (i128::from(last), i128::from(published));
    (published - last).abs() * 100 > last * JUMP_PERCENT_MAX
}

/// What an element of the document says: those that say something are all called `Cube`.
#[derive(Default)]
struct Cube {
    day: Option<Date>,
    rate: Option<(Currency, i64)>,
}

impl Cube {
    fn read(element: &BytesStart<'_>) -> Result<Self, String> {
        let mut cube = Self::default();
        if element.local_name().as_ref() != "Cube" {
            return Ok(cube);
        }
        let (mut code, mut worth) = (None, None);
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|error| format!("it is no XML: {error}"))?;
            let value = attribute.value.as_ref();
            match attribute.key.as_ref() {
                "time" => {
                    let day = value.parse().map_err(|_| format!("{value} is no day"))?;
                    cube.day = Some(day);
                }
                "currency" => code = Some(value.to_owned()),
                "rate" => worth = Some(value.to_owned()),
                _ => {}
            }
        }
        let Some(code) = code else { return Ok(cube) };
        let worth = worth.ok_or_else(|| format!("it has no rate of {code}"))?;
        let rate = decimal(&worth).ok_or_else(|| format!("{worth} is no rate of {code}"))?;
        // Others than ours are published, too.
        cube.rate = Currency::parse(&code).map(|currency| (currency, rate));
        Ok(cube)
    }
}

/// A decimal above zero in hundred-millionths. More decimals than a rate has are not read.
fn decimal(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_read = !whole.is_empty()
        && fraction.len() <= RATE_DIGITS
        && are_digits(whole)
        && are_digits(fraction)
        && !text.ends_with('.');
    let digits = format!("{whole}{fraction:0<RATE_DIGITS$}");
    let rate = is_read.then(|| digits.parse().ok()).flatten()?;
    (rate > 0).then_some(rate)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use kernel::Currency::{Aed, Cny, Eur, Hkd, Jpy, Kwd, Usd};

    use super::*;

    /// As it is published, with rates of domain §13.3.
    const DOCUMENT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-11-20'>
			<Cube currency='USD' rate='1.0850'/>
			<Cube currency='JPY' rate='162.5'/>
			<Cube currency='BGN' rate='1.9558'/>
			<Cube currency='CNY' rate='7.7980'/>
			<Cube currency='HKD' rate='8.4927'/>
		</Cube>
	</Cube>
</gesmes:Envelope>"#;

    fn published() -> Publication {
        Publication::parse(DOCUMENT).unwrap()
    }

    fn rate(pair: (Currency, Currency), rate: i64, valid_from: Date) -> Rate {
        Rate {
            currency: pair.0,
            foreign: pair.1,
            rate,
            valid_from,
        }
    }

    #[test]
    fn the_document_is_read_as_it_is_published() {
        let expected = [
            (Usd, 108_500_000),
            (Jpy, 16_250_000_000),
            (Cny, 779_800_000),
            (Hkd, 849_270_000),
        ];
        assert_eq!(published().day, date(2026, 11, 20));
        assert_eq!(published().per_euro, BTreeMap::from(expected));
    }

    #[test]
    fn what_is_not_the_document_is_refused_with_the_reason() {
        let change = |from: &str, to: &str| DOCUMENT.replacen(from, to, 1);
        let table = [
            (String::new(), "no XML"),
            ("Service unavailable".to_owned(), "no XML"),
            ("<html><body>Sorry</body></html>".to_owned(), "of which day"),
            (DOCUMENT[..400].to_owned(), "no XML"),
            (change("</Cube>\n", "</Cubes>\n"), "no XML"),
            (
                change("?>\n", "?>\n<!DOCTYPE a [<!ENTITY b \"c\">]>\n"),
                "type of its own",
            ),
            (change("time='2026-11-20'", ""), "of which day"),
            (change("2026-11-20", "20.11.2026"), "20.11.2026 is no day"),
            (change("<Cube>", "<Cube time='2026-11-19'>"), "several days"),
            (change("JPY", "USD"), "USD twice"),
            (change("rate='8.4927'", ""), "no rate of HKD"),
            (change("8.4927", "8,4927"), "8,4927 is no rate of HKD"),
            (change("8.4927", "-8.4927"), "-8.4927 is no rate"),
            (change("8.4927", "0.0000"), "0.0000 is no rate"),
            (change("8.4927", "8.123456789"), "is no rate"),
            (change("8.4927", "NaN"), "NaN is no rate"),
            (change("8.4927", "8."), "8. is no rate"),
            (change("8.4927", "99999999999999999999"), "is no rate"),
            ("<a><Cube time='2026-11-20'/></a>".to_owned(), "no rates"),
        ];
        for (document, reason) in table {
            let said = Publication::parse(&document).unwrap_err();
            assert!(said.contains(reason), "{said}, not {reason}: {document}");
        }
    }

    #[test]
    fn a_rate_of_two_currencies_goes_over_the_euro() {
        let table = [
            ((Hkd, Eur), 849_270_000),
            ((Cny, Eur), 779_800_000),
            // 1 / 1.085 = 0.921658986...
            ((Eur, Usd), 92_165_899),
            // 8.4927 / 7.7980 = 1.089086945...
            ((Hkd, Cny), 108_908_695),
            ((Cny, Hkd), 91_820_034),
            // 1 / 162.5 = 0.0061538461...
            ((Eur, Jpy), 615_385),
        ];
        for (pair, expected) in table {
            let judged = published().judge(pair, None);
            assert_eq!(
                judged,
                Verdict::Keep(rate(pair, expected, date(2026, 11, 20)))
            );
        }
        for (pair, missing) in [((Kwd, Eur), Kwd), ((Eur, Aed), Aed)] {
            assert_eq!(published().judge(pair, None), Verdict::Missing(missing));
        }
    }

    #[test]
    fn what_is_known_decides_what_becomes_of_a_rate() {
        let pair = (Hkd, Eur);
        let (thursday, friday) = (date(2026, 11, 19), date(2026, 11, 20));
        let known = |step, day| rate(pair, step, day);
        let published_rate = known(849_270_000, friday);
        let saturday = known(849_000_000, date(2026, 11, 21));
        let table = [
            (known(849_270_000, friday), Verdict::Known),
            (
                known(850_000_000, friday),
                Verdict::Stays(known(850_000_000, friday)),
            ),
            (saturday, Verdict::Older(saturday)),
            (known(840_000_000, thursday), Verdict::Keep(published_rate)),
            // 8.4927 is 20 % above 7.07725, and a little more above what is below that.
            (known(707_725_000, thursday), Verdict::Keep(published_rate)),
            (
                known(707_724_999, thursday),
                Verdict::Jumps {
                    published: published_rate,
                    last: known(707_724_999, thursday),
                },
            ),
            // It is 20 % below 10.615875.
            (
                known(1_061_587_500, thursday),
                Verdict::Keep(published_rate),
            ),
            (
                known(1_061_587_501, thursday),
                Verdict::Jumps {
                    published: published_rate,
                    last: known(1_061_587_501, thursday),
                },
            ),
        ];
        for (last, verdict) in table {
            assert_eq!(published().judge(pair, Some(last)), verdict, "{last:?}");
        }
    }

    #[test]
    fn rates_of_yesterday_hold_over_a_long_weekend() {
        for (today, holds) in [
            (date(2026, 11, 19), false),
            (date(2026, 11, 20), true),
            (date(2026, 11, 25), true),
            (date(2026, 11, 26), false),
        ] {
            assert_eq!(published().holds_on(today), holds, "{today}");
        }
    }
}
