//! Prints the catalogue, one item per line.

#[expect(clippy::print_stdout, reason = "printing is what the example is for")]
fn main() {
    for item in demo::catalogue::items() {
        let sizes: Vec<&str> = item.sizes.iter().map(|size| size.code.as_str()).collect();
        let euros = item.price_eur_minor / 100;
        let sizes = sizes.join(" ");
        println!(
            "{:>3} {:<12} {:<52} {:>5} {:?} {:>3} {} {sizes}",
            item.position, item.item_no, item.name, euros, item.rating, item.ranking, item.stopped
        );
    }
}
