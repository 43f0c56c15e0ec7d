//! Pictures are well-formed, harmless and different from each other.

use std::collections::{BTreeMap, BTreeSet};

use demo::catalogue::items;
use demo::picture::{Drawing, Family, Metal, Shape, Stone, draw};

/// Every shape in every metal with every stone.
fn every_drawing() -> Vec<Drawing> {
    let mut drawings = Vec::new();
    for &shape in Shape::ALL {
        for &metal in Metal::ALL {
            drawings.extend(
                Stone::ALL
                    .iter()
                    .map(|&stone| Drawing::new(shape, metal, stone)),
            );
        }
    }
    drawings
}

/// The elements of a document as (name, attributes); panics on anything that is not well-formed.
///
/// Only what the pictures use is understood: no text, comments, entities or processing
/// instructions.
fn elements(svg: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let mut open: Vec<String> = Vec::new();
    let mut found = Vec::new();
    let mut rest = svg;
    while !rest.is_empty() {
        assert!(
            rest.starts_with('<'),
            "text outside of elements: {rest:.60}"
        );
        let end = rest.find('>').expect("an element ends");
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "elements are nested");
            continue;
        }
        let (tag, empty) = tag
            .strip_suffix('/')
            .map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        if !empty {
            open.push(name.to_owned());
        }
        found.push((name.to_owned(), parse_attributes(attributes)));
        assert!(rest.is_empty() || !open.is_empty(), "one root");
    }
    assert!(open.is_empty(), "everything is closed");
    found
}

fn parse_attributes(text: &str) -> BTreeMap<String, String> {
    let mut attributes = BTreeMap::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").expect("an attribute has a value");
        let (value, after) = after.split_once('"').expect("a value ends");
        assert!(
            name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'),
            "name {name}"
        );
        assert!(!value.contains(['<', '&']), "value {value}");
        assert!(
            attributes
                .insert(name.to_owned(), value.to_owned())
                .is_none(),
            "{name} twice"
        );
        rest = after.trim_start();
    }
    attributes
}

#[test]
fn every_picture_is_well_formed_and_harmless() {
    const ALLOWED: [&str; 12] = [
        "svg",
        "defs",
        "g",
        "path",
        "circle",
        "ellipse",
        "rect",
        "use",
        "linearGradient",
        "radialGradient",
        "stop",
        "polygon",
    ];
    for drawing in every_drawing() {
        let svg = draw(&drawing);
        let elements = elements(&svg);
        let (root, attributes) = &elements[0];
        assert_eq!(
            (root.as_str(), attributes["viewBox"].as_str()),
            ("svg", "0 0 120 120")
        );
        let mut ids = BTreeSet::new();
        for (name, attributes) in &elements {
            assert!(
                ALLOWED.contains(&name.as_str()),
                "{name} in {}",
                drawing.file_name()
            );
            for (attribute, value) in attributes {
                assert!(
                    !attribute.starts_with("on") && attribute != "style" && attribute != "class"
                );
                assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
                assert!(attribute == "xmlns" || !value.contains("//"), "{value}");
                if attribute == "id" {
                    assert!(ids.insert(value.clone()), "id {value} twice");
                }
            }
        }
        for (_, attributes) in &elements {
            for (attribute, value) in attributes {
                let inner = value
                    .strip_prefix("url(#")
                    .and_then(|value| value.strip_suffix(')'));
                let target = if attribute == "href" {
                    value.strip_prefix('#')
                } else {
                    inner
                };
                assert!(
                    attribute != "href" || target.is_some(),
                    "href leaves the document"
                );
                assert!(
                    !value.contains("url(") || inner.is_some(),
                    "url leaves the document"
                );
                if let Some(target) = target {
                    assert!(ids.contains(target), "{target} in {}", drawing.file_name());
                }
            }
        }
    }
}

#[test]
fn ids_do_not_collide_between_pictures() {
    let mut prefixes = BTreeSet::new();
    for drawing in every_drawing() {
        let svg = draw(&drawing);
        let id = svg
            .split("id=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        let cut = id.rfind(['p', 's']).unwrap();
        assert!(prefixes.insert(id[..cut].to_owned()), "{id}");
    }
}

#[test]
fn at_least_forty_five_shapes_and_all_different() {
    assert!(Shape::ALL.len() >= 45, "{}", Shape::ALL.len());
    let words: BTreeSet<_> = Shape::ALL.iter().map(|shape| shape.word()).collect();
    assert_eq!(words.len(), Shape::ALL.len());
    let bodies: BTreeSet<String> = Shape::ALL
        .iter()
        .map(|&shape| {
            let svg = draw(&Drawing::new(shape, Metal::Yellow, Stone::Emerald));
            svg.split_once("</defs>").unwrap().1.to_owned()
        })
        .map(|body| {
            body.split("url(#")
                .map(|part| part.trim_start_matches('v'))
                .collect()
        })
        .collect();
    assert_eq!(bodies.len(), Shape::ALL.len());
}

#[test]
fn metal_and_stone_can_be_seen() {
    let jewellery = |shape: &&Shape| !matches!(shape.family(), Family::Gift | Family::Service);
    for &shape in Shape::ALL.iter().filter(jewellery) {
        let colours = |metal, stone| -> BTreeSet<String> {
            let svg = draw(&Drawing::new(shape, metal, stone));
            svg.split('#')
                .skip(1)
                .map(|part| part.chars().take(6).collect())
                .collect()
        };
        assert_ne!(
            colours(Metal::White, Stone::Emerald),
            colours(Metal::Yellow, Stone::Emerald),
            "{shape:?}"
        );
    }
    for shape in [
        Shape::RingSolitaire,
        Shape::EarStud,
        Shape::NeckPendant,
        Shape::CuffStones,
    ] {
        let pictures: BTreeSet<String> = Stone::ALL
            .iter()
            .map(|&stone| draw(&Drawing::new(shape, Metal::White, stone)))
            .collect();
        assert_eq!(pictures.len(), Stone::ALL.len());
    }
}

#[test]
fn pictures_of_the_catalogue_are_small_and_have_their_own_files() {
    let drawings: BTreeSet<Drawing> = items().iter().map(|item| item.drawing).collect();
    let names: BTreeSet<String> = drawings.iter().map(|drawing| drawing.file_name()).collect();
    assert_eq!(names.len(), drawings.len());
    let sizes: Vec<usize> = drawings.iter().map(|drawing| draw(drawing).len()).collect();
    assert!(
        sizes.iter().all(|size| *size < 9_000),
        "{:?}",
        sizes.iter().max()
    );
    let mean = sizes.iter().sum::<usize>() / sizes.len();
    assert!(mean < 4_500, "{mean} bytes on average");
}
