//! A till of its own: it signs and sends as the providers' pages say.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::LazyLock;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeyPair;
use aws_lc_rs::signature::{RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, UnparsedPublicKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use qr_simulator::{Options, start};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

/// Keys take a second to make, so all tests of a run share them.
static KEYS: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));
static KEYS_ARE_MADE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

pub(crate) struct Till {
    pub(crate) base: String,
    pub(crate) client: reqwest::Client,
    pub(crate) keys: Value,
    /// By how many seconds its clock is wrong.
    pub(crate) skew: i64,
}

#[expect(clippy::disallowed_methods, reason = "a till's own clock")]
fn machine_now() -> Timestamp {
    Timestamp::now()
}

fn sign(pkcs8: &[u8], message: &str) -> String {
    let pair = KeyPair::from_pkcs8(pkcs8).expect("a key");
    let mut signature = vec![0; pair.public_modulus_len()];
    pair.sign(
        &RSA_PKCS1_SHA256,
        &SystemRandom::new(),
        message.as_bytes(),
        &mut signature,
    )
    .expect("signed");
    STANDARD.encode(signature)
}

fn der(text: &Value) -> Vec<u8> {
    let text = text.as_str().expect("a text");
    let base64: String = text
        .lines()
        .filter(|line| !line.starts_with("--"))
        .collect();
    STANDARD.decode(base64).expect("base64")
}

/// Whether the other half of this public key signed it.
pub(crate) fn is_signed(key: &Value, message: &str, signature: &str) -> bool {
    let der = der(key);
    let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &der);
    let signature = STANDARD.decode(signature).expect("base64");
    key.verify(message.as_bytes(), &signature).is_ok()
}

impl Till {
    pub(crate) async fn open() -> Self {
        let _guard = KEYS_ARE_MADE.lock().await;
        let address: SocketAddr = start(Options {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            keys: Some(KEYS.path().join("keys.json")),
            now: None,
        })
        .await
        .expect("it starts");
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("a client");
        let base = format!("http://{address}");
        let keys = client
            .get(format!("{base}/sim/keys"))
            .send()
            .await
            .expect("sent");
        Self {
            base,
            client,
            keys: keys.json().await.expect("JSON"),
            skew: 0,
        }
    }

    fn now(&self) -> Timestamp {
        Timestamp::from_second(machine_now().as_second() + self.skew).expect("a time")
    }

    /// The answer of Alipay's gateway, as text.
    pub(crate) async fn alipay(&self, method: &str, content: &Value) -> String {
        let keys = &self.keys["alipay"];
        let zone = TimeZone::fixed(Offset::constant(8));
        let timestamp = self.now().to_zoned(zone).strftime("%Y-%m-%d %H:%M:%S");
        let mut fields = BTreeMap::from([
            (
                "app_id",
                keys["app_id"].as_str().expect("a text").to_owned(),
            ),
            ("method", method.to_owned()),
            ("format", "JSON".to_owned()),
            ("charset", "utf-8".to_owned()),
            ("sign_type", "RSA2".to_owned()),
            ("timestamp", timestamp.to_string()),
            ("version", "1.0".to_owned()),
            ("biz_content", content.to_string()),
        ]);
        let pairs: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        fields.insert("sign", sign(&der(&keys["private_key"]), &pairs.join("&")));
        let body = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(&fields)
            .finish();
        let answer = self
            .client
            .post(format!("{}/gateway.do?charset=utf-8", self.base))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body)
            .send()
            .await
            .expect("sent");
        answer.text().await.expect("text")
    }

    /// The answer of a resource of WeChat Pay.
    pub(crate) async fn wechat(
        &self,
        method: &str,
        target: &str,
        content: Option<&Value>,
    ) -> (u16, HeaderMap, String) {
        let keys = &self.keys["wechat"];
        let text = |name: &str| keys[name].as_str().expect("a text").to_owned();
        let body = content.map(Value::to_string).unwrap_or_default();
        let timestamp = self.now().as_second();
        let message = format!("{method}\n{target}\n{timestamp}\nnonce\n{body}\n");
        let signature = sign(&der(&keys["private_key"]), &message);
        let authorization = format!(
            r#"WECHATPAY2-SHA256-RSA2048 mchid="{}",nonce_str="nonce",signature="{signature}",timestamp="{timestamp}",serial_no="{}""#,
            text("merchant_id"),
            text("serial_no"),
        );
        let url = format!("{}{target}", self.base);
        let request = match method {
            "GET" => self.client.get(url),
            _ => self.client.post(url).body(body),
        };
        let answer = request
            .header("authorization", authorization)
            .send()
            .await
            .expect("sent");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        (status, headers, answer.text().await.expect("text"))
    }

    /// What Alipay is asked to open, valid for an hour.
    pub(crate) fn trade(&self, order_no: &str, total: &str) -> Value {
        let zone = TimeZone::fixed(Offset::constant(8));
        let end = Timestamp::from_second(self.now().as_second() + 3_600).expect("a time");
        json!({
            "out_trade_no": order_no, "total_amount": total, "subject": "Ring <&\">",
            "store_id": "SHA01", "terminal_id": "T05",
            "time_expire": end.to_zoned(zone).strftime("%Y-%m-%d %H:%M:%S").to_string(),
        })
    }

    /// What WeChat Pay is asked to open, in cents.
    pub(crate) fn native(&self, order_no: &str, total: i64) -> Value {
        let keys = &self.keys["wechat"];
        json!({
            "appid": keys["app_id"], "mchid": keys["merchant_id"], "description": "Ring",
            "out_trade_no": order_no, "time_expire": "2099-01-01T00:00:00+08:00",
            "notify_url": "http://127.0.0.1:9/", "amount": { "total": total, "currency": "CNY" },
            "scene_info": {
                "payer_client_ip": "10.0.0.5", "device_id": "T05", "store_info": { "id": "SHA01" },
            },
        })
    }

    /// What WeChat Pay answers to whoever closes an order.
    pub(crate) async fn close(&self, order_no: &str) -> (u16, HeaderMap, String) {
        let target = format!("/v3/pay/transactions/out-trade-no/{order_no}/close");
        let body = json!({ "mchid": self.keys["wechat"]["merchant_id"] });
        self.wechat("POST", &target, Some(&body)).await
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, String) {
        let url = format!("{}{path}", self.base);
        let answer = self.client.get(url).send().await.expect("sent");
        (answer.status().as_u16(), answer.text().await.expect("text"))
    }

    pub(crate) async fn json(&self, path: &str) -> Value {
        serde_json::from_str(&self.get(path).await.1).expect("JSON")
    }

    /// What a button on a page sends.
    pub(crate) async fn press(&self, path: &str, form: &str) -> u16 {
        let url = format!("{}{path}", self.base);
        let request = self.client.post(url);
        let kind = "application/x-www-form-urlencoded";
        let answer = request
            .header("content-type", kind)
            .body(form.to_owned())
            .send();
        answer.await.expect("sent").status().as_u16()
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let url = format!("{}{path}", self.base);
        let answer = self.client.post(url).json(body).send().await.expect("sent");
        let status = answer.status().as_u16();
        let text = answer.text().await.expect("text");
        (status, serde_json::from_str(&text).unwrap_or_default())
    }
}
