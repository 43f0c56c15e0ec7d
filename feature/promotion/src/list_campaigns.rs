//! The list of campaigns.

use std::cmp::Ordering;

use axum::extract::State;
use catalog::rule::search::{fold, words};
use kernel::Money;
use kernel::page::Page;
use serde::Deserialize;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply};
use utoipa::{IntoParams, ToSchema};

use crate::list_packages::window;
use crate::rule::list::{Window, cut, dates};
use crate::store::StoredCampaign;
use crate::view::CampaignRowView;
use crate::{PromotionState, store};

/// By what campaigns are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum CampaignSort {
    /// By number.
    #[default]
    CampaignId,
    /// By name.
    Name,
    /// By the first date.
    StartingDate,
    /// By the last date.
    EndingDate,
    /// By the last change.
    ChangedAt,
}

/// Which campaigns are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CampaignQuery {
    /// Words that number or name contain.
    search: String,
    /// Whether they are switched on.
    enabled: Option<bool>,
    /// By what they are sorted.
    #[param(inline)]
    sort: CampaignSort,
    /// Whether the last comes first.
    descending: bool,
    /// Where the page starts, as the page before said.
    cursor: Option<String>,
    /// How many rows, 200 at the most.
    limit: Option<i64>,
}

/// The list of gift campaigns.
#[utoipa::path(
    get, path = "/setting/campaign", tag = "promotion", params(CampaignQuery),
    responses(
        (status = 200, description = "A page of campaigns",
         body = Envelope<Page<CampaignRowView>>),
        (status = 400, description = "The filter, the limit or the cursor cannot be read"),
    ),
)]
pub(crate) async fn list_campaigns(
    State(state): State<PromotionState>,
    Query(query): Query<CampaignQuery>,
) -> Reply {
    let window = window(query.cursor.as_deref(), query.limit)?;
    let input = (query, window);
    Answer::of(&state.shell.db.read(input, read_page).await?)
}

fn read_page<'a>(
    tx: &'a mut Tx,
    (query, window): &'a (CampaignQuery, Window),
) -> TxFuture<'a, Page<CampaignRowView>> {
    Box::pin(async move {
        let words = words(&query.search);
        let stored = store::read_campaigns(tx, "1 = 1", &[]).await?;
        let rows: Vec<CampaignRowView> = stored
            .into_iter()
            .filter(|stored| query.enabled.is_none_or(|wanted| wanted == stored.enabled))
            .map(row_view)
            .filter(|row| {
                let text = fold(&format!("{} {}", row.campaign_id, row.name));
                words.iter().all(|word| text.contains(word))
            })
            .collect();
        let order = |a: &CampaignRowView, b: &CampaignRowView| order(query.sort, a, b);
        let cut = cut(rows, order, query.descending, *window);
        Ok(Page {
            items: cut.rows,
            next_cursor: cut.next.map(|next| next.to_string()),
            total: i64::try_from(cut.total).unwrap_or(i64::MAX),
        })
    })
}

fn row_view(stored: StoredCampaign) -> CampaignRowView {
    let campaign = stored.campaign;
    CampaignRowView {
        campaign_id: campaign.id.0,
        name: campaign.name,
        enabled: stored.enabled,
        qualifying_amount: Money::new(campaign.qualifying_amount, campaign.currency),
        starting_date: campaign.starting_date,
        ending_date: campaign.ending_date,
        member_only: campaign.member_only,
        gifts: i64::try_from(campaign.item_nos.len()).unwrap_or(i64::MAX),
        stores: i64::try_from(campaign.stores.len()).unwrap_or(i64::MAX),
        changed_at: stored.changed.at,
    }
}

fn order(sort: CampaignSort, a: &CampaignRowView, b: &CampaignRowView) -> Ordering {
    match sort {
        CampaignSort::CampaignId => a.campaign_id.cmp(&b.campaign_id),
        CampaignSort::Name => fold(&a.name).cmp(&fold(&b.name)),
        CampaignSort::StartingDate => a.starting_date.cmp(&b.starting_date),
        CampaignSort::EndingDate => dates(a.ending_date.as_ref(), b.ending_date.as_ref()),
        CampaignSort::ChangedAt => a.changed_at.cmp(&b.changed_at),
    }
}
