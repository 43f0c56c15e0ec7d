//! Who may use which route: the one table. A route without a row lets nobody pass, and a test
//! compares the table with the API's description.

use session::Access::{LoggedIn, Permission, Public};
use session::{Access, RouteAccess};

const fn row(method: &'static str, path: &'static str, access: Access) -> RouteAccess {
    RouteAccess {
        method,
        path,
        access,
    }
}

/// The base of the API.
pub const BASE: &str = "/api/v1";

/// Every route of the API below its base.
pub const ROUTES: &[RouteAccess] = &[
    // Setup
    row("GET", "/setup", Public),
    row("POST", "/setup", Public),
    // Session
    row("POST", "/login", Public),
    row("POST", "/login/code", Public),
    row("POST", "/login/verify", Public),
    row("GET", "/session", LoggedIn),
    row("POST", "/session/unlock", LoggedIn),
    row("POST", "/logout", LoggedIn),
    row("GET", "/salesperson", LoggedIn),
    // Catalogue
    row("GET", "/item", Permission("stock.view")),
    row("GET", "/item/facet", Permission("stock.view")),
    row("GET", "/item/{itemNo}", Permission("stock.view")),
    // Sale
    row("GET", "/basket", Permission("sale.create")),
    row("DELETE", "/basket", Permission("sale.create")),
    row("POST", "/basket/line", Permission("sale.create")),
    row("POST", "/basket/scan", Permission("sale.create")),
    row("PUT", "/basket/line/{lineId}", Permission("sale.create")),
    row("DELETE", "/basket/line/{lineId}", Permission("sale.create")),
    row("PUT", "/basket/salesperson", Permission("sale.create")),
    row("PUT", "/basket/customer", Permission("sale.create")),
    row("PUT", "/basket/note", Permission("sale.create")),
    row("PUT", "/basket/flight", Permission("sale.create")),
    row(
        "PUT",
        "/basket/line/{lineId}/discount",
        Permission("sale.create"),
    ),
    row(
        "DELETE",
        "/basket/line/{lineId}/discount",
        Permission("sale.create"),
    ),
    row("PUT", "/basket/discount", Permission("sale.create")),
    row("DELETE", "/basket/discount", Permission("sale.create")),
    row(
        "PUT",
        "/basket/line/{lineId}/price",
        Permission("sale.create"),
    ),
    row(
        "DELETE",
        "/basket/line/{lineId}/price",
        Permission("sale.create"),
    ),
    row(
        "PUT",
        "/basket/line/{lineId}/weight",
        Permission("sale.create"),
    ),
    row("GET", "/customised", Permission("sale.customised")),
    row("POST", "/basket/customised", Permission("sale.customised")),
    row(
        "PUT",
        "/basket/customised/{lineId}",
        Permission("sale.customised"),
    ),
    row("POST", "/basket/price", Permission("sale.create")),
    row("GET", "/basket/waiting", Permission("sale.park")),
    row("POST", "/basket/park", Permission("sale.park")),
    row("POST", "/basket/resume", Permission("sale.park")),
    row("GET", "/basket/gift", Permission("sale.gwp")),
    row("POST", "/basket/gift", Permission("sale.gwp")),
    row("DELETE", "/basket/gift", Permission("sale.gwp")),
    row("POST", "/basket/approval", Permission("sale.create")),
    row(
        "POST",
        "/basket/approval/{approvalId}/sign",
        Permission("sale.create"),
    ),
    row("GET", "/discount-reason", LoggedIn),
    row("POST", "/basket/heartbeat", Permission("sale.create")),
    row("POST", "/basket/restore", Permission("sale.create")),
    row(
        "PUT",
        "/inventory/stock/change-quantity",
        Permission("sale.create"),
    ),
    row(
        "POST",
        "/inventory/stock/release",
        Permission("sale.endReservation"),
    ),
    row(
        "POST",
        "/temp-data/terminal/right/{terminalNo}",
        Permission("sale.create"),
    ),
    row(
        "GET",
        "/temp-data/terminal/right/{terminalNo}",
        Permission("sale.create"),
    ),
    // Payment
    row("POST", "/payment/start", Permission("payment.take")),
    row("POST", "/payment/back", Permission("payment.take")),
    row("GET", "/payment", Permission("payment.take")),
    row("GET", "/tender", LoggedIn),
    row("POST", "/payment/tender", Permission("payment.take")),
    row(
        "DELETE",
        "/payment/tender/{tenderId}",
        Permission("payment.take"),
    ),
    row("POST", "/payment/attempt", Permission("payment.take")),
    row(
        "GET",
        "/payment/attempt/{attemptId}",
        Permission("payment.take"),
    ),
    row(
        "POST",
        "/payment/attempt/{attemptId}/cancel",
        Permission("payment.take"),
    ),
    row(
        "POST",
        "/payment/attempt/{attemptId}/decide",
        Permission("payment.take"),
    ),
    row(
        "GET",
        "/payment/reconciliation",
        Permission("payment.resolveUnknown"),
    ),
    row(
        "POST",
        "/payment/reconciliation",
        Permission("payment.resolveUnknown"),
    ),
    row("POST", "/device/notification", Public),
    // Customers
    row("POST", "/customer/search", Permission("crm.search")),
    row("GET", "/customer/area", Permission("crm.search")),
    row("POST", "/customer", Permission("crm.search")),
    row("GET", "/customer/{customerId}", Permission("crm.search")),
    row("PUT", "/customer/{customerId}", Permission("crm.search")),
    row(
        "GET",
        "/customer/{customerId}/photo",
        Permission("crm.search"),
    ),
    row(
        "PUT",
        "/customer/{customerId}/photo",
        Permission("crm.search"),
    ),
    row(
        "GET",
        "/customer/{customerId}/purchase",
        Permission("crm.search"),
    ),
    // Orders
    row("GET", "/order", Permission("order.view")),
    row("GET", "/order/summary", Permission("order.view")),
    row("GET", "/order/export.csv", Permission("order.view")),
    row("GET", "/order/{orderId}", Permission("order.view")),
    row("GET", "/order/{orderId}/receipt", Permission("order.view")),
    row(
        "POST",
        "/order/{orderId}/print",
        Permission("order.reprint"),
    ),
    row(
        "POST",
        "/order/{orderId}/email",
        Permission("order.reprint"),
    ),
    // Settings
    row("GET", "/setting/item", Permission("admin.all")),
    row("GET", "/setting/item/export.csv", Permission("admin.all")),
    row("GET", "/setting/item/{itemNo}", Permission("admin.all")),
    row("PUT", "/setting/item/{itemNo}", Permission("admin.all")),
    row(
        "PUT",
        "/setting/item/{itemNo}/picture",
        Permission("admin.all"),
    ),
    row("GET", "/setting/collection", Permission("admin.all")),
    row(
        "GET",
        "/setting/collection/{collectionCode}",
        Permission("admin.all"),
    ),
    row(
        "PUT",
        "/setting/collection/{collectionCode}",
        Permission("admin.all"),
    ),
    row("GET", "/setting/item-class", Permission("admin.all")),
    row(
        "GET",
        "/setting/item-class/{itemClassCode}",
        Permission("admin.all"),
    ),
    row(
        "PUT",
        "/setting/item-class/{itemClassCode}",
        Permission("admin.all"),
    ),
    row("GET", "/setting/price-group", Permission("admin.all")),
    row(
        "GET",
        "/setting/price-group/{salesCode}",
        Permission("admin.all"),
    ),
    row(
        "PUT",
        "/setting/price-group/{salesCode}",
        Permission("admin.all"),
    ),
    row("GET", "/setting/store-price-group", Permission("admin.all")),
    row(
        "GET",
        "/setting/store-price-group/{storeNo}",
        Permission("admin.all"),
    ),
    row(
        "PUT",
        "/setting/store-price-group/{storeNo}",
        Permission("admin.all"),
    ),
    row("GET", "/setting/vat", Permission("admin.all")),
    row("GET", "/setting/vat/{vatId}", Permission("admin.all")),
    row("PUT", "/setting/vat/{vatId}", Permission("admin.all")),
    row("GET", "/setting/sales-price", Permission("admin.all")),
    row("POST", "/setting/sales-price", Permission("admin.all")),
    row(
        "GET",
        "/setting/sales-price/export.csv",
        Permission("admin.all"),
    ),
    row(
        "POST",
        "/setting/sales-price/import",
        Permission("admin.all"),
    ),
    row(
        "GET",
        "/setting/sales-price/{priceId}",
        Permission("admin.all"),
    ),
    row(
        "PUT",
        "/setting/sales-price/{priceId}",
        Permission("admin.all"),
    ),
    row("GET", "/setting/metal-price", Permission("admin.all")),
    row("POST", "/setting/metal-price", Permission("admin.all")),
    row(
        "GET",
        "/setting/metal-price/{boardId}",
        Permission("admin.all"),
    ),
    // Packages and gift campaigns
    row("GET", "/setting/package", Permission("admin.all")),
    row("POST", "/setting/package", Permission("admin.all")),
    row("POST", "/setting/package/try", Permission("admin.all")),
    row(
        "GET",
        "/setting/package/{discountId}",
        Permission("admin.all"),
    ),
    row(
        "PUT",
        "/setting/package/{discountId}",
        Permission("admin.all"),
    ),
    row(
        "DELETE",
        "/setting/package/{discountId}",
        Permission("admin.all"),
    ),
    row(
        "POST",
        "/setting/package/{discountId}/state",
        Permission("admin.all"),
    ),
    row("GET", "/setting/promotion-choice", Permission("admin.all")),
    row("GET", "/setting/promotion-item", Permission("admin.all")),
    row("GET", "/setting/campaign", Permission("admin.all")),
    row("POST", "/setting/campaign", Permission("admin.all")),
    row(
        "GET",
        "/setting/campaign/{campaignId}",
        Permission("admin.all"),
    ),
    row(
        "PUT",
        "/setting/campaign/{campaignId}",
        Permission("admin.all"),
    ),
    row(
        "POST",
        "/setting/campaign/{campaignId}/state",
        Permission("admin.all"),
    ),
    // Alerts
    row("GET", "/alert/getAlertNum", LoggedIn),
    row(
        "GET",
        "/inventory/shipment/getunfinishrecallorder",
        LoggedIn,
    ),
    row("GET", "/events", LoggedIn),
];
