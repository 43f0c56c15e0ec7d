//! `WECHATPAY2-SHA256-RSA2048`, both ways.

use jiff::{SignedDuration, Timestamp};

use super::Wechat;

/// The scheme of the authorization header.
const SCHEME: &str = "WECHATPAY2-SHA256-RSA2048";

/// How far WeChat's clock and ours may be apart. Source: "Signature authentication".
const TOLERANCE: SignedDuration = SignedDuration::from_mins(5);

/// The value of `Authorization`; none when there are no random numbers.
///
/// Signed are method, target, time, nonce and body, each with a line feed after it.
pub(super) fn authorization(
    wechat: &Wechat,
    method: &str,
    target: &str,
    body: &str,
    now: Timestamp,
) -> Option<String> {
    let mut nonce = [0; 16];
    aws_lc_rs::rand::fill(&mut nonce).ok()?;
    let nonce = hex::encode(nonce);
    let timestamp = now.as_second();
    let message = format!("{method}\n{target}\n{timestamp}\n{nonce}\n{body}\n");
    let signature = wechat.private_key.sign(message.as_bytes())?;
    let (merchant, serial) = (&wechat.merchant_id, &wechat.serial_no);
    Some(format!(
        r#"{SCHEME} mchid="{merchant}",nonce_str="{nonce}",signature="{signature}",timestamp="{timestamp}",serial_no="{serial}""#
    ))
}

/// Checks that WeChat signed this body, of late, with a key that we know.
///
/// A signature that begins with `WECHATPAY/SIGNTEST/` is WeChat's own probe whether signatures are
/// checked; it is no base64, so it is refused like any other wrong one.
pub(super) fn check<'a>(
    wechat: &Wechat,
    header: &dyn Fn(&str) -> Option<&'a str>,
    body: &[u8],
    now: Timestamp,
) -> Result<(), String> {
    let get = |name: &str| header(name).ok_or_else(|| format!("{name} is missing"));
    let serial = get("wechatpay-serial")?;
    let signature = get("wechatpay-signature")?;
    let timestamp = get("wechatpay-timestamp")?;
    let nonce = get("wechatpay-nonce")?;
    let seconds: i64 = timestamp.parse().map_err(|_| "no time stamp".to_owned())?;
    let signed_at = Timestamp::from_second(seconds).map_err(|_| "no time stamp".to_owned())?;
    if now.duration_since(signed_at).abs() > TOLERANCE {
        return Err("signed too long ago, or in the future".to_owned());
    }
    let key = wechat
        .platform_keys
        .get(serial)
        .ok_or_else(|| "signed with a key that is not known here".to_owned())?;
    let mut message = format!("{timestamp}\n{nonce}\n").into_bytes();
    message.extend_from_slice(body);
    message.push(b'\n');
    if key.verifies(&message, signature) {
        return Ok(());
    }
    Err("wrong signature".to_owned())
}
