//! The HTML of the pages.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use qrcode::QrCode;
use qrcode::render::svg;

use crate::book::{Book, Direction, Kind, Order, Status};
use crate::client::fresh_code;
use crate::money;
use crate::script::Face;

/// Makes text safe inside HTML and attributes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn document(title: &str, class: &str, main: &str) -> String {
    let title = escape(title);
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/static/qr.css">
<script src="/static/qr.js" defer></script>
<noscript><meta http-equiv="refresh" content="5"></noscript>
</head>
<body class="{class}">
<main>
{main}
</main>
</body>
</html>
"#
    )
}

pub(crate) fn not_found() -> String {
    document(
        "Not found",
        "",
        r#"<h1>No such order</h1><p><a href="/">All orders</a></p>"#,
    )
}

fn amount(order: &Order) -> String {
    let decimal = money::decimal(order.amount_minor);
    format!("{} {decimal}", escape(&order.currency))
}

fn in_words(order: &Order, now: Timestamp) -> (&'static str, String) {
    let refunded = order.refunded();
    match order.status(now) {
        Status::Unscanned => ("quiet", "Not scanned".to_owned()),
        Status::Waiting => ("sapphire", "Waiting for the client".to_owned()),
        Status::Paid if refunded > 0 => (
            "citrine",
            format!("Paid, {} given back", money::decimal(refunded)),
        ),
        Status::Paid => ("emerald", "Paid".to_owned()),
        Status::Revoked if refunded > 0 => ("citrine", "Cancelled, given back".to_owned()),
        Status::Revoked => ("quiet", "Cancelled".to_owned()),
        Status::Closed => ("quiet", "Closed".to_owned()),
    }
}

pub(crate) fn list(book: &Book, now: Timestamp) -> String {
    let mut orders: Vec<&Order> = book.orders().collect();
    orders.sort_by_key(|order| std::cmp::Reverse(order.created_at));
    let mut rows = String::new();
    for order in orders {
        let (tone, words) = in_words(order, now);
        let (face, amount) = (order.face, amount(order));
        let (no, subject) = (escape(&order.order_no), escape(&order.subject));
        let way = match order.direction {
            Direction::Shown => format!("/pay/{}", order.token),
            Direction::Scanned => format!("/client/{}", face.id()),
        };
        let _ = write!(
            rows,
            r#"<li><a class="tile {}" href="{way}"><strong>{amount}</strong><span>{subject}</span><small>{} · {no}</small><span class="{tone}">{words}</span></a></li>"#,
            face.id(),
            face.name(),
        );
    }
    let rows = if rows.is_empty() {
        r#"<p class="quiet">An order appears here when a till opens it.</p>"#.to_owned()
    } else {
        format!(r#"<ul class="tiles">{rows}</ul>"#)
    };
    document(
        "QR payments",
        "",
        &format!(
            r#"<header class="page"><h1>QR payments</h1><p class="quiet">Simulated, no real wallets and no real money</p></header>
<nav><a class="outline" href="/client/alipay">Alipay payment code</a> <a class="outline" href="/client/wechat">WeChat Pay payment code</a></nav>
{rows}
{}"#,
            ledger(book)
        ),
    )
}

fn ledger(book: &Book) -> String {
    let mut rows = String::new();
    for entry in book.ledger().iter().rev().take(12) {
        let (words, sign) = match entry.kind {
            Kind::Payment => ("Paid", ""),
            Kind::Refund => ("Given back", "−"),
        };
        let time = entry.at.strftime("%H:%M:%S UTC");
        let _ = write!(
            rows,
            r#"<tr><td>{words}<small>{time}</small></td><td>{}<small>{}</small></td><td class="n">{sign}{} {}</td></tr>"#,
            entry.face.name(),
            escape(&entry.order_no),
            escape(&entry.currency),
            money::decimal(entry.amount_minor),
        );
    }
    if rows.is_empty() {
        return String::new();
    }
    format!(
        r#"<table><caption>Ledger</caption><thead class="sr"><tr><th>What</th><th>Order</th><th>Amount</th></tr></thead><tbody>{rows}</tbody></table>"#
    )
}

/// The client's telephone after scanning.
pub(crate) fn order(order: &Order, now: Timestamp) -> String {
    let (tone, words) = in_words(order, now);
    let can_pay = order.status(now) == Status::Waiting;
    let foot = if can_pay {
        format!(
            r#"<form method="post" action="/pay/{}"><button class="filled" name="act" value="pay" id="pay">Pay</button><button class="outline" name="act" value="refuse" id="refuse">Refuse</button></form>"#,
            order.token
        )
    } else {
        format!(r#"<p class="headline {tone}" role="status">{words}</p>"#)
    };
    let face = order.face;
    document(
        face.name(),
        face.id(),
        &format!(
            r#"<p><a href="/">All orders</a></p>
<section class="phone" aria-label="Telephone"><h1>{}</h1><p class="quiet">{}</p><p class="amount">{}</p>{foot}<small>{}</small></section>"#,
            face.name(),
            escape(&order.subject),
            amount(order),
            escape(&order.order_no),
        ),
    )
}

/// The client's telephone that shows a payment code.
pub(crate) fn client(book: &Book, face: Face, now: Timestamp) -> String {
    let code = fresh_code(face);
    let groups: Vec<&str> = code
        .as_bytes()
        .chunks(4)
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    let mut asked = String::new();
    let waiting = book.orders().filter(|order| {
        (order.face, order.direction) == (face, Direction::Scanned)
            && order.status(now) == Status::Waiting
    });
    for order in waiting {
        let no = escape(&order.order_no);
        let _ = write!(
            asked,
            r#"<form class="ask" method="post" action="/client/{}"><p class="headline">{}</p><p class="quiet">{}</p><input type="hidden" name="order_no" value="{no}"><button class="filled" name="act" value="pay">Confirm with password</button><button class="outline" name="act" value="refuse">Refuse</button></form>"#,
            face.id(),
            amount(order),
            escape(&order.subject),
        );
    }
    let other = match face {
        Face::Alipay => Face::Wechat,
        Face::Wechat => Face::Alipay,
    };
    document(
        face.name(),
        face.id(),
        &format!(
            r#"<p><a href="/">All orders</a> · <a href="/client/{}">{}</a></p>
<section class="phone" aria-label="Telephone"><h1>{}</h1>{asked}<div data-keep><p class="quiet">Payment code, good for one payment</p><img class="code" alt="Payment code" src="{}"><p class="digits" id="code">{}</p></div>
<p><a class="outline" href="/client/{}">New code</a></p></section>"#,
            other.id(),
            other.name(),
            face.name(),
            picture(&code),
            groups.join(" "),
            face.id(),
        ),
    )
}

/// A QR code as a picture inside the page.
fn picture(text: &str) -> String {
    let Ok(code) = QrCode::new(text) else {
        return String::new();
    };
    let svg = code
        .render::<svg::Color<'_>>()
        .min_dimensions(200, 200)
        .build();
    format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg))
}
