//! All items in memory, in the order of the till's grid, to be searched as somebody types.
//!
//! A search looks for its first word in one long text, which takes about a millisecond for
//! 100,000 items, and means the same on both engines.

use std::collections::HashMap;

use memchr::memmem::Finder;

use super::search::words;

/// What the index holds of an item.
#[derive(Clone, Debug)]
pub struct IndexedItem {
    /// Its place in the list.
    pub ranking: i64,
    /// Its number.
    pub item_no: String,
    /// The code of its class.
    pub item_class: String,
    /// The code of its collection.
    pub collection: Option<String>,
    /// What it is found by, without case and accents.
    pub search_text: String,
}

/// What a list of items is narrowed to.
#[derive(Clone, Debug, Default)]
pub struct ItemFilter {
    /// Words that name, number, collection and barcodes contain.
    pub search: String,
    /// A collection.
    pub collection: Option<String>,
    /// An item class.
    pub item_class: Option<String>,
}

/// A page of a search.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    /// The items of the page, in their order.
    pub item_nos: Vec<String>,
    /// The place of the last of them, when more come behind it.
    pub next: Option<(i64, String)>,
    /// How many items the whole list has.
    pub total: usize,
}

struct Entry {
    ranking: i64,
    item_no: Box<str>,
    /// Which class and which collection, counted as they came.
    item_class: u32,
    collection: Option<u32>,
    /// Where its text ends in the long text.
    end: usize,
}

impl Entry {
    /// Its place in the list: numbers of one ranking are in the order of their bytes.
    fn place(&self) -> (i64, &str) {
        (self.ranking, &*self.item_no)
    }
}

/// All items, ready to be searched.
#[derive(Default)]
pub struct ItemIndex {
    entries: Vec<Entry>,
    /// The texts of all items, each with a line break behind it, which no word contains.
    text: String,
    classes: HashMap<String, u32>,
    collections: HashMap<String, u32>,
}

impl ItemIndex {
    /// Adds items. Once all are there, [`Self::finish`] brings them into the order of the list.
    pub fn extend(&mut self, items: impl IntoIterator<Item = IndexedItem>) {
        for item in items {
            self.text.push_str(&item.search_text.replace('\n', " "));
            self.text.push('\n');
            self.entries.push(Entry {
                ranking: item.ranking,
                item_no: item.item_no.into_boxed_str(),
                item_class: number_of(&mut self.classes, item.item_class),
                collection: item
                    .collection
                    .map(|code| number_of(&mut self.collections, code)),
                end: self.text.len(),
            });
        }
    }

    /// Brings the items into the order of the list, by ranking and then by the bytes of the number, when all are there,
    /// and gives back the memory that was kept for more. A database may have read them in the order of a language, in
    /// which a page would go on at another place than it ended.
    pub fn finish(&mut self) {
        if !self.entries.is_sorted_by_key(Entry::place) {
            self.sort();
        }
        self.entries.shrink_to_fit();
        self.text.shrink_to_fit();
    }

    fn sort(&mut self) {
        let mut start = 0;
        let mut entries = Vec::with_capacity(self.entries.len());
        for entry in std::mem::take(&mut self.entries) {
            let own = start..entry.end;
            start = entry.end;
            entries.push((entry, own));
        }
        entries.sort_by(|(a, _), (b, _)| a.place().cmp(&b.place()));
        let mut text = String::with_capacity(self.text.len());
        for (mut entry, own) in entries {
            text.push_str(&self.text[own]);
            entry.end = text.len();
            self.entries.push(entry);
        }
        self.text = text;
    }

    /// The items that a filter leaves behind the place `after`, at most `limit` of them.
    #[must_use]
    pub fn find(&self, filter: &ItemFilter, after: Option<&(i64, String)>, limit: usize) -> Found {
        let mut found = Found {
            item_nos: Vec::new(),
            next: None,
            total: 0,
        };
        let Some(narrowed) = self.narrow(filter) else {
            return found;
        };
        let mut last = None;
        self.each(&words(&filter.search), |entry| {
            if !narrowed.takes(entry) {
                return;
            }
            found.total += 1;
            let is_behind =
                after.is_none_or(|(ranking, item_no)| entry.place() > (*ranking, item_no.as_str()));
            if !is_behind {
                return;
            }
            if found.item_nos.len() < limit {
                found.item_nos.push(entry.item_no.to_string());
                last = Some(entry);
            } else if found.next.is_none() {
                found.next = last.map(|last| (last.ranking, last.item_no.to_string()));
            }
        });
        found
    }

    /// How many items each class has, by its code.
    #[must_use]
    pub fn count_by_class(&self) -> HashMap<&str, usize> {
        count(&self.classes, self.entries.iter().map(|it| it.item_class))
    }

    /// How many items each collection has, by its code.
    #[must_use]
    pub fn count_by_collection(&self) -> HashMap<&str, usize> {
        count(
            &self.collections,
            self.entries.iter().filter_map(|it| it.collection),
        )
    }

    /// Calls with each item whose text holds all words, in order.
    fn each<'a>(&'a self, words: &[String], mut call: impl FnMut(&'a Entry)) {
        // The longest word is the rarest, as a rule.
        let mut words: Vec<Finder<'_>> = words.iter().map(Finder::new).collect();
        words.sort_by_key(|word| word.needle().len());
        let Some(first) = words.pop() else {
            self.entries.iter().for_each(call);
            return;
        };
        let text = self.text.as_bytes();
        let (mut index, mut from) = (0, 0);
        while let Some(place) = first.find(&text[from..]).map(|place| from + place) {
            // Step by step: a common word finds its next item next door, and for a rare one all
            // steps together are still less than reading the text.
            while self.entries[index].end <= place {
                index += 1;
            }
            let entry = &self.entries[index];
            let start = index
                .checked_sub(1)
                .map_or(0, |before| self.entries[before].end);
            let own = &text[start..entry.end];
            if words.iter().all(|word| word.find(own).is_some()) {
                call(entry);
            }
            from = entry.end;
        }
    }

    /// The numbers of the filter's codes; none when a code names nothing, so that nothing is left.
    fn narrow(&self, filter: &ItemFilter) -> Option<Narrowed> {
        let number = |code: &Option<String>, numbers: &HashMap<String, u32>| match code {
            None => Some(None),
            Some(code) => numbers.get(code).copied().map(Some),
        };
        Some(Narrowed {
            item_class: number(&filter.item_class, &self.classes)?,
            collection: number(&filter.collection, &self.collections)?,
        })
    }
}

struct Narrowed {
    item_class: Option<u32>,
    collection: Option<u32>,
}

impl Narrowed {
    fn takes(&self, entry: &Entry) -> bool {
        self.item_class
            .is_none_or(|class| entry.item_class == class)
            && (self.collection.is_none() || entry.collection == self.collection)
    }
}

fn number_of(numbers: &mut HashMap<String, u32>, code: String) -> u32 {
    let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    *numbers.entry(code).or_insert(next)
}

fn count(codes: &HashMap<String, u32>, numbers: impl Iterator<Item = u32>) -> HashMap<&str, usize> {
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for number in numbers {
        *counts.entry(number).or_default() += 1;
    }
    codes
        .iter()
        .map(|(code, number)| (code.as_str(), counts.get(number).copied().unwrap_or(0)))
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::search::fold;
    use super::*;

    fn index_of(items: impl IntoIterator<Item = IndexedItem>) -> ItemIndex {
        let mut index = ItemIndex::default();
        index.extend(items);
        index.finish();
        index
    }

    fn item(ranking: i64, item_no: &str, class: &str, text: &str) -> IndexedItem {
        IndexedItem {
            ranking,
            item_no: item_no.to_owned(),
            item_class: class.to_owned(),
            collection: Some("C".to_owned()),
            search_text: fold(text),
        }
    }

    fn shop() -> ItemIndex {
        index_of([
            item(1, "A", "RING", "Étoile ring 111"),
            item(1, "B", "RING", "Lagune ring 112"),
            item(2, "C", "CHARM", "Étoile charm 113"),
        ])
    }

    fn search(text: &str) -> ItemFilter {
        ItemFilter {
            search: text.to_owned(),
            ..ItemFilter::default()
        }
    }

    #[test]
    fn words_are_found_in_any_order_without_case_and_accents() {
        for (text, expected) in [
            ("", vec!["A", "B", "C"]),
            ("etoile", vec!["A", "C"]),
            ("RING étoile", vec!["A"]),
            ("11", vec!["A", "B", "C"]),
            ("ring charm", vec![]),
            ("111\n", vec!["A"]),
        ] {
            assert_eq!(
                shop().find(&search(text), None, 9).item_nos,
                expected,
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_page_goes_on_behind_the_last_one() {
        let first = shop().find(&search(""), None, 2);
        assert_eq!((first.item_nos.len(), first.total), (2, 3));
        assert_eq!(first.next, Some((1, "B".to_owned())));
        let second = shop().find(&search(""), first.next.as_ref(), 2);
        assert_eq!((second.item_nos, second.next), (vec!["C".to_owned()], None));
    }

    #[test]
    fn pages_hold_every_item_once_in_whatever_order_the_database_reads() {
        // As a database reads in the order of a language: whatever the case, and marks count last.
        let mut index = ItemIndex::default();
        index.extend([item(0, "z", "RING", "Zéro"), item(1, "a-1", "RING", "Une")]);
        index.extend([
            item(1, "A2", "CHARM", "Deux"),
            item(1, "a_3", "RING", "Trois"),
            item(1, "B-4", "RING", "Quatre"),
            item(2, "A", "RING", "Cinq"),
        ]);
        index.finish();
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let found = index.find(&search(""), after.as_ref(), 1);
            assert_eq!(found.total, 6);
            seen.extend(found.item_nos);
            match found.next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
        assert_eq!(seen, ["z", "A2", "B-4", "a-1", "a_3", "A"]);
        for (text, expected) in [
            ("zero", "z"),
            ("trois", "a_3"),
            ("quatre", "B-4"),
            ("cinq", "A"),
        ] {
            assert_eq!(index.find(&search(text), None, 9).item_nos, [expected]);
        }
        assert_eq!(index.count_by_class()["CHARM"], 1);
    }

    #[test]
    fn a_class_that_does_not_exist_leaves_nothing() {
        let mut filter = search("");
        filter.item_class = Some("CHARM".to_owned());
        assert_eq!(shop().find(&filter, None, 9).item_nos, ["C"]);
        filter.item_class = Some("TIARA".to_owned());
        assert_eq!(shop().find(&filter, None, 9).total, 0);
        assert_eq!(shop().count_by_class()["RING"], 2);
    }

    proptest! {
        #[test]
        fn what_is_found_is_what_a_look_at_every_item_finds(
            texts in prop::collection::vec("[ab ]{0,6}", 0..12), wish in "[ab ]{0,4}"
        ) {
            let index = index_of((0_i64..).zip(&texts).map(|(ranking, text)| {
                item(ranking, &ranking.to_string(), "X", text)
            }));
            let expected: Vec<String> = texts
                .iter()
                .enumerate()
                .filter(|(_, text)| wish.split_whitespace().all(|word| text.contains(word)))
                .map(|(ranking, _)| ranking.to_string())
                .collect();
            prop_assert_eq!(index.find(&search(&wish), None, 99).item_nos, expected);
        }
    }
}
