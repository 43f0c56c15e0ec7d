//! The companies, their boutiques, the people in them and the customers.

mod customer;
mod names;
mod staff;
mod stock;
mod store;
mod tender;
mod tender_name;

pub use customer::{Consent, Customer, Membership, Residence, Tastes, customers};
pub use staff::{Access, EmployeeType, SIGN_INS, StaffMember, staff};
pub use stock::{StockAttempt, StockLine, negative_stock_attempts, stock_on_hand};
pub use store::{
    COMPANIES, Company, STORES, Store, Terminal, VAT_SETUP, VatRate, store_of, terminals,
};
pub use tender::{ChangeIn, Counting, OverTender, TENDERS, Tender, TenderKind, Verification};
pub use tender_name::{LANGUAGES as TENDER_LANGUAGES, names_of};
