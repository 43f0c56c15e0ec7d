//! Requests that were right and are harmed at random: bodies, paths, queries, headers, methods.

use http::{HeaderName, HeaderValue, Method, Request, header};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// An operation with everything that a right request to it needs.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub method: String,
    /// The path below the base, its variable parts in braces.
    pub path: String,
    pub body: Option<Value>,
    pub query: Vec<String>,
}

/// A request that can be shown when its answer is wrong.
#[derive(Clone)]
pub(crate) struct Mutant {
    pub method: String,
    pub uri: String,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: Vec<u8>,
}

/// The operations of a description.
pub(crate) fn templates(description: &Value) -> Vec<Template> {
    let paths = description["paths"].as_object().unwrap();
    let mut found = Vec::new();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            let content = &operation["requestBody"]["content"]["application/json"];
            let example = content["examples"]["example"]["$ref"].as_str();
            let body = example.map(|reference| {
                let kept = description.pointer(reference.trim_start_matches('#'));
                kept.unwrap()["value"].clone()
            });
            let parameters = operation["parameters"].as_array().unwrap();
            let query = parameters.iter().filter(|one| one["in"] == "query");
            found.push(Template {
                method: method.to_uppercase(),
                path: path.clone(),
                body,
                query: query
                    .map(|one| one["name"].as_str().unwrap().to_owned())
                    .collect(),
            });
        }
    }
    found
}

const TEXTS: [&str; 22] = [
    "",
    " ",
    "0",
    "-1",
    "null",
    "RG-1",
    "BR-1",
    "mei",
    "PAR-1",
    "CASH",
    "EUR",
    "e",
    "é\u{301}",
    "\u{0}",
    "\u{7}\u{1b}[31m",
    "'; DROP TABLE stock; --",
    "%25%00_",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "\u{202e}nes\u{feff}",
    "👩‍👩‍👧‍👦",
    "00000000-0000-0000-0000-000000000000",
];

const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "1e400",
    "0.1",
    "-0",
    "1e18",
    "99999999999999999999999999",
    "1000",
    "4e-320",
];

fn text(random: &mut SmallRng) -> String {
    match random.random_range(0..10) {
        0 => "x".repeat(random.random_range(1..5_000)),
        1 => (0..random.random_range(1..40))
            .map(|_| char::from_u32(random.random_range(0..0x2_0000)).unwrap_or('\u{fffd}'))
            .collect(),
        2 => Uuid::from_u128(random.random()).to_string(),
        _ => (*TEXTS.choose(random).unwrap()).to_owned(),
    }
}

fn value(random: &mut SmallRng) -> Value {
    match random.random_range(0..9) {
        0 => Value::Null,
        1 => json!(random.random::<bool>()),
        2 | 3 => serde_json::from_str(NUMBERS.choose(random).unwrap()).unwrap_or(json!(1)),
        4 => json!([]),
        5 => json!({}),
        6 => json!([value(random), value(random)]),
        _ => json!(text(random)),
    }
}

/// Harms a value somewhere.
fn harm(random: &mut SmallRng, it: &mut Value) {
    match it {
        Value::Object(fields) if !fields.is_empty() && random.random_ratio(4, 5) => {
            harm_fields(random, fields);
        }
        Value::Array(values) if !values.is_empty() && random.random_ratio(4, 5) => {
            match random.random_range(0..4) {
                0 => values.clear(),
                1 => values.extend(vec![values[0].clone(); random.random_range(1..300)]),
                _ => {
                    let at = random.random_range(0..values.len());
                    harm(random, &mut values[at]);
                }
            }
        }
        other => *other = value(random),
    }
}

fn harm_fields(random: &mut SmallRng, fields: &mut Map<String, Value>) {
    let names: Vec<String> = fields.keys().cloned().collect();
    let name = names.choose(random).unwrap();
    match random.random_range(0..6) {
        0 => {
            fields.remove(name);
        }
        1 => {
            fields.insert(text(random), value(random));
        }
        _ => harm(random, fields.get_mut(name).unwrap()),
    }
}

fn bytes(random: &mut SmallRng, body: &Value) -> Vec<u8> {
    let mut text = body.to_string().into_bytes();
    match random.random_range(0..14) {
        0 => text.truncate(random.random_range(0..=text.len())),
        1 => {
            let at = random.random_range(0..=text.len());
            text.insert(at, random.random());
        }
        2 => text = vec![b'['; random.random_range(1..3_000)],
        3 => text.extend(text.clone()),
        4 => text = b"\xff\xfe{\x00}\x00".to_vec(),
        5 => text.clear(),
        _ => {}
    }
    text
}

fn percent(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

fn part(random: &mut SmallRng, name: &str) -> String {
    match random.random_range(0..6) {
        0..3 => match name {
            "{itemNo}" => "RG-1".to_owned(),
            "{terminalNo}" => "PAR-1".to_owned(),
            _ => Uuid::from_u128(random.random_range(0..3)).to_string(),
        },
        3 => "%00%FF%2F".to_owned(),
        _ => percent(&text(random).chars().take(400).collect::<String>()),
    }
}

/// A harmed request to an operation, with one of these tokens.
pub(crate) fn mutant(random: &mut SmallRng, template: &Template, tokens: &[String]) -> Mutant {
    let mut uri = String::from("/api/v1");
    for name in template.path.split('/').skip(1) {
        uri.push('/');
        if name.starts_with('{') {
            uri.push_str(&part(random, name));
        } else {
            uri.push_str(name);
        }
    }
    let mut separator = '?';
    for name in &template.query {
        if random.random_ratio(1, 2) {
            let text: String = text(random).chars().take(400).collect();
            uri.push_str(&format!("{separator}{name}={}", percent(&text)));
            separator = '&';
        }
    }
    if random.random_ratio(1, 20) {
        uri.push_str(&format!("{separator}surprise=%zz&=&"));
    }
    let method = match random.random_range(0..40) {
        0 => [
            "GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE",
        ]
        .choose(random)
        .unwrap()
        .to_string(),
        _ => template.method.clone(),
    };
    let mut body = template.body.clone();
    if let Some(body) = &mut body {
        for _ in 0..random.random_range(0..3) {
            harm(random, body);
        }
    }
    let body = body.map(|body| bytes(random, &body)).unwrap_or_default();
    Mutant {
        method,
        uri,
        headers: headers(random, tokens),
        body,
    }
}

fn headers(random: &mut SmallRng, tokens: &[String]) -> Vec<(String, Vec<u8>)> {
    let mut headers = Vec::new();
    let mut add = |name: &str, value: Vec<u8>| headers.push((name.to_owned(), value));
    match random.random_range(0..20) {
        0 => {}
        1 => add("authorization", b"Bearer \xff".to_vec()),
        2 => add("authorization", b"Bearer a.b.c".to_vec()),
        _ => {
            let token = tokens.choose(random).unwrap();
            add("authorization", format!("Bearer {token}").into_bytes());
        }
    }
    match random.random_range(0..12) {
        0 => {}
        1 => add("content-type", b"text/plain".to_vec()),
        2 => add("content-type", b"application/json; charset=utf-7".to_vec()),
        _ => add("content-type", b"application/json".to_vec()),
    }
    match random.random_range(0..12) {
        0 => {}
        1 => add("idempotency-key", b"not a uuid".to_vec()),
        2 => add("idempotency-key", Uuid::nil().to_string().into_bytes()),
        _ => {
            let key = Uuid::from_u128(random.random());
            add("idempotency-key", key.to_string().into_bytes());
        }
    }
    if random.random_ratio(1, 10) {
        let noise: Vec<u8> = (0..random.random_range(0..60))
            .map(|_| random.random_range(0x20..0x7f))
            .collect();
        let names = [
            "x-app-version",
            "x-device-id",
            "x-time-zone",
            "x-time-zone-offset",
        ];
        let more = [
            "x-login-time",
            "accept",
            "origin",
            "sec-fetch-site",
            "x-request-id",
        ];
        let name = names.iter().chain(&more).collect::<Vec<_>>();
        add(name.choose(random).unwrap(), noise);
    }
    headers
}

impl std::fmt::Debug for Mutant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} {}", self.method, self.uri)?;
        for (name, value) in &self.headers {
            writeln!(f, "{name}: {}", value.escape_ascii())?;
        }
        write!(f, "\n{}", self.body.escape_ascii())
    }
}

impl Mutant {
    /// The request, when HTTP can carry it.
    pub(crate) fn request(&self) -> Option<Request<axum::body::Body>> {
        let mut request = Request::builder()
            .method(Method::from_bytes(self.method.as_bytes()).ok()?)
            .uri(&self.uri)
            .header(header::HOST, "till.example");
        for (name, value) in &self.headers {
            request = request.header(
                HeaderName::from_bytes(name.as_bytes()).ok()?,
                HeaderValue::from_bytes(value).ok()?,
            );
        }
        request.body(self.body.clone().into()).ok()
    }
}

/// Any of the operations; those that cost much for a good reason seldom.
pub(crate) fn pick<'a>(random: &mut impl Rng, templates: &'a [Template]) -> &'a Template {
    loop {
        let template = templates.choose(random).unwrap();
        // Each password is hashed, as slowly as it must be.
        let is_slow = template.path.starts_with("/login") || template.path == "/session/unlock";
        if !is_slow || random.random_ratio(1, 50) {
            return template;
        }
    }
}
