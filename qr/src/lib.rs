//! Payment by QR code: connections to Alipay and WeChat Pay, and what may happen to an order.
//!
//! [`provider`] is what may be asked of either, with closed enums for the answers; [`alipay`] and
//! [`wechat`] translate one command into one exchange. As in `device`, an adapter never retries,
//! keeps no state between calls and reads no clock, and every enum has an `Unknown`, because a
//! provider that did not answer may still have done what it was asked. [`order`] is a pure function
//! that says what an answer means for an order and what is to be asked next. There is no database
//! here and no word of the shop: whoever keeps the orders commits them before anything is sent.
//!
//! What the adapters know of the interfaces is from the providers' public documentation: the Alipay
//! open platform (`opendocs.alipay.com`, face-to-face payment) and WeChat Pay (`pay.weixin.qq.com`,
//! API v3, Native and payment code). Each function names the page that it follows.

pub mod alipay;
pub mod key;
pub mod order;
pub mod provider;
mod stored_amount;
mod transport;
pub mod wechat;

pub use device::Secret;
pub use device::card_terminal::{Amount, AmountRefused, Currency};
