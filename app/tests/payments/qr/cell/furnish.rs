//! A store that takes codes of one provider.

use payment::merchant::{QrMerchantValue, Vault, keep_for_demonstration};
use payment::rule::qr::QrProvider;
use serde_json::Value;
use shell::Db;
use shell::db::params;
use testkit::QrSimulator;

use super::super::fault::Face;
use crate::server::KEY;

pub(super) async fn account(face: Face, simulator: &QrSimulator) -> QrMerchantValue {
    let keys = simulator.get("keys").await;
    let address = simulator.address();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (alipay, wechat) = (&keys["alipay"], &keys["wechat"]);
    let of = |of_alipay: &Value, of_wechat: &Value| match face {
        Face::Alipay => text(of_alipay),
        Face::Wechat => text(of_wechat),
    };
    let none = Value::Null;
    QrMerchantValue {
        store_no: "PAR".into(),
        provider: match face {
            Face::Alipay => QrProvider::Alipay,
            Face::Wechat => QrProvider::WechatPay,
        },
        is_active: true,
        gateway: match face {
            Face::Alipay => format!("{address}/gateway.do"),
            Face::Wechat => address,
        },
        app_id: of(&alipay["app_id"], &wechat["app_id"]),
        merchant_id: of(&none, &wechat["merchant_id"]),
        serial_no: of(&none, &wechat["serial_no"]),
        platform_key_id: of(&none, &wechat["platform_key_id"]),
        platform_key: of(&alipay["alipay_public_key"], &wechat["platform_public_key"]),
        private_key: Some(of(&alipay["private_key"], &wechat["private_key"])),
        private_key_mark: String::new(),
        api_key: Some(of(&none, &wechat["api_key"])),
        api_key_mark: String::new(),
    }
    .sealed(&Vault::new(&KEY))
    .unwrap()
}

pub(super) async fn furnish(eye: &Db, account: QrMerchantValue) {
    eye.write(account, |tx, account| {
        Box::pin(async move {
            for sql in [
                "UPDATE store SET is_show_qr_code = TRUE",
                "INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, \
                 under_tender_allowed, opens_drawer, counting_required) VALUES \
                 ('CODE', 'Code', 'QR', FALSE, TRUE, FALSE, TRUE)",
            ] {
                tx.execute(sql, params![]).await?;
            }
            tx.execute_one(
                "INSERT INTO tender_store (store_no, tender_code, position, online_pos_mapping) \
                 VALUES ('PAR', 'CODE', 8, $1)",
                params![account.provider.name()],
            )
            .await?;
            keep_for_demonstration(tx, account).await
        })
    })
    .await
    .unwrap();
}
