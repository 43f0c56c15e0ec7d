//! The list of packages.

use std::cmp::Ordering;

use axum::extract::State;
use catalog::rule::search::{fold, words};
use kernel::page::{Page, row_limit};
use serde::Deserialize;
use session::Actor;
use setting::Desk;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{self, Answer, Envelope, Query, Reply};
use utoipa::{IntoParams, ToSchema};

use crate::PromotionState;
use crate::record::today;
use crate::rule::list::{Window, cut, dates};
use crate::rule::package::{Header, PackageState};
use crate::store::{self, Changed};
use crate::view::{PackageForm, PackageRowView};

/// By what packages are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum PackageSort {
    /// By number.
    #[default]
    DiscountId,
    /// By description.
    Description,
    /// By state.
    State,
    /// By priority.
    Priority,
    /// By the first date.
    StartingDate,
    /// By the last date.
    EndingDate,
    /// By the last change.
    ChangedAt,
}

/// Which packages are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PackageQuery {
    /// Words that number, description or coupon contain.
    search: String,
    /// Where they stand.
    #[param(inline)]
    state: Option<PackageState>,
    /// By what they are sorted.
    #[param(inline)]
    sort: PackageSort,
    /// Whether the last comes first.
    descending: bool,
    /// Where the page starts, as the page before said.
    cursor: Option<String>,
    /// How many rows, 200 at the most.
    limit: Option<i64>,
}

/// Where a page starts.
pub(crate) fn window(cursor: Option<&str>, limit: Option<i64>) -> Outcome<Window> {
    let offset = http::cursor(cursor, |text| text.parse().ok())?;
    Ok(Window {
        offset: offset.unwrap_or(0),
        limit: usize::try_from(row_limit(limit)).unwrap_or_default(),
    })
}

/// The list of packages.
#[utoipa::path(
    get, path = "/setting/package", tag = "promotion", params(PackageQuery),
    responses(
        (status = 200, description = "A page of packages", body = Envelope<Page<PackageRowView>>),
        (status = 400, description = "The filter, the limit or the cursor cannot be read"),
    ),
)]
pub(crate) async fn list_packages(
    State(state): State<PromotionState>,
    actor: Actor,
    Query(query): Query<PackageQuery>,
) -> Reply {
    let window = window(query.cursor.as_deref(), query.limit)?;
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    let input = (desk, query, window);
    Answer::of(&state.shell.db.read(input, read_page).await?)
}

fn read_page<'a>(
    tx: &'a mut Tx,
    (desk, query, window): &'a (Desk, PackageQuery, Window),
) -> TxFuture<'a, Page<PackageRowView>> {
    Box::pin(async move {
        let today = today(tx, desk).await?;
        let words = words(&query.search);
        let heads = store::read_heads(tx, "1 = 1", &[]).await?;
        let rows: Vec<PackageRowView> = heads
            .into_iter()
            .filter(|(header, _)| contains(header, &words))
            .map(|(mut header, changed)| {
                header.state = header.state.on(today, header.ending_date);
                row_view(header, &changed)
            })
            .filter(|row| query.state.is_none_or(|state| state == row.state))
            .collect();
        let order = |a: &PackageRowView, b: &PackageRowView| order(query.sort, a, b);
        let cut = cut(rows, order, query.descending, *window);
        Ok(Page {
            items: cut.rows,
            next_cursor: cut.next.map(|next| next.to_string()),
            total: i64::try_from(cut.total).unwrap_or(i64::MAX),
        })
    })
}

fn contains(header: &Header, words: &[String]) -> bool {
    let coupon = header.coupon_code.as_deref().unwrap_or_default();
    let text = fold(&format!("{} {} {coupon}", header.id, header.description));
    words.iter().all(|word| text.contains(word))
}

fn row_view(header: Header, changed: &Changed) -> PackageRowView {
    let state = header.state;
    let form = PackageForm::of(&crate::rule::package::PackageDraft {
        header,
        groups: Vec::new(),
        items: Vec::new(),
    });
    PackageRowView {
        discount_id: form.discount_id,
        description: form.description,
        state,
        priority: form.priority,
        currency: form.currency,
        group_disc_type: form.group_disc_type,
        group_disc_type_value: form.group_disc_type_value,
        starting_date: form.starting_date,
        ending_date: form.ending_date,
        member_only: form.member_only,
        changed_at: changed.at,
    }
}

fn order(sort: PackageSort, a: &PackageRowView, b: &PackageRowView) -> Ordering {
    let place = |state| PackageState::ALL.iter().position(|it| *it == state);
    match sort {
        PackageSort::DiscountId => a.discount_id.cmp(&b.discount_id),
        PackageSort::Description => fold(&a.description).cmp(&fold(&b.description)),
        PackageSort::State => place(a.state).cmp(&place(b.state)),
        PackageSort::Priority => a.priority.cmp(&b.priority),
        PackageSort::StartingDate => a.starting_date.cmp(&b.starting_date),
        PackageSort::EndingDate => dates(a.ending_date.as_ref(), b.ending_date.as_ref()),
        PackageSort::ChangedAt => a.changed_at.cmp(&b.changed_at),
    }
}
