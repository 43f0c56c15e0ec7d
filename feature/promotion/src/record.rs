//! What keeping packages and keeping campaigns have in common.

use std::collections::{BTreeSet, HashMap};

use jiff::civil::Date;
use kernel::Refusal;
use kernel::id::ItemNo;
use serde::{Deserialize, Serialize};
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::picture::picture_url;
use shell::{Failure, Outcome};

use crate::campaign_form::CampaignForm;
use crate::fault::{Facts, campaign_faults, package_faults};
use crate::form::PackageForm;
use crate::rule::campaign::CampaignId;
use crate::rule::package::{PackageDraft, PackageId};
use crate::store::{self, By, Changed, StoredPackage};
use crate::view::{CampaignView, NamedItemView, PackageView};
use crate::{CAMPAIGN_NOT_FOUND, CHANGED_MEANWHILE, PACKAGE_NOT_FOUND};

/// What packages are called where changes are written down.
pub(crate) const PACKAGE: &str = "package";
/// What campaigns are called where changes are written down.
pub(crate) const CAMPAIGN: &str = "campaign";

/// What a command made or changed; all that is kept of its answer.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Kept(pub(crate) String);

pub(crate) fn by(desk: &Desk) -> By<'_> {
    By {
        staff_id: &desk.staff_id,
        at: desk.now,
    }
}

/// The business date where somebody sits.
pub(crate) async fn today(tx: &mut Tx, desk: &Desk) -> Outcome<Date> {
    let store = setting::get_store(tx, &desk.store_no).await?;
    Ok(store.business_date(desk.now))
}

/// The package of a key.
pub(crate) async fn get_stored(tx: &mut Tx, id: &PackageId) -> Outcome<StoredPackage> {
    let found = store::find_package(tx, id).await?;
    found.ok_or_else(|| Failure::from(&PACKAGE_NOT_FOUND))
}

/// Refuses a change of what somebody else changed in the meantime.
pub(crate) async fn refuse_old_version(tx: &mut Tx, changed: &Changed, seen: i64) -> Outcome<()> {
    if changed.version == seen {
        return Ok(());
    }
    let name = store::staff_name(tx, &changed.by).await?;
    Err(Refusal::new(&CHANGED_MEANWHILE)
        .with("staffName", name)
        .into())
}

/// The items that there are of those named, in the order in which they are named first.
pub(crate) async fn named_items<'a>(
    tx: &mut Tx,
    item_nos: impl Iterator<Item = &'a ItemNo>,
) -> Outcome<Vec<NamedItemView>> {
    let mut seen = BTreeSet::new();
    let item_nos: Vec<String> = item_nos
        .filter(|item_no| seen.insert(*item_no))
        .map(|item_no| item_no.0.clone())
        .collect();
    let mut found: HashMap<_, _> = catalog::store::find_items(tx, &item_nos).await?;
    let items = item_nos.iter().filter_map(|item_no| found.remove(item_no));
    Ok(items.map(named_item).collect())
}

pub(crate) fn named_item(item: catalog::store::Item) -> NamedItemView {
    NamedItemView {
        image_url: picture_url(&item.picture),
        item_no: item.item_no,
        name: item.name,
    }
}

/// What only the tables know of a package.
pub(crate) async fn package_facts(
    tx: &mut Tx,
    draft: &PackageDraft,
    today: Date,
) -> Outcome<(Facts, Vec<NamedItemView>)> {
    let items = named_items(tx, draft.items.iter().map(|row| &row.item_no)).await?;
    let groups = store::list_price_groups(tx).await?;
    let wanted = draft.header.price_group.as_ref();
    let group = groups
        .into_iter()
        .find(|group| wanted == Some(&group.price_group_code));
    let facts = Facts {
        today,
        items: items.iter().map(|item| item.item_no.clone()).collect(),
        currencies: group
            .map(|group| (group.description, group.currency))
            .into_iter()
            .collect(),
    };
    Ok((facts, items))
}

/// A package as its form shows it.
pub(crate) async fn show_package(tx: &mut Tx, desk: &Desk, id: &PackageId) -> Outcome<PackageView> {
    let StoredPackage { draft, changed } = get_stored(tx, id).await?;
    let today = today(tx, desk).await?;
    let (facts, items) = package_facts(tx, &draft, today).await?;
    Ok(PackageView {
        package: PackageForm::of(&draft),
        state: draft.header.state.on(today, draft.header.ending_date),
        version: changed.version,
        changed_by: store::staff_name(tx, &changed.by).await?,
        changed_at: changed.at,
        faults: package_faults(&draft, &facts),
        items,
    })
}

/// The package after a command.
pub(crate) fn show_kept_package<'a, R: Sync>(
    tx: &'a mut Tx,
    (desk, _): &'a (Desk, R),
    kept: &'a Kept,
) -> TxFuture<'a, PackageView> {
    Box::pin(async move { show_package(tx, desk, &PackageId(kept.0.clone())).await })
}

/// A campaign as its form shows it.
pub(crate) async fn show_campaign(
    tx: &mut Tx,
    desk: &Desk,
    id: &CampaignId,
) -> Outcome<CampaignView> {
    let found = store::find_campaign(tx, id).await?;
    let stored = found.ok_or_else(|| Failure::from(&CAMPAIGN_NOT_FOUND))?;
    let items = named_items(tx, stored.campaign.item_nos.iter()).await?;
    let stores = store::list_stores(tx).await?.into_iter();
    let facts = Facts {
        today: today(tx, desk).await?,
        items: BTreeSet::new(),
        currencies: stores
            .filter(|store| stored.campaign.stores.contains(&store.store_no))
            .map(|store| (store.name, store.currency))
            .collect(),
    };
    Ok(CampaignView {
        campaign: CampaignForm::of(&stored.campaign),
        enabled: stored.enabled,
        version: stored.changed.version,
        changed_by: store::staff_name(tx, &stored.changed.by).await?,
        changed_at: stored.changed.at,
        faults: campaign_faults(&stored.campaign, &facts),
        items,
    })
}

/// The campaign after a command.
pub(crate) fn show_kept_campaign<'a, R: Sync>(
    tx: &'a mut Tx,
    (desk, _): &'a (Desk, R),
    kept: &'a Kept,
) -> TxFuture<'a, CampaignView> {
    Box::pin(async move { show_campaign(tx, desk, &CampaignId(kept.0.clone())).await })
}
