//! The certificate for whoever holds a link to it, without a login.

use axum::extract::State;
use axum::response::Response;
use document::Language;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::{Currency, Money};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Query, Reply, file};
use shell::layout::{self, LAYOUT_TIME};
use shell::{Failure, Outcome};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::certificate::{Certificate, CertificateLine, CertificateSeller};
use crate::record::Document;
use crate::rule::link::Link;
use crate::rule::seller::{Seller, accept_signature};
use crate::rule::state::{Event, next};
use crate::store::document::{find, get};
use crate::view::RecyclingPieceView;
use crate::{LINK_OVER, PDF_ERROR, RecyclingState, store};

/// A link to a certificate.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecyclingLinkView {
    /// Goes behind `/recyclingPrint?link=`.
    #[schema(example = "AZOx4vJ0cRm7bQ8m1xk9Tf2hAAAAAGhvbW2Yb8sE1n0J7rZqkWc5Xg")]
    link: String,
    /// Until when it is good.
    #[schema(value_type = String, format = DateTime)]
    valid_until: Timestamp,
}

/// A link to the certificate of a document, good for 15 minutes without a login.
#[utoipa::path(
    post, path = "/recycling/{recyclingId}/print-link", tag = "recycling",
    params(("recyclingId" = Uuid, Path, description = "The document")),
    responses(
        (status = 200, description = "The link", body = Envelope<RecyclingLinkView>),
        (status = 404, description = "This recycling cannot be found"),
        (status = 409, description = "The order cannot be recycled or its recycling cannot be printed"),
    ),
)]
pub(crate) async fn link_recycling_print(
    State(state): State<RecyclingState>,
    actor: Actor,
    Path(recycling_id): Path<Uuid>,
) -> Reply {
    let now = state.shell.clock.now();
    let input = (actor.store_no.clone(), recycling_id, now);
    let link = state
        .shell
        .db
        .read(input, |tx, (store_no, recycling_id, now)| {
            Box::pin(async move {
                let head = get(tx, store_no, *recycling_id).await?.head;
                next(head.standing(), Event::Print, *now)?;
                Ok(Link::new(*recycling_id, &head.link_key, *now))
            })
        })
        .await?;
    Answer::of(&RecyclingLinkView {
        link: link.text(),
        valid_until: link.until(),
    })
}

/// What the public page shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecyclingPrintView {
    /// The number.
    #[schema(example = "RC-PAR01-000012")]
    recycling_no: String,
    /// The company.
    #[schema(example = "Maison Vitrine SAS")]
    company: String,
    /// The store.
    #[schema(example = "Paris · Rue de Sèvres")]
    store: String,
    /// Address, telephone, numbers of the company.
    #[schema(example = json!(["16 rue de Sèvres", "75006 Paris"]))]
    store_lines: Vec<String>,
    /// The date.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// The number on the order's receipt.
    #[schema(example = "R-PAR01-000123")]
    receipt_no: Option<String>,
    /// The pieces.
    lines: Vec<RecyclingPieceView>,
    /// What they are worth.
    gross: Money,
    /// What of it goes to the state.
    tax: Money,
    /// The credit.
    amount: Money,
    /// The seller's name; null when it was erased.
    #[schema(example = "Inès Moreau")]
    seller_name: Option<String>,
    /// The number of the seller's paper, masked.
    #[schema(example = "•••••345")]
    seller_document: Option<String>,
    /// Strokes of points in a field of 1000 by 300.
    #[schema(value_type = Vec<Vec<Vec<i64>>>)]
    signature: Vec<Vec<(i64, i64)>>,
    /// Until when the seller may withdraw, in the store's time.
    #[schema(example = "2026-11-23 11:00")]
    withdraw_until: Option<String>,
    /// Until when this link is good.
    #[schema(value_type = String, format = DateTime)]
    valid_until: Timestamp,
}

/// The certificate behind a link, as the public page shows it.
#[utoipa::path(
    get, path = "/recycling-print/{link}", tag = "recycling",
    params(("link" = String, Path, description = "The link, as it was given")),
    responses(
        (status = 200, description = "What the paper says", body = Envelope<RecyclingPrintView>),
        (status = 404, description = "The link is not valid any more"),
        (status = 409, description = "The order cannot be recycled or its recycling cannot be printed"),
    ),
)]
pub(crate) async fn show_recycling_print(
    State(state): State<RecyclingState>,
    Path(link): Path<String>,
) -> Reply {
    let opened = open(&state, link).await?;
    let Opened {
        document,
        shop,
        seller,
        strokes,
        ..
    } = opened;
    let head = &document.head;
    let until = head
        .quarantine_until
        .map(|at| at.to_zoned(shop.zone.clone()));
    Answer::of(&RecyclingPrintView {
        recycling_no: head.recycling_no.clone(),
        company: shop.company,
        store: shop.name,
        store_lines: shop.lines,
        date: head.business_date,
        receipt_no: head.receipt_no.clone(),
        lines: document
            .lines
            .iter()
            .map(RecyclingPieceView::from)
            .collect(),
        gross: head.gross,
        tax: head.tax,
        amount: head.amount,
        seller_name: seller.as_ref().map(full_name),
        seller_document: seller.as_ref().map(Seller::masked_document_no),
        signature: strokes,
        withdraw_until: until.map(|at| at.strftime("%Y-%m-%d %H:%M").to_string()),
        valid_until: opened.link.until(),
    })
}

fn full_name(seller: &Seller) -> String {
    format!("{} {}", seller.given_name, seller.family_name)
}

/// In which language the paper is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct PrintQuery {
    /// A language tag; else the customer's.
    #[param(example = "fr")]
    language: Option<String>,
}

/// The certificate behind a link as PDF: contract, pieces and the form for who withdraws.
#[utoipa::path(
    get, path = "/recycling-print/{link}/pdf", tag = "recycling",
    params(("link" = String, Path, description = "The link, as it was given"), PrintQuery),
    responses(
        (status = 200, description = "The paper", body = String, content_type = "application/pdf"),
        (status = 404, description = "The link is not valid any more"),
        (status = 409, description = "The order cannot be recycled or its recycling cannot be printed"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn print_recycling(
    State(state): State<RecyclingState>,
    Path(link): Path<String>,
    Query(query): Query<PrintQuery>,
) -> Result<Response, Failure> {
    let opened = open(&state, link).await?;
    let number = opened.document.head.recycling_no.clone();
    let asked = query.language.and_then(|tag| tag.parse().ok());
    let language = asked.unwrap_or(opened.shop.language);
    let bytes = lay_out(certificate(opened, language)).await?;
    Ok(file::pdf(&number, bytes))
}

/// What a good link opens.
struct Opened {
    link: Link,
    document: Document,
    shop: Shop,
    seller: Option<Seller>,
    strokes: Vec<Vec<(i64, i64)>>,
}

/// The store as it stands on paper.
struct Shop {
    company: String,
    name: String,
    lines: Vec<String>,
    zone: TimeZone,
    language: Language,
}

async fn open(state: &RecyclingState, link: String) -> Outcome<Opened> {
    let link = Link::parse(&link).ok_or_else(|| Failure::from(&LINK_OVER))?;
    let input = (link, state.shell.clock.now());
    state.shell.db.read(input, read).await
}

fn read<'a>(tx: &'a mut Tx, (link, now): &'a (Link, Timestamp)) -> TxFuture<'a, Opened> {
    Box::pin(async move {
        let over = || Failure::from(&LINK_OVER);
        let document = find(tx, link.recycling_id).await?.ok_or_else(over)?;
        if !link.is_good(&document.head.link_key, *now) {
            return Err(over());
        }
        next(document.head.standing(), Event::Print, *now)?;
        let kept = store::seller::find(tx, link.recycling_id).await?;
        let customer = crm::find_customer(tx, document.head.customer_id).await?;
        let wanted = customer.map(|customer| customer.language_code);
        let strokes = kept.as_ref().map(|kept| accept_signature(&kept.signature));
        let seller = kept
            .map(|kept| serde_json::from_str(&kept.identity))
            .transpose()
            .map_err(Failure::internal)?;
        Ok(Opened {
            link: *link,
            shop: shop(tx, &document, wanted).await?,
            document,
            seller,
            strokes: strokes.transpose()?.unwrap_or_default(),
        })
    })
}

async fn shop(tx: &mut Tx, document: &Document, wanted: Option<String>) -> Outcome<Shop> {
    let store_no = &document.head.store_no;
    let store = setting::get_store(tx, store_no).await?;
    let address = store::setting::address(tx, store_no).await?;
    let mut lines = address.lines;
    lines.push(store.registration_no.clone());
    lines.push(store.vat_no.clone());
    lines.retain(|line| !line.trim().is_empty());
    // The store's law or mall may want its own language.
    let tag = address.force_language.or(wanted);
    let language = tag.and_then(|tag| tag.parse().ok());
    let own = store.language_code.parse().unwrap_or(Language::English);
    Ok(Shop {
        company: address.company,
        name: store.name.clone(),
        lines,
        zone: store.time_zone.clone(),
        language: language.unwrap_or(own),
    })
}

fn certificate(opened: Opened, language: Language) -> Certificate {
    let Opened {
        document,
        shop,
        seller,
        strokes,
        ..
    } = opened;
    let head = &document.head;
    let zoned = |at: Timestamp| at.to_zoned(shop.zone.clone());
    let agreed_at = head.agreed_at.unwrap_or(head.created_at);
    Certificate {
        language,
        company: shop.company.clone(),
        store: shop.name.clone(),
        store_lines: shop.lines.clone(),
        recycling_no: head.recycling_no.clone(),
        receipt_no: head.receipt_no.clone(),
        agreed_at: zoned(agreed_at),
        withdraw_until: head.quarantine_until.map(zoned),
        lines: document
            .lines
            .iter()
            .map(|line| certificate_line(line, head.currency))
            .collect(),
        gross: head.gross.figures(),
        tax: (head.tax.minor != 0).then(|| head.tax.figures()),
        amount: head.amount.figures(),
        currency: head.currency.code().to_owned(),
        seller: seller.map(|it| CertificateSeller {
            name: full_name(&it),
            address: format!(
                "{}, {} {}, {}",
                it.address, it.postal_code, it.city, it.country
            ),
            document: format!("{} ({})", it.masked_document_no(), it.document_issuer),
        }),
        strokes,
    }
}

fn certificate_line(line: &crate::record::Line, currency: Currency) -> CertificateLine {
    let grams = |weight: kernel::weight::Weight| format!("{} g", weight.grams());
    let fine_price = line.value.spot.map(|spot| {
        // A gram of fine metal at the payout rate, as it must be shown for what is melted.
        let minor = spot.gram_pays(1_000, line.value.payout) / 100;
        Money::new(minor, currency).text()
    });
    CertificateLine {
        description: line.input.description.clone(),
        marks: line.input.marks.clone(),
        metal: line.input.metal.name(),
        fineness: line
            .input
            .metal
            .is_precious()
            .then_some(line.input.fineness),
        quantity: line.input.quantity,
        gross: grams(line.input.gross_weight),
        net: grams(line.value.net),
        fine: grams(line.value.fine),
        gram_price: fine_price,
        amount: line.value.amount.figures(),
    }
}

async fn lay_out(certificate: Certificate) -> Outcome<Vec<u8>> {
    let number = certificate.recycling_no.clone();
    let bytes = layout::lay_out(&number, LAYOUT_TIME, move || document::pdf(&certificate)).await;
    bytes.ok_or_else(|| Failure::from(&PDF_ERROR))
}
