//! Stores, people, tenders and stock hold what the plan promises.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use demo::catalogue::{PRICE_GROUPS, Rating, items};
use demo::company::{
    Access, COMPANIES, EmployeeType, Membership, Residence, SIGN_INS, STORES, TENDERS, VAT_SETUP,
    customers, negative_stock_attempts, staff, stock_on_hand, store_of, terminals,
};

#[test]
fn stores_point_to_what_exists() {
    assert_eq!(COMPANIES.len(), 3);
    assert_eq!(STORES.len(), 10);
    assert_eq!(
        STORES.iter().map(|store| store.share_of_sales).sum::<u32>(),
        100
    );
    for store in &STORES {
        assert!(
            COMPANIES
                .iter()
                .any(|company| company.code == store.company_code)
        );
        assert!(
            VAT_SETUP
                .iter()
                .any(|rate| rate.store_group == store.vat_group)
        );
        assert!(!store.price_groups.is_empty());
        for code in store.price_groups {
            let group = PRICE_GROUPS
                .iter()
                .find(|group| group.code == *code)
                .unwrap();
            assert_eq!(group.currency, store.currency);
        }
        assert!(
            jiff::tz::TimeZone::get(store.time_zone).is_ok(),
            "{}",
            store.time_zone
        );
    }
    let airport = store_of("CDG01").unwrap();
    assert!(airport.duty_free && airport.price_groups[0] == "EUR-AIRPORT");
}

#[test]
fn two_tills_each_with_its_own_device() {
    let tills = terminals();
    assert_eq!(tills.len(), 2 * STORES.len());
    let devices: BTreeSet<_> = tills.iter().map(|till| &till.device_sn).collect();
    assert_eq!(devices.len(), tills.len());
    for device in devices {
        assert!(device.starts_with("V400m-3246881"), "{device}");
    }
}

#[test]
fn forty_two_people_of_all_kinds() {
    let people = staff();
    assert_eq!(people.len(), 42);
    assert_eq!(
        people
            .iter()
            .map(|person| person.id)
            .collect::<BTreeSet<_>>()
            .len(),
        42
    );
    for kind in [
        EmployeeType::Sales,
        EmployeeType::Cashier,
        EmployeeType::Stock,
        EmployeeType::Manager,
        EmployeeType::Area,
        EmployeeType::Hq,
        EmployeeType::It,
        EmployeeType::Temp,
    ] {
        assert!(
            people.iter().any(|person| person.employee_type == kind),
            "{kind:?}"
        );
    }
    let with = |access: Access| {
        people
            .iter()
            .filter(|person| person.access == access)
            .count()
    };
    assert_eq!((with(Access::Blocked), with(Access::Locked)), (1, 1));
    let seasonal: Vec<_> = people
        .iter()
        .filter(|person| person.ends_in_days.is_some())
        .collect();
    assert_eq!(seasonal.len(), 1);
    assert_eq!(seasonal[0].employee_type, EmployeeType::Temp);
    for person in people {
        let home = store_of(person.store_no).unwrap();
        assert_eq!(home.company_code, person.company_code);
        assert!(
            person
                .linked_stores
                .iter()
                .all(|linked| store_of(linked).is_some())
        );
        assert!(!person.linked_stores.contains(&person.store_no));
    }
    for store in &STORES {
        assert!(
            people
                .iter()
                .any(|person| person.store_no == store.store_no && person.sells())
        );
    }
}

#[test]
fn the_five_sign_ins_have_their_groups() {
    let groups = SIGN_INS.map(|id| {
        let person = staff().iter().find(|person| person.id == id).unwrap();
        assert_eq!(person.access, Access::Active);
        (id, person.permission_group, person.store_no)
    });
    assert_eq!(
        groups,
        [
            ("seller", "SALES", "PAR01"),
            ("manager", "MANAGER", "PAR01"),
            ("office", "MANAGER", "PAR01"),
            ("admin", "ADMIN", "PAR01"),
            ("otp", "SALES", "PAR01"),
        ]
    );
    let all: BTreeSet<_> = staff()
        .iter()
        .map(|person| person.permission_group)
        .collect();
    assert_eq!(all, BTreeSet::from(["ADMIN", "MANAGER", "SALES", "SENIOR"]));
}

#[test]
fn eighteen_tenders_and_where_they_are_offered() {
    assert_eq!(TENDERS.len(), 18);
    let offered = |code: &str, store: &str| {
        TENDERS
            .iter()
            .find(|tender| tender.code == code)
            .unwrap()
            .is_available_in(store)
    };
    for store in &STORES {
        assert!(offered("CASH", store.store_no) && offered("VISA", store.store_no));
        assert_eq!(offered("CHEQUE", store.store_no), store.country == "FR");
        let wallet =
            ["PAR01", "CDG01", "HKG01", "HKG02", "SHA01", "BEJ01"].contains(&store.store_no);
        assert_eq!(offered("ALIPAY", store.store_no), wallet);
        assert_eq!(offered("WECHAT", store.store_no), wallet);
    }
    let kinds: HashSet<_> = TENDERS
        .iter()
        .filter(|tender| !tender.available_for_store.is_empty())
        .map(|tender| tender.kind)
        .collect();
    assert_eq!(kinds.len(), 12, "one of each kind in at least one store");
    for tender in &TENDERS {
        assert!(
            tender
                .available_for_store
                .iter()
                .all(|store| store_of(store).is_some())
        );
    }
}

#[test]
fn six_hundred_customers_from_nine_countries() {
    let all = customers();
    assert_eq!(all.len(), 600);
    assert_eq!(
        all.iter()
            .map(|customer| &customer.customer_no)
            .collect::<BTreeSet<_>>()
            .len(),
        600
    );
    let locals = all
        .iter()
        .filter(|customer| customer.residence == Residence::Local)
        .count();
    assert_eq!(locals, 270);
    let countries: BTreeSet<_> = all.iter().map(|customer| customer.country).collect();
    for country in ["CN", "HK", "FR", "IT", "US", "JP", "KR", "AE"] {
        assert!(countries.contains(country), "{country}");
    }
    assert_eq!(all[0].display_name(), "Inès Marchetti");
    assert_eq!(all[2].display_name(), "赵美琳");
    for customer in &all {
        let local = store_of(customer.home_store_no).unwrap().country == customer.country;
        assert_eq!(
            local,
            customer.residence == Residence::Local,
            "{}",
            customer.customer_no
        );
    }
}

#[test]
fn twenty_customers_repeat_a_contact_and_nobody_else_does() {
    let all = customers();
    let mut seen = BTreeMap::new();
    let mut repeated = [0; 3];
    for customer in &all {
        let phone = format!("{} {}", customer.phone_area_code, customer.phone);
        let by_phone = !customer.phone.is_empty() && seen.insert(phone, ()).is_some();
        let by_mail =
            !customer.email.is_empty() && seen.insert(customer.email.clone(), ()).is_some();
        assert_eq!(
            by_phone || by_mail,
            customer.duplicate_of.is_some(),
            "{}",
            customer.customer_no
        );
        match (by_phone, by_mail) {
            (true, true) => repeated[0] += 1,
            (false, true) => repeated[1] += 1,
            (true, false) => repeated[2] += 1,
            (false, false) => {}
        }
    }
    assert_eq!(repeated.iter().sum::<i32>(), 20);
    assert!(
        repeated.iter().all(|&count| count >= 5),
        "each of the three messages: {repeated:?}"
    );
}

#[test]
fn sixty_customers_miss_something_the_programme_requires() {
    let all = customers();
    let missing = all.iter().filter(|customer| {
        customer.title.is_none()
            || customer.birthday_month.is_none()
            || customer.knows_us_from.is_none()
            || customer.phone.is_empty()
            || customer.email.is_empty()
            || !customer.consent.privacy
    });
    let missing: Vec<_> = missing.collect();
    assert_eq!(missing.len(), 60);
    assert!(
        missing
            .iter()
            .all(|customer| customer.membership == Membership::Incomplete)
    );
}

#[test]
fn stock_follows_the_rating() {
    let items = items();
    let stock = stock_on_hand(&items);
    let mut pieces: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for line in &stock {
        assert!(line.on_hand > 0);
        *pieces.entry((line.store_no, &line.item_no)).or_insert(0) += line.on_hand;
    }
    let mut sold_out = 0;
    for item in items.iter().filter(|item| !item.no_stock_posting) {
        let per_store: Vec<u32> = STORES
            .iter()
            .filter_map(|store| {
                pieces
                    .get(&(store.store_no, item.item_no.as_str()))
                    .copied()
            })
            .collect();
        let range = match item.rating {
            _ if item.is_gift() => 20..=45,
            Rating::A => 6..=15,
            Rating::B => 2..=6,
            Rating::C => 1..=2,
        };
        assert!(
            per_store.iter().all(|count| range.contains(count)),
            "{}",
            item.name
        );
        sold_out += u32::from(per_store.is_empty());
    }
    assert_eq!(sold_out, 25);
    let attempts = negative_stock_attempts(&stock);
    assert_eq!(attempts.len(), 8);
    for attempt in attempts {
        let line = stock.iter().find(|line| {
            line.store_no == attempt.store_no
                && line.item_no == attempt.item_no
                && line.size_code == attempt.size_code
        });
        assert!(line.unwrap().on_hand < attempt.quantity);
    }
}
