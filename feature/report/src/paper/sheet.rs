//! What stands on the paper of a report.

use document::{DocumentError, Identity, Page, PageChart, PageTable, Sheet, SheetRow};
use jiff::Timestamp;
use kernel::rounding::{Direction, Ratio};
use kernel::{Currency, Money, Rate};
use order::letterhead::Letterhead;
use order::sheet::{Pen, UNTOLD};

use super::{EXCEPTIONS_MAX, WORDS, Words};
use crate::rule::scale::{grid, part};
use crate::view::{
    DayReportView, ReportExceptionPageView, ReportExceptionView, ReportFiguresView,
    ReportGivenView, ReportPartView,
};

/// A report with its place, person and time.
pub(super) struct DayPaper {
    pub letterhead: Letterhead,
    pub report: DayReportView,
    pub exceptions: ReportExceptionPageView,
    /// Who made it, by name.
    pub staff: String,
    pub at: Timestamp,
}

impl DayPaper {
    pub(super) fn sheet(&self) -> Result<Sheet, DocumentError> {
        let (report, language) = (&self.report, self.letterhead.language);
        let writer = Writer {
            words: WORDS.of(language)?,
            pen: Pen::new(language, report.currency),
            paper: self,
        };
        let words = writer.words;
        let days = writer.pen.days(report.from, report.to);
        let page = Page {
            is_across: false,
            document_title: format!("{} {days}", words.title),
            title: format!("{} · {}", words.title, report.currency.code()),
            references: writer.references(),
            note: writer.note(),
            sums: writer.sums(),
            charts: writer.charts(),
            tables: writer.tables(),
            remarks: None,
            signatures: Vec::new(),
            fine_print: vec![writer.pen.software()],
        };
        let key = format!(
            "report/{}/{}/{}/{language}/{}",
            report.store_no, report.from, report.to, self.at
        );
        let issued_at = self.at.to_zoned(self.letterhead.zone.clone());
        Sheet::page(
            &self.letterhead.letter(None)?,
            &page,
            Identity { key, issued_at },
        )
    }
}

/// What is sold at one time: its name on the axis and in the table.
struct Time<'a> {
    short: String,
    name: String,
    figures: &'a ReportFiguresView,
}

struct Writer<'a> {
    words: &'static Words,
    pen: Pen,
    paper: &'a DayPaper,
}

impl Writer<'_> {
    fn report(&self) -> &DayReportView {
        &self.paper.report
    }

    fn is_one_day(&self) -> bool {
        self.report().from == self.report().to
    }

    /// What the report was made with.
    fn references(&self) -> Vec<SheetRow> {
        let (words, pen, report) = (self.words, self.pen, self.report());
        let mut stores = report.stores.iter();
        let store = stores.find(|it| it.store_no == report.store_no);
        let name = store.map_or(&report.store_no, |it| &it.name);
        let state = match report.is_closed {
            true => &words.closed,
            false => &words.not_closed,
        };
        let at = self.paper.at.to_zoned(self.paper.letterhead.zone.clone());
        vec![
            (
                words.business_date.clone(),
                pen.days(report.from, report.to),
            ),
            (words.store.clone(), pen.set.text(name)),
            (words.state.clone(), state.clone()),
            (words.made_at.clone(), pen.moment(&at)),
            (words.staff.clone(), pen.set.text(&self.paper.staff)),
        ]
    }

    fn note(&self) -> Option<String> {
        let (words, report) = (self.words, self.report());
        let mut notes = Vec::new();
        if report.total.transactions == 0 && report.total.pieces == 0 {
            notes.push(words.empty.clone());
        }
        if !report.without_rate.is_empty() {
            let days = report.without_rate.iter().map(|day| self.pen.day(*day));
            let days: Vec<String> = days.collect();
            notes.push(words.without_rate.replace("{days}", &days.join(", ")));
        }
        if report.tenders.is_empty() {
            notes.push(format!("{}: {}", words.tenders, words.tenders_waiting));
        }
        if self.paper.exceptions.next_cursor.is_some() {
            let number = EXCEPTIONS_MAX.to_string();
            notes.push(self.pen.filled(&words.more, &number));
        }
        (!notes.is_empty()).then(|| notes.join("\n"))
    }

    /// Two columns of sums: what came in, and from how much.
    fn sums(&self) -> Vec<Vec<SheetRow>> {
        let (words, pen, report) = (self.words, self.pen, self.report());
        let total = &report.total;
        let mut came_in = vec![
            (words.turnover.clone(), pen.figures(total.turnover)),
            (words.vat.clone(), pen.figures(total.vat)),
            (words.sales.clone(), pen.figures(total.sales)),
        ];
        if report.currency != Currency::Eur {
            let euro = pen.named(report.turnover_euro);
            came_in.push((words.turnover_euro.clone(), euro));
        }
        let each = report.turnover_per_transaction;
        let each = each.map_or_else(|| UNTOLD.to_owned(), |it| pen.figures(it));
        let from = vec![
            (words.transactions.clone(), pen.number(total.transactions)),
            (words.pieces.clone(), pen.number(total.pieces)),
            (words.turnover_each.clone(), each),
            (
                words.pieces_each.clone(),
                self.hundredths(report.pieces_per_transaction, ""),
            ),
            (words.discount.clone(), pen.figures(total.discount)),
            (
                words.discount_rate.clone(),
                self.hundredths(report.discount_rate, " %"),
            ),
        ];
        vec![came_in, from]
    }

    /// Hundredths with what they are of; a dash of none.
    fn hundredths(&self, hundredths: Option<i64>, of: &str) -> String {
        hundredths.map_or_else(
            || UNTOLD.to_owned(),
            |it| self.pen.set.code(&format!("{}{of}", Rate(it * 100).text())),
        )
    }

    fn hours(&self) -> Vec<Time<'_>> {
        let hours = self.report().hours.iter();
        hours
            .map(|it| Time {
                short: it.hour.to_string(),
                name: self.pen.set.code(&format!("{:02}:00", it.hour)),
                figures: &it.figures,
            })
            .collect()
    }

    fn days(&self) -> Vec<Time<'_>> {
        let days = self.report().days.iter();
        days.map(|it| Time {
            short: it.date.day().to_string(),
            name: self.pen.day(it.date),
            figures: &it.figures,
        })
        .collect()
    }

    /// Turnover by hour, and by day when there are several.
    fn charts(&self) -> Vec<PageChart> {
        let mut charts = Vec::new();
        if !self.is_one_day() {
            charts.push(self.chart(&self.words.chart_day, &self.days()));
        }
        charts.push(self.chart(&self.words.chart_hour, &self.hours()));
        charts.retain(|chart| !chart.bars.is_empty());
        charts
    }

    fn chart(&self, title: &str, times: &[Time<'_>]) -> PageChart {
        let currency = self.report().currency;
        let turnovers = times.iter().map(|it| it.figures.turnover.minor);
        let lines = grid(turnovers.max().unwrap_or(0), currency);
        let top = lines.last().copied().unwrap_or_default();
        let unit = 10_i64.pow(currency.exponent());
        let axis = |minor: i64| {
            let text = Money::new(minor, currency).figures();
            match (minor % unit, text.split_once('.')) {
                (0, Some((whole, _))) => whole.to_owned(),
                _ => text,
            }
        };
        PageChart {
            title: title.to_owned(),
            lines: lines
                .iter()
                .map(|minor| (part(*minor, top), axis(*minor)))
                .collect(),
            bars: times
                .iter()
                .map(|it| (it.short.clone(), part(it.figures.turnover.minor, top)))
                .collect(),
        }
    }

    fn tables(&self) -> Vec<PageTable> {
        let (words, report) = (self.words, self.report());
        let mut tables = Vec::new();
        if !self.is_one_day() {
            tables.push(self.times(&words.chart_day, &words.day, &self.days()));
        }
        tables.push(self.times(&words.chart_hour, &words.hour, &self.hours()));
        for (title, parts, nameless) in [
            (&words.salespeople, &report.salespeople, &words.no_name),
            (
                &words.collections,
                &report.collections,
                &words.no_collection,
            ),
            (&words.classes, &report.classes, &words.no_name),
        ] {
            tables.push(self.parts(title, parts, nameless));
        }
        tables.extend([self.vat(), self.tenders(), self.given(), self.exceptions()]);
        tables.retain(|table| !table.rows.is_empty());
        tables
    }

    fn times(&self, title: &str, first: &str, times: &[Time<'_>]) -> PageTable {
        let words = self.words;
        let row = |name: String, it: &ReportFiguresView| {
            let amounts = [it.turnover, it.vat, it.sales].map(|it| self.pen.figures(it));
            let counts = [it.transactions, it.pieces].map(|it| self.pen.number(it));
            [name].into_iter().chain(counts).chain(amounts).collect()
        };
        PageTable {
            title: title.to_owned(),
            words: 1,
            head: heads([
                first,
                &words.transactions,
                &words.pieces,
                &words.turnover,
                &words.vat,
                &words.sales,
            ]),
            rows: times
                .iter()
                .map(|it| row(it.name.clone(), it.figures))
                .collect(),
            totals: vec![row(words.total.clone(), &self.report().total)],
        }
    }

    fn parts(&self, title: &str, parts: &[ReportPartView], nameless: &str) -> PageTable {
        let (words, pen) = (self.words, self.pen);
        let whole = self.report().total.turnover.minor;
        let row = |name: String, it: &ReportFiguresView| {
            let share = (whole > 0).then(|| {
                let part = Ratio::integer(i128::from(it.turnover.minor));
                // To a tenth of a per cent, in hundredths.
                part.times(1_000, i128::from(whole))
                    .round(1, Direction::Nearest)
                    * 10
            });
            vec![
                name,
                pen.number(it.pieces),
                pen.figures(it.turnover),
                self.hundredths(share, " %"),
                pen.figures(it.sales),
            ]
        };
        let name = |it: &ReportPartView| match (it.name.is_empty(), it.key.is_empty()) {
            (false, _) => pen.set.text(&it.name),
            (true, false) => pen.set.text(&it.key),
            (true, true) => nameless.to_owned(),
        };
        PageTable {
            title: title.to_owned(),
            words: 1,
            head: heads([
                &words.what,
                &words.pieces,
                &words.turnover,
                &words.share,
                &words.sales,
            ]),
            rows: parts.iter().map(|it| row(name(it), &it.figures)).collect(),
            totals: vec![row(words.total.clone(), &self.report().total)],
        }
    }

    fn vat(&self) -> PageTable {
        let (words, pen) = (self.words, self.pen);
        let row = |name: String, it: &ReportFiguresView| {
            let amounts = [it.turnover, it.vat, it.sales].map(|it| pen.figures(it));
            [name].into_iter().chain(amounts).collect()
        };
        let rates = self.report().vat_rates.iter();
        PageTable {
            title: words.vat_title.clone(),
            words: 1,
            head: heads([&words.vat_rate, &words.turnover, &words.vat, &words.sales]),
            rows: rates
                .map(|it| row(self.hundredths(Some(it.rate), " %"), &it.figures))
                .collect(),
            totals: vec![row(words.total.clone(), &self.report().total)],
        }
    }

    fn tenders(&self) -> PageTable {
        let (words, pen, tenders) = (self.words, self.pen, &self.report().tenders);
        let sum = |of: fn(&crate::view::ReportTenderView) -> i64| tenders.iter().map(of).sum();
        let row =
            |name: String, count: i64, minor: i64| vec![name, pen.number(count), pen.money(minor)];
        let rows = tenders.iter();
        PageTable {
            title: words.tenders.clone(),
            words: 1,
            head: heads([&words.tender, &words.count, &words.amount]),
            rows: rows
                .map(|it| row(pen.set.text(&it.name), it.quantity, it.amount.minor))
                .collect(),
            totals: vec![row(
                words.total.clone(),
                sum(|it| it.quantity),
                sum(|it| it.amount.minor),
            )],
        }
    }

    fn given(&self) -> PageTable {
        let words = self.words;
        let report = self.report();
        let rows = report.discounts.iter().chain(&report.prices);
        PageTable {
            title: words.given.clone(),
            words: 4,
            head: heads([
                &words.what,
                &words.reason,
                &words.given_by,
                &words.approved_by,
                &words.count,
                &words.amount,
            ]),
            rows: rows.map(|it| self.given_row(it)).collect(),
            totals: Vec::new(),
        }
    }

    fn given_row(&self, given: &ReportGivenView) -> Vec<String> {
        let (words, pen) = (self.words, self.pen);
        let source = match given.source.as_str() {
            "PACKAGE" => &words.given_package,
            "BASKET" => &words.given_basket,
            "PRICE" => &words.given_price,
            _ => &words.given_line,
        };
        let what = match given.name.is_empty() {
            true => source.clone(),
            false => format!("{source}\n{}", pen.set.text(&given.name)),
        };
        let texts = [&given.reason, &given.given_by, &given.approved_by];
        let texts = texts.map(|it| pen.set.text(it));
        let figures = [pen.number(given.count), pen.figures(given.amount)];
        [what].into_iter().chain(texts).chain(figures).collect()
    }

    fn exceptions(&self) -> PageTable {
        let words = self.words;
        let rows = self.paper.exceptions.items.iter();
        PageTable {
            title: words.exceptions.clone(),
            words: 5,
            head: heads([
                &words.made_at,
                &words.happened,
                &words.about,
                &words.till,
                &words.staff,
                &words.amount,
            ]),
            rows: rows.map(|it| self.exception_row(it)).collect(),
            totals: Vec::new(),
        }
    }

    /// What an exception was, with the decision where one was taken.
    fn happened(&self, exception: &ReportExceptionView) -> String {
        let words = self.words;
        let what = match exception.what.as_str() {
            "lineVoid" => &words.line_void,
            "basketAbandoned" => &words.basket_abandoned,
            "paymentHeld" => &words.payment_held,
            "heldPaymentDecided" => &words.held_payment_decided,
            "manualPayment" => &words.manual_payment,
            "paymentUnmatched" => &words.payment_unmatched,
            "drawerOpened" => &words.drawer_opened,
            "logInLocked" => &words.log_in_locked,
            "reprint" => &words.reprint,
            "statementTerminalUnmatched" => &words.statement_terminal_unmatched,
            "statementTerminalNotRead" => &words.statement_terminal_not_read,
            "statementRecounted" => &words.statement_recounted,
            "statementCleared" => &words.statement_cleared,
            "cashIn" => &words.cash_in,
            "cashOut" => &words.cash_out,
            other => other,
        };
        let decision = match exception.decision.as_deref() {
            Some("paid") => &words.decision_paid,
            Some("notPaid") => &words.decision_not_paid,
            Some("acceptPart") => &words.decision_accept_part,
            Some("reverse") => &words.decision_reverse,
            Some("notBooked") => &words.decision_not_booked,
            Some("notCaptured") => &words.decision_not_captured,
            Some("amountDiffers") => &words.decision_amount_differs,
            Some("noAttempt") => &words.decision_no_attempt,
            Some("unknown") => &words.decision_unknown,
            Some("manual") => &words.decision_manual,
            _ => return what.to_owned(),
        };
        let both = words.with_decision.replace("{what}", what);
        both.replace("{decision}", decision)
    }

    fn exception_row(&self, exception: &ReportExceptionView) -> Vec<String> {
        let pen = self.pen;
        let zone = &self.paper.letterhead.zone;
        let at = exception.at.parse::<Timestamp>();
        let at = at.map(|at| pen.moment(&at.to_zoned(zone.clone())));
        vec![
            at.unwrap_or_else(|_| pen.set.code(&exception.at)),
            self.happened(exception),
            pen.set.code(&exception.about),
            pen.set.code(&exception.chain_id),
            pen.set.text(&exception.staff_name),
            exception
                .amount
                .map_or_else(String::new, |it| pen.named(it)),
        ]
    }
}

fn heads<const N: usize>(heads: [&str; N]) -> Vec<String> {
    heads.map(str::to_owned).to_vec()
}

#[cfg(test)]
mod tests;
