//! The files in `fixture` were made by OpenSSL for these tests and are of no use elsewhere.

use super::*;

const PKCS8: &str = include_str!("fixture/pkcs8.pem");
const PKCS1: &str = include_str!("fixture/pkcs1.pem");
const SMALL: &str = include_str!("fixture/small.pem");
const PUBLIC: &str = include_str!("fixture/public.pem");
const CERTIFICATE: &str = include_str!("fixture/certificate.pem");
/// `openssl dgst -sha256 -sign pkcs8.pem` of [`MESSAGE`].
const SIGNATURE: &str = include_str!("fixture/signature.txt");
const MESSAGE: &[u8] = br#"app_id=1&biz_content={"a":"1"}&version=1.0"#;

fn bare_lines(pem: &str) -> String {
    pem.lines().filter(|line| !line.starts_with("--")).collect()
}

#[test]
fn every_form_of_a_private_key_signs_as_openssl_does() {
    let forms = [
        PKCS8.to_owned(),
        PKCS1.to_owned(),
        bare_lines(PKCS8),
        bare_lines(PKCS1),
    ];
    for form in forms {
        let key = SigningKey::parse(&Secret::new(form)).expect("a key");
        assert_eq!(key.sign(MESSAGE).as_deref(), Some(SIGNATURE.trim()));
        assert_eq!(format!("{key:?}"), "***");
    }
}

#[test]
fn every_form_of_a_public_key_verifies() {
    for form in [PUBLIC, CERTIFICATE, &bare_lines(PUBLIC)] {
        let key = VerifyingKey::parse(form).expect("a key");
        assert!(key.verifies(MESSAGE, SIGNATURE.trim()));
        assert!(!key.verifies(b"app_id=2", SIGNATURE.trim()));
        assert!(!key.verifies(MESSAGE, "WECHATPAY/SIGNTEST/abc"));
        assert!(!key.verifies(MESSAGE, ""));
    }
}

#[test]
fn a_certificate_names_its_serial_number_as_wechat_does() {
    let certificate = VerifyingKey::parse(CERTIFICATE).expect("a certificate");
    let serial = "5157F09EFDC096DE15EBE81A47057A7232F1B8E1";
    assert_eq!(certificate.serial(), Some(serial));
    assert_eq!(VerifyingKey::parse(PUBLIC).expect("a key").serial(), None);
}

#[test]
fn what_is_no_key_is_refused() {
    let private = |text: &str| SigningKey::parse(&Secret::new(text)).err();
    assert_eq!(private("no key!"), Some(KeyRefused::Text));
    assert_eq!(private("AAAA"), Some(KeyRefused::Kind));
    assert_eq!(private(SMALL), Some(KeyRefused::Kind));
    assert_eq!(private(PUBLIC), Some(KeyRefused::Text));
    assert_eq!(VerifyingKey::parse("no key!"), Err(KeyRefused::Text));
    assert_eq!(VerifyingKey::parse("AAAA"), Err(KeyRefused::Kind));
}
