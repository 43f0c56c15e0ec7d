//! The people who work in the boutiques and in the office.

/// What somebody is employed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmployeeType {
    /// Sells, counted in the ranking.
    Sales,
    /// Takes payments, not ranked.
    Cashier,
    /// Inventory only.
    Stock,
    /// Leads a store.
    Manager,
    /// Leads several stores.
    Area,
    /// Works in the office.
    Hq,
    /// Looks after the systems.
    It,
    /// Seasonal, with an end date.
    Temp,
}

/// Whether somebody may sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    /// May sign in.
    Active,
    /// Left the house.
    Blocked,
    /// Five wrong passwords; opens by itself after a quarter of an hour.
    Locked,
}

/// One person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaffMember {
    /// User name, such as `H.MARTIN`.
    pub id: &'static str,
    /// First name, in the original script.
    pub first_name: &'static str,
    /// Last name, in the original script.
    pub last_name: &'static str,
    /// Name on receipts.
    pub name_on_receipt: &'static str,
    /// Work address; only reserved domains.
    pub email: Option<&'static str>,
    /// What they do.
    pub employee_type: EmployeeType,
    /// `SALES`, `SENIOR`, `MANAGER` or `ADMIN`.
    pub permission_group: &'static str,
    /// Code of the company.
    pub company_code: &'static str,
    /// Home store.
    pub store_no: &'static str,
    /// Till they sign in to, 1 or 2.
    pub default_till: u32,
    /// Stores besides the home store.
    pub linked_stores: &'static [&'static str],
    /// Whether they may sign in.
    pub access: Access,
    /// For seasonal staff: days from today to the last day.
    pub ends_in_days: Option<i32>,
    /// Asks for a second factor by mail.
    pub second_factor: bool,
}

/// The user names for demonstrations: one for each kind of work, and one with a second factor.
pub const SIGN_INS: [&str; 5] = ["seller", "manager", "office", "admin", "otp"];

type Person = (&'static str, &'static str, &'static str, &'static str);

const fn at(
    store_no: &'static str,
    company_code: &'static str,
    person: Person,
    employee_type: EmployeeType,
    default_till: u32,
) -> StaffMember {
    let (id, first_name, last_name, name_on_receipt) = person;
    let permission_group = match employee_type {
        EmployeeType::Manager | EmployeeType::Area => "MANAGER",
        EmployeeType::Hq | EmployeeType::It => "ADMIN",
        _ => "SALES",
    };
    StaffMember {
        id,
        first_name,
        last_name,
        name_on_receipt,
        email: None,
        employee_type,
        permission_group,
        company_code,
        store_no,
        default_till,
        linked_stores: &[],
        access: Access::Active,
        ends_in_days: None,
        second_factor: false,
    }
}

const fn senior(member: StaffMember) -> StaffMember {
    StaffMember {
        permission_group: "SENIOR",
        ..member
    }
}

const OTHER_STORES: &[&str] = &[
    "LYO01", "CDG01", "MIL01", "HKG01", "HKG02", "SHA01", "BEJ01", "TYO01", "KWT01",
];
const ASIA: &[&str] = &["HKG02", "SHA01", "BEJ01", "TYO01"];

#[rustfmt::skip]
const STAFF: [StaffMember; 42] = {
    use EmployeeType::*;
    [
        at("PAR01", "VFR", ("seller", "Camille", "Aubert", "Camille A."), Sales, 1),
        StaffMember { linked_stores: &["LYO01"], ..at("PAR01", "VFR", ("manager", "Youssef", "Haddad", "Youssef H."), Manager, 1) },
        StaffMember { linked_stores: OTHER_STORES, ..at("PAR01", "VFR", ("office", "Mathilde", "Delacroix", "Mathilde D."), Area, 2) },
        StaffMember { linked_stores: OTHER_STORES, ..at("PAR01", "VFR", ("admin", "Grégoire", "Vasseur", "Grégoire V."), Hq, 2) },
        StaffMember { email: Some("otp@vitrine.example"), second_factor: true, ..at("PAR01", "VFR", ("otp", "Élodie", "Garnier", "Élodie G."), Sales, 2) },
        at("PAR01", "VFR", ("L.BONNET", "Léa", "Bonnet", "Léa B."), Sales, 2),
        senior(at("PAR01", "VFR", ("H.MARTIN", "Hugo", "Martin", "Hugo M."), Sales, 1)),
        at("PAR01", "VFR", ("A.LEFEVRE", "Anaïs", "Lefèvre-Kowalczyk", "Anaïs L."), Stock, 2),
        StaffMember { ends_in_days: Some(57), ..at("PAR01", "VFR", ("M.OLIVIER", "Marc", "Olivier", "Marc O."), Temp, 2) },
        StaffMember { access: Access::Blocked, ..at("PAR01", "VFR", ("S.PETIT", "Sarah", "Petit", "Sarah P."), Sales, 1) },
        at("PAR01", "VFR", ("N.BENALI", "Nadia", "Benali", "Nadia B."), Cashier, 1),
        at("PAR01", "VFR", ("IT.ROUX", "Basile", "Roux", "Basile R."), It, 2),
        at("LYO01", "VFR", ("C.FAURE", "Clémence", "Faure", "Clémence F."), Manager, 1),
        at("LYO01", "VFR", ("T.GIRAUD", "Théo", "Giraud", "Théo G."), Sales, 1),
        senior(at("LYO01", "VFR", ("M.CHEVALLIER", "Manon", "Chevallier", "Manon C."), Sales, 2)),
        at("CDG01", "VFR", ("D.NGUYEN", "Duy", "Nguyen", "Duy N."), Manager, 1),
        StaffMember { access: Access::Locked, ..at("CDG01", "VFR", ("I.MOREAU", "Ines", "Moreau", "Ines M."), Sales, 1) },
        senior(at("CDG01", "VFR", ("W.LIN", "Wen", "Lin", "Wen L."), Sales, 2)),
        at("CDG01", "VFR", ("K.DIALLO", "Kadiatou", "Diallo", "Kadiatou D."), Cashier, 2),
        at("MIL01", "VFR", ("F.RINALDI", "Francesca", "Rinaldi", "Francesca R."), Manager, 1),
        senior(at("MIL01", "VFR", ("L.COLOMBO", "Luca", "Colombo", "Luca C."), Sales, 1)),
        at("MIL01", "VFR", ("G.FERRARIO", "Giada", "Ferrario", "Giada F."), Sales, 2),
        at("MIL01", "VFR", ("S.BRAMBILLA", "Sofia", "Brambilla", "Sofia B."), Sales, 2),
        StaffMember { linked_stores: ASIA, ..at("HKG01", "VHK", ("V.CHEUNG", "詠詩", "張", "Vivian C."), Area, 1) },
        at("HKG01", "VHK", ("K.WONG", "嘉慧", "黃", "Karen W."), Manager, 1),
        senior(at("HKG01", "VHK", ("J.LAU", "俊傑", "劉", "Jason L."), Sales, 1)),
        at("HKG01", "VHK", ("M.HO", "美儀", "何", "May H."), Sales, 2),
        at("HKG01", "VHK", ("R.YIP", "子軒", "葉", "Ryan Y."), Stock, 2),
        at("HKG02", "VHK", ("C.TANG", "芷晴", "鄧", "Chloe T."), Manager, 1),
        at("HKG02", "VHK", ("A.MAK", "文浩", "麥", "Alan M."), Sales, 1),
        senior(at("HKG02", "VHK", ("P.LEUNG", "珮珊", "梁", "Peggy L."), Sales, 2)),
        at("SHA01", "VCN", ("CHEN.YJ", "雨洁", "陈", "陈雨洁"), Manager, 1),
        senior(at("SHA01", "VCN", ("WANG.ZH", "子涵", "王", "王子涵"), Sales, 1)),
        at("SHA01", "VCN", ("ZHOU.M", "敏", "周", "周敏"), Sales, 2),
        at("SHA01", "VCN", ("XU.JW", "嘉伟", "徐", "徐嘉伟"), Stock, 2),
        at("BEJ01", "VCN", ("LIU.SY", "思远", "刘", "刘思远"), Manager, 1),
        at("BEJ01", "VCN", ("ZHAO.XT", "欣彤", "赵", "赵欣彤"), Sales, 1),
        senior(at("BEJ01", "VCN", ("SUN.H", "昊", "孙", "孙昊"), Sales, 2)),
        at("TYO01", "VFR", ("M.SATO", "美咲", "佐藤", "佐藤 美咲"), Manager, 1),
        at("TYO01", "VFR", ("K.NAKAMURA", "健太", "中村", "中村 健太"), Sales, 1),
        at("KWT01", "VFR", ("F.ALSABEEH", "فاطمة", "الصبيح", "فاطمة ص."), Manager, 1),
        at("KWT01", "VFR", ("O.ALRASHID", "عمر", "الراشد", "عمر ر."), Sales, 1),
    ]
};

/// All staff, the five sign-ins first.
#[must_use]
pub const fn staff() -> &'static [StaffMember] {
    &STAFF
}

impl StaffMember {
    /// Whether the person is on the sales floor and can be named on an order.
    #[must_use]
    pub fn sells(&self) -> bool {
        use EmployeeType::{Manager, Sales, Temp};
        self.access != Access::Blocked && matches!(self.employee_type, Sales | Temp | Manager)
    }
}
