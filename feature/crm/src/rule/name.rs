//! How a customer's name is written.

use super::term::is_cjk;

/// The whole name: the given name first, except in Chinese, Japanese and Korean writing, where the
/// family name comes first and no space stands between.
#[must_use]
pub fn full_name(family_name: &str, given_name: &str) -> String {
    let (family_name, given_name) = (family_name.trim(), given_name.trim());
    let is_cjk_name = |name: &str| !name.is_empty() && name.chars().all(is_cjk);
    if is_cjk_name(family_name) && is_cjk_name(given_name) {
        return format!("{family_name}{given_name}");
    }
    format!("{given_name} {family_name}").trim().to_owned()
}

/// What a customer is called on screens: the name, or the number of somebody who left none.
#[must_use]
pub fn shown_name(family_name: &str, given_name: &str, customer_no: i64) -> String {
    let name = full_name(family_name, given_name);
    if name.is_empty() {
        return format!("№ {customer_no}");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_names_follows_the_writing() {
        assert_eq!(full_name("Moreau", "Inès"), "Inès Moreau");
        assert_eq!(full_name("王", "小明"), "王小明");
        assert_eq!(full_name("Wang", "小明"), "小明 Wang");
        assert_eq!(full_name("Moreau", " "), "Moreau");
        assert_eq!(full_name("", "Inès"), "Inès");
    }

    #[test]
    fn somebody_without_a_name_has_a_number() {
        assert_eq!(shown_name(" ", "", 100_601), "№ 100601");
        assert_eq!(shown_name("", "Inès", 1), "Inès");
    }
}
