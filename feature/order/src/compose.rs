//! Which paper is wanted of an order, and putting it together.

use std::sync::Arc;

use document::{Deposit, Fact, GiftCard, Invoice, Language, Loyalty, Receipt, TaxFree};
use kernel::id::OrderId;
use serde::{Deserialize, Serialize};
use shell::db::{Tx, TxFuture};
use shell::{Failure, Outcome};
use utoipa::ToSchema;

use crate::document as layout;
use crate::printer::shown_print;
use crate::record::{Order, Shop, Viewer};
use crate::{INVOICE_NOT_FOUND, ORDER_NOT_FOUND, OrderState, PDF_ERROR, store};

/// A paper of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = OrderDocument)]
pub(crate) enum Document {
    /// The receipt.
    #[default]
    Receipt,
    /// The receipt without amounts, for the person who is given the pieces.
    Gift,
    /// The invoice, once it was made out.
    Invoice,
}

impl Document {
    /// As it is stored.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Receipt => "RECEIPT",
            Self::Gift => "GIFT",
            Self::Invoice => "INVOICE",
        }
    }

    pub(crate) fn parse(name: &str) -> Option<Self> {
        [Self::Receipt, Self::Gift, Self::Invoice]
            .into_iter()
            .find(|document| document.name() == name)
    }
}

/// What other features know about an order that its receipt says.
#[derive(Clone, Debug, Default)]
pub struct OrderParts {
    /// What the sale did to the client's loyalty credit.
    pub loyalty: Option<Loyalty>,
    /// The gift cards that the sale sold, topped up or was paid with.
    pub gift_cards: Vec<GiftCard>,
    /// The deposit that the order settles.
    pub deposit: Option<Deposit>,
    /// The tax-free form of its pieces.
    pub tax_free: Option<TaxFree>,
    /// Anything else, with labels in the language of the paper.
    pub facts: Vec<Fact>,
}

/// Something that another feature adds to receipts. It reads in the transaction in which the paper
/// is put together, and adds nothing to orders that it does not know.
pub trait PaperPart: Send + Sync {
    /// Adds what it knows of an order, in the language of the paper.
    fn add<'a>(
        &'a self,
        tx: &'a mut Tx,
        order_id: OrderId,
        language: Language,
        parts: &'a mut OrderParts,
    ) -> TxFuture<'a, ()>;
}

/// What every paper of this installation has in common.
#[derive(Clone)]
pub(crate) struct Press {
    public_url: Option<Arc<str>>,
    parts: Arc<[Arc<dyn PaperPart>]>,
}

impl From<&OrderState> for Press {
    fn from(state: &OrderState) -> Self {
        Self {
            public_url: state.public_url.clone(),
            parts: state.parts.clone(),
        }
    }
}

/// A paper that is wanted.
#[derive(Clone)]
pub(crate) struct Wish {
    pub press: Press,
    /// Who asks; none for the program itself.
    pub viewer: Option<Viewer>,
    pub order_id: OrderId,
    pub document: Document,
    /// The language that somebody asked for. An invoice keeps its own.
    pub asked: Option<Language>,
    /// Which print of it; the last one when it is not said.
    pub print_no: Option<i64>,
}

/// A paper, ready to be laid out.
#[derive(Clone, Debug)]
pub(crate) enum Paper {
    Receipt(Box<Receipt>),
    Invoice(Box<Invoice>),
}

impl Paper {
    /// The number that names its file.
    pub(crate) fn number(&self) -> &str {
        match self {
            Self::Receipt(receipt) => &receipt.receipt_no,
            Self::Invoice(invoice) => &invoice.invoice_no,
        }
    }
}

/// Reads what a paper says.
///
/// # Errors
/// [`ORDER_NOT_FOUND`], [`INVOICE_NOT_FOUND`], [`crate::PRINT_NOT_FOUND`], [`PDF_ERROR`] when what is kept
/// of an invoice cannot be read, or the database's failure.
pub(crate) fn compose<'a>(tx: &'a mut Tx, wish: &'a Wish) -> TxFuture<'a, Paper> {
    Box::pin(async move {
        let order = match &wish.viewer {
            Some(viewer) => store::get_order(tx, viewer, wish.order_id).await?,
            None => store::find_order(tx, wish.order_id)
                .await?
                .ok_or_else(|| Failure::from(&ORDER_NOT_FOUND))?,
        };
        let prints = store::count_prints(tx, wish.order_id, wish.document).await?;
        let copy = layout::copy_of(shown_print(wish.print_no, prints)?);
        if wish.document == Document::Invoice {
            return invoice(tx, wish.order_id, copy).await;
        }
        let shop = store::get_shop(tx, &order.head.store_no).await?;
        let language = layout::language_of(&order, &shop, wish.asked);
        let receipt = receipt(tx, wish, &order, &shop, language, copy).await?;
        Ok(Paper::Receipt(Box::new(receipt)))
    })
}

async fn receipt(
    tx: &mut Tx,
    wish: &Wish,
    order: &Order,
    shop: &Shop,
    language: Language,
    copy: Option<u32>,
) -> Outcome<Receipt> {
    let mut parts = OrderParts::default();
    for part in wish.press.parts.iter() {
        part.add(tx, wish.order_id, language, &mut parts).await?;
    }
    let is_gift = wish.document == Document::Gift;
    let issue = layout::Issue {
        language,
        // A gift receipt proves no payment: whoever needs three gets three.
        copy: copy.filter(|_| !is_gift),
        is_gift,
        public_url: wish.press.public_url.as_deref(),
        parts,
    };
    Ok(layout::receipt(order, shop, issue)?)
}

async fn invoice(tx: &mut Tx, order_id: OrderId, copy: Option<u32>) -> Outcome<Paper> {
    let stored = store::find_invoice(tx, order_id)
        .await?
        .ok_or_else(|| Failure::from(&INVOICE_NOT_FOUND))?;
    let mut invoice: Invoice = serde_json::from_str(&stored.content).map_err(|error| {
        tracing::error!(%error, invoice_no = stored.invoice_no, "an invoice cannot be read");
        Failure::from(&PDF_ERROR)
    })?;
    invoice.copy = copy;
    Ok(Paper::Invoice(Box::new(invoice)))
}
