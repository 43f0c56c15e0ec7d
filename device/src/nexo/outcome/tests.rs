use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::*;
use crate::card_terminal::{NotSentReason, PoiId};

/// Each `ErrorCondition` of the protocol, and words that it does not have.
const CONDITIONS: [&str; 19] = [
    "Aborted",
    "Busy",
    "Cancel",
    "DeviceOut",
    "InProgress",
    "InsertedCard",
    "InvalidCard",
    "LoggedOut",
    "MessageFormat",
    "NotAllowed",
    "NotFound",
    "PaymentRestriction",
    "Refusal",
    "UnavailableDevice",
    "UnavailableService",
    "UnreachableHost",
    "WrongPIN",
    "Communication timeout",
    "refusal",
];

struct Shop {
    sale_id: SaleId,
    poi_id: PoiId,
    query_id: ServiceId,
    service_id: ServiceId,
    transaction_id: TransactionId,
}

impl Shop {
    fn new() -> Self {
        Self {
            sale_id: SaleId::parse("STORE12-T05").expect("an identifier"),
            poi_id: PoiId::parse("V400m-324688179").expect("an identifier"),
            query_id: ServiceId::parse("0000000100").expect("an identifier"),
            service_id: ServiceId::parse("0000000042").expect("an identifier"),
            transaction_id: TransactionId::parse("T-1").expect("an identifier"),
        }
    }

    fn asked(&self) -> Asked<'_> {
        Asked {
            service_id: &self.service_id,
            transaction_id: &self.transaction_id,
            currency: Currency::parse("EUR", 2).expect("a currency"),
        }
    }

    fn query(&self) -> Exchange<'_> {
        Exchange {
            category: Category::TransactionStatus,
            sale_id: &self.sale_id,
            service_id: &self.query_id,
            poi_id: &self.poi_id,
        }
    }

    fn paid(&self, response: &Value) -> PaymentAnswer {
        payment(read_json(response), &self.asked())
    }

    fn status_of(&self, response: &Value) -> StatusAnswer<PaymentAnswer> {
        payment_status(read_json(response), &self.query(), &self.asked())
    }
}

fn read_json<T: DeserializeOwned>(value: &Value) -> T {
    // Through text, as on the wire: raw numbers cannot be read from a `Value`.
    serde_json::from_str(&value.to_string()).expect("a response")
}

fn failure(condition: &str) -> Value {
    json!({"Response": {"Result": "Failure", "ErrorCondition": condition,
        "AdditionalResponse": "message=Some%20words&cardBin=541333"}})
}

fn approved() -> Value {
    json!({
        "Response": {"Result": "Success", "AdditionalResponse": "posAuthAmountValue=125000"},
        "SaleData": {"SaleTransactionID": {"TransactionID": "T-1", "TimeStamp": "2026-11-20"}},
        "POIData": {"POITransactionID": {"TransactionID": "A.B", "TimeStamp": "2026-11-20"}},
        "PaymentResult": {"AmountsResp": {"AuthorizedAmount": 1250, "Currency": "EUR"}},
    })
}

fn repeated(service_id: &str, body: &Value) -> Value {
    json!({
        "Response": {"Result": "Success"},
        "RepeatedMessageResponse": {
            "MessageHeader": {"MessageClass": "Service", "MessageCategory": "Payment",
                "MessageType": "Response", "ServiceID": service_id, "SaleID": "STORE12-T05",
                "POIID": "V400m-324688179"},
            "RepeatedResponseMessageBody": {"PaymentResponse": body},
        },
    })
}

fn unknown(condition: &str) -> UnknownReason {
    let condition = ErrorCondition::from_wire(condition);
    UnknownReason::Condition {
        condition,
        text: "Some words".to_owned(),
    }
}

fn expected_payment(condition: &str) -> PaymentAnswer {
    let text = "Some words".to_owned();
    let declined = |condition, text| PaymentAnswer::Declined { condition, text };
    let out_of_order = |condition, text| PaymentAnswer::OutOfOrder { condition, text };
    let refused = |condition, text| PaymentAnswer::Refused { condition, text };
    match condition {
        "Aborted" => PaymentAnswer::Aborted,
        "Cancel" => PaymentAnswer::CancelledOnTerminal,
        "Busy" => PaymentAnswer::Busy {
            running: RunningDialogue::Unnamed,
        },
        "Refusal" => declined(Decline::Refusal, text),
        "WrongPIN" => declined(Decline::WrongPin, text),
        "InvalidCard" => declined(Decline::InvalidCard, text),
        "InsertedCard" => declined(Decline::InsertedCard, text),
        "PaymentRestriction" => declined(Decline::PaymentRestriction, text),
        "DeviceOut" => out_of_order(OutOfOrder::DeviceOut, text),
        "UnavailableDevice" => out_of_order(OutOfOrder::UnavailableDevice, text),
        "UnavailableService" => out_of_order(OutOfOrder::UnavailableService, text),
        "MessageFormat" => refused(Fault::MessageFormat, text),
        "NotAllowed" => refused(Fault::NotAllowed, text),
        "LoggedOut" => refused(Fault::LoggedOut, text),
        other => PaymentAnswer::Unknown {
            reason: unknown(other),
        },
    }
}

#[test]
fn each_condition_of_a_payment_means_what_the_table_says() {
    let shop = Shop::new();
    for condition in CONDITIONS {
        assert_eq!(
            shop.paid(&failure(condition)),
            expected_payment(condition),
            "{condition}"
        );
    }
}

#[test]
fn a_repeated_failure_means_the_same_as_the_first() {
    let shop = Shop::new();
    for condition in CONDITIONS {
        let answer = shop.status_of(&repeated("0000000042", &failure(condition)));
        assert_eq!(
            answer,
            StatusAnswer::Processed(expected_payment(condition)),
            "{condition}"
        );
    }
}

#[test]
fn a_status_query_that_fails_tells_only_in_progress_or_not_found() {
    let shop = Shop::new();
    for condition in CONDITIONS {
        let expected = match condition {
            "InProgress" => StatusAnswer::InProgress,
            "NotFound" => StatusAnswer::NotFound,
            other => StatusAnswer::Unknown {
                reason: unknown(other),
            },
        };
        assert_eq!(shop.status_of(&failure(condition)), expected, "{condition}");
    }
}

#[test]
fn each_condition_of_a_reversal_has_its_meaning() {
    let shop = Shop::new();
    let text = || "Some words".to_owned();
    for word in CONDITIONS {
        let condition = ErrorCondition::from_wire(word);
        let out_of_order = |condition| ReversalAnswer::OutOfOrder {
            condition,
            text: text(),
        };
        let refused = |condition| ReversalAnswer::Refused {
            condition,
            text: text(),
        };
        let expected = match word {
            "NotFound" => ReversalAnswer::NotFound,
            "Busy" => ReversalAnswer::Busy {
                running: RunningDialogue::Unnamed,
            },
            "DeviceOut" => out_of_order(OutOfOrder::DeviceOut),
            "UnavailableDevice" => out_of_order(OutOfOrder::UnavailableDevice),
            "UnavailableService" => out_of_order(OutOfOrder::UnavailableService),
            "MessageFormat" => refused(Fault::MessageFormat),
            "NotAllowed" => refused(Fault::NotAllowed),
            "LoggedOut" => refused(Fault::LoggedOut),
            "InProgress" | "UnreachableHost" | "Communication timeout" | "refusal" => {
                ReversalAnswer::Unknown {
                    reason: unknown(word),
                }
            }
            _card => ReversalAnswer::Declined {
                condition,
                text: text(),
            },
        };
        assert_eq!(
            reversal(read_json(&failure(word)), &shop.asked()),
            expected,
            "{word}"
        );
    }
}

#[test]
fn success_and_partial_are_approvals() {
    let shop = Shop::new();
    let PaymentAnswer::Approved(approval) = shop.paid(&approved()) else {
        panic!("approved");
    };
    assert_eq!(approval.authorised.to_string(), "1250.00 EUR");
    let mut partial = approved();
    partial["Response"]["Result"] = json!("Partial");
    assert!(matches!(
        shop.paid(&partial),
        PaymentAnswer::PartiallyApproved(_)
    ));
}

#[test]
fn results_outside_the_protocol_are_unknown() {
    let shop = Shop::new();
    let result = PaymentAnswer::Unknown {
        reason: UnknownReason::Result,
    };
    for response in [
        json!({"Result": "Failure"}),
        json!({"Result": "success"}),
        json!({"Result": ""}),
        json!({"ErrorCondition": "Refusal"}),
    ] {
        assert_eq!(
            shop.paid(&json!({"Response": response})),
            result,
            "{response}"
        );
    }
    for field in ["PaymentResult", "POIData"] {
        let mut cut = approved();
        cut.as_object_mut().expect("an object").remove(field);
        let answer = shop.paid(&cut);
        let PaymentAnswer::Unknown {
            reason: UnknownReason::Malformed { .. },
        } = answer
        else {
            panic!("{field}: {answer:?}");
        };
    }
}

#[test]
fn a_result_of_another_transaction_is_a_stray() {
    let shop = Shop::new();
    let stray = UnknownReason::Stray {
        field: "SaleTransactionID",
    };
    for mut response in [approved(), failure("Refusal")] {
        response["SaleData"] = json!({"SaleTransactionID": {"TransactionID": "T-2"}});
        assert_eq!(
            shop.paid(&response),
            PaymentAnswer::Unknown {
                reason: stray.clone()
            }
        );
    }
}

#[test]
fn the_outer_success_of_a_status_query_is_not_the_result() {
    let shop = Shop::new();
    let declined = shop.status_of(&repeated("0000000042", &failure("Refusal")));
    let expected = PaymentAnswer::Declined {
        condition: Decline::Refusal,
        text: "Some words".to_owned(),
    };
    assert_eq!(declined, StatusAnswer::Processed(expected));
    let paid = shop.status_of(&repeated("0000000042", &approved()));
    assert!(matches!(
        paid,
        StatusAnswer::Processed(PaymentAnswer::Approved(_))
    ));
    let empty = shop.status_of(&json!({"Response": {"Result": "Success"}}));
    assert_eq!(
        empty,
        StatusAnswer::Unknown {
            reason: no_message()
        }
    );
}

#[test]
fn a_status_about_something_else_is_a_stray() {
    let shop = Shop::new();
    let stray = |field| StatusAnswer::Unknown {
        reason: UnknownReason::Stray { field },
    };
    let other = shop.status_of(&repeated("0000000041", &approved()));
    assert_eq!(other, stray("ServiceID"));

    let header = |field: &str, value: &str| {
        let mut response = repeated("0000000042", &approved());
        response["RepeatedMessageResponse"]["MessageHeader"][field] = json!(value);
        shop.status_of(&response)
    };
    for (field, value) in [
        ("SaleID", "OTHER"),
        ("POIID", "V400m-2"),
        ("MessageCategory", "Reversal"),
    ] {
        let expected = match field {
            "SaleID" => stray("SaleID"),
            "POIID" => stray("POIID"),
            _category => stray("MessageCategory"),
        };
        assert_eq!(header(field, value), expected);
    }

    let mut not_found = failure("NotFound");
    not_found["MessageReference"] = json!({"ServiceID": "0000000041"});
    assert_eq!(
        shop.status_of(&not_found),
        stray("MessageReference.ServiceID")
    );
    not_found["MessageReference"] = json!({"ServiceID": "0000000042", "SaleID": "OTHER"});
    assert_eq!(shop.status_of(&not_found), stray("MessageReference.SaleID"));
    not_found["MessageReference"] = json!({"ServiceID": "0000000042", "SaleID": "STORE12-T05"});
    assert_eq!(shop.status_of(&not_found), StatusAnswer::NotFound);
}

#[test]
fn a_busy_terminal_names_what_it_does() {
    let shop = Shop::new();
    let other = RunningDialogue::Other(ServiceId::parse("1234567890").expect("an identifier"));
    let words = "message=Forbidden%20Request%2c%20Service%20Dialogue";
    let cases = [
        (
            format!("{words}%20PaymentRequest%20is%20in%20Progress&serviceId=1234567890"),
            &other,
        ),
        (
            format!("{words}+PaymentRequest+is+in+Progress,+ServiceID+1234567890"),
            &other,
        ),
        (
            format!("{words}+1234567890+PaymentRequest+is+in+Progress"),
            &other,
        ),
        (
            format!("{words}&serviceId=0000000042"),
            &RunningDialogue::ThisPayment,
        ),
        (
            format!("{words}+ServiceID:+0000000042"),
            &RunningDialogue::ThisPayment,
        ),
        (
            format!("{words}+PaymentRequest+is+in+Progress"),
            &RunningDialogue::Unnamed,
        ),
        (format!("{words}+1+or+2"), &RunningDialogue::Unnamed),
        (
            format!("{words}&serviceId=12345678901"),
            &RunningDialogue::Unnamed,
        ),
    ];
    for (additional, expected) in cases {
        let mut response = failure("Busy");
        response["Response"]["AdditionalResponse"] = json!(additional);
        let expected = PaymentAnswer::Busy {
            running: expected.clone(),
        };
        assert_eq!(shop.paid(&response), expected, "{additional}");
    }
}

#[test]
fn an_accepted_reversal_tells_what_it_knows() {
    let shop = Shop::new();
    let mut response = json!({
        "Response": {"Result": "Success"}, "ReversedAmount": 12.5,
        "POIData": {"POITransactionID": {"TransactionID": "R.S", "TimeStamp": "2026-11-20"}},
    });
    let ReversalAnswer::Accepted(accepted) = reversal(read_json(&response), &shop.asked()) else {
        panic!("accepted");
    };
    assert_eq!(accepted.reversed.map(|amount| amount.minor), Some(1250));
    assert_eq!(
        accepted.poi_transaction.map(|poi| poi.id).as_deref(),
        Some("R.S")
    );

    response["ReversedAmount"] = json!(12.505);
    let answer = reversal(read_json(&response), &shop.asked());
    assert!(matches!(
        answer,
        ReversalAnswer::Unknown {
            reason: UnknownReason::Amount { .. }
        }
    ));
    let partial = reversal(
        read_json(&json!({"Response": {"Result": "Partial"}})),
        &shop.asked(),
    );
    assert_eq!(
        partial,
        ReversalAnswer::Unknown {
            reason: UnknownReason::Result
        }
    );
}

#[test]
fn the_status_of_a_reversal_is_that_of_the_reversal() {
    let shop = Shop::new();
    let mut response = repeated("0000000042", &Value::Null);
    let repeated = &mut response["RepeatedMessageResponse"];
    repeated["MessageHeader"]["MessageCategory"] = json!("Reversal");
    repeated["RepeatedResponseMessageBody"] = json!({"ReversalResponse": failure("Refusal")});
    let answer = reversal_status(read_json(&response), &shop.query(), &shop.asked());
    let condition = ErrorCondition::Refusal;
    let expected = ReversalAnswer::Declined {
        condition,
        text: "Some words".to_owned(),
    };
    assert_eq!(answer, StatusAnswer::Processed(expected));
    let stray = StatusAnswer::Unknown {
        reason: UnknownReason::Stray {
            field: "MessageCategory",
        },
    };
    assert_eq!(shop.status_of(&response), stray);
}

#[test]
fn an_abort_is_a_wish() {
    let answer = |value: &Value| abort(&read_json(value));
    assert_eq!(
        answer(&json!({"Response": {"Result": "Success"}})),
        AbortAnswer::Delivered
    );
    assert_eq!(answer(&failure("NotFound")), AbortAnswer::NotFound);
    let text = "Some words".to_owned();
    assert_eq!(
        answer(&failure("NotAllowed")),
        AbortAnswer::NotAborted { text }
    );
    let unknown = AbortAnswer::Unknown {
        reason: UnknownReason::Result,
    };
    assert_eq!(answer(&json!({"Response": {"Result": "Failure"}})), unknown);
}

#[test]
fn a_diagnosis_is_ready_only_if_the_terminal_says_so() {
    let state = |status: Value| {
        let response = json!({"Response": {"Result": "Success"}, "POIStatus": status,
            "HostStatus": [{"AcquirerID": "Adyen", "IsReachableFlag": false},
                {"AcquirerID": "Other"}]});
        diagnosis(read_json(&response))
    };
    let host = |acquirer: &str, is_reachable| HostStatus {
        acquirer: acquirer.to_owned(),
        is_reachable,
    };
    let ready = DiagnosisAnswer::Ready {
        hosts: vec![host("Adyen", false), host("Other", true)],
    };
    assert_eq!(
        state(json!({"GlobalStatus": "OK", "CommunicationOKFlag": true})),
        ready
    );
    assert_eq!(state(json!({"GlobalStatus": "OK"})), ready);
    let cut_off = state(json!({"GlobalStatus": "OK", "CommunicationOKFlag": false}));
    assert_eq!(cut_off, DiagnosisAnswer::CutOff);
    assert_eq!(
        state(json!({"GlobalStatus": "Unreachable"})),
        DiagnosisAnswer::CutOff
    );
    assert_eq!(
        state(json!({"GlobalStatus": "Busy"})),
        DiagnosisAnswer::Busy
    );
    assert_eq!(
        state(json!({"GlobalStatus": "Maintenance"})),
        DiagnosisAnswer::Maintenance
    );
    let unknown = DiagnosisAnswer::Unknown {
        reason: UnknownReason::Result,
    };
    assert_eq!(state(json!({"GlobalStatus": "Fine"})), unknown);
    assert!(matches!(
        state(Value::Null),
        DiagnosisAnswer::Unknown { .. }
    ));
    let refused = diagnosis(read_json(&failure("LoggedOut")));
    let condition = ErrorCondition::LoggedOut;
    let text = "Some words".to_owned();
    assert_eq!(refused, DiagnosisAnswer::Refused { condition, text });
}

#[test]
fn reasons_read_as_sentences() {
    let detail = "refused".to_owned();
    let reason = UnknownReason::NotAsked(NotSentReason::NoConnection { detail });
    assert_eq!(
        reason.to_string(),
        "not asked: no connection to the terminal: refused"
    );
}
