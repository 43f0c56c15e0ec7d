//! Photographs of customers.

use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http_body_util::BodyExt as _;
use image::{DynamicImage, ImageFormat};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::shop::{MANAGER, SELLER, Shop, ok, refused};

fn png(width: u32, height: u32) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    DynamicImage::new_rgb8(width, height)
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    STANDARD.encode(bytes.into_inner())
}

async fn put(shop: &Shop, path: &str, version: i64, photo: impl Into<Json>) -> Json {
    let body = json!({ "version": version, "photo": photo.into() });
    shop.send(SELLER, Method::PUT, path, &body).await
}

async fn seen(shop: &Shop, path: &str) -> (u16, Vec<u8>) {
    let response = shop
        .response(SELLER, Method::GET, path, Uuid::now_v7(), &Json::Null)
        .await;
    let status = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, body.to_vec())
}

#[tokio::test]
async fn a_photo_is_drawn_anew_replaced_and_taken_away() {
    let shop = Shop::open().await;
    let made = shop
        .create(MANAGER, json!({ "phoneNo": "0612344108" }))
        .await;
    let path = format!("/customer/{}/photo", made["customerId"].as_str().unwrap());
    assert_eq!(seen(&shop, &path).await.0, 404);
    let first = ok(&put(&shop, &path, 1, png(900, 600)).await);
    assert_eq!(first["version"], 2);
    let (status, jpeg) = seen(&shop, &path).await;
    assert_eq!(status, 200);
    assert_eq!(image::guess_format(&jpeg).unwrap(), ImageFormat::Jpeg);
    let picture = image::load_from_memory(&jpeg).unwrap();
    assert_eq!((picture.width(), picture.height()), (512, 341));

    let second = ok(&put(&shop, &path, 2, png(40, 40)).await);
    assert_ne!(first["photoId"], second["photoId"]);
    assert_eq!(shop.number("SELECT COUNT(*) FROM customer_photo").await, 1);
    let gone = ok(&put(&shop, &path, 3, Json::Null).await);
    assert_eq!(gone["photoId"], Json::Null);
    assert_eq!(seen(&shop, &path).await.0, 404);
    assert_eq!(shop.number("SELECT COUNT(*) FROM customer_photo").await, 0);
    let changed = shop.events("customerChanged").await;
    assert!(
        changed
            .iter()
            .all(|event| event["fields"] == json!(["photo"]))
    );
    assert_eq!(changed.len(), 3);
}

#[tokio::test]
async fn what_is_no_photo_is_refused_and_changes_nothing() {
    let shop = Shop::open().await;
    let made = shop
        .create(MANAGER, json!({ "phoneNo": "0612344108" }))
        .await;
    let path = format!("/customer/{}/photo", made["customerId"].as_str().unwrap());
    let script = STANDARD.encode("<svg onload='alert(1)'/>");
    for wrong in ["not base64", "", script.as_str()] {
        let answer = put(&shop, &path, 1, wrong).await;
        assert_eq!(
            refused(&answer),
            (422, "crm.photo_unreadable", Some("photo"))
        );
        assert_eq!(
            answer["message"],
            "The photo must be a JPEG, PNG or WebP picture"
        );
    }
    let answer = put(&shop, &path, 1, png(6_001, 1)).await;
    assert_eq!(
        refused(&answer),
        (422, "crm.photo_too_large", Some("photo"))
    );
    let answer = put(&shop, &path, 9, png(40, 40)).await;
    assert_eq!(refused(&answer).1, "crm.changed_meanwhile");
    assert_eq!(shop.get(MANAGER, &made["customerId"]).await["version"], 1);
}
