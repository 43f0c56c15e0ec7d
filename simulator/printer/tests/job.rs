//! Jobs for the printer simulator over real connections.

use std::net::Ipv4Addr;

use printer_simulator::{Options, Running, start};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const RASTER_16_BY_2: &[u8] = b"\x1B@\x1Dv0\0\x02\0\x02\0\xF0\x00\x0F\xFF";
const CUT: &[u8] = b"\x1DVB\0";
const ASK_PAPER: &[u8] = b"\x1Dr\x01";

async fn running() -> Running {
    let options = Options {
        address: Ipv4Addr::LOCALHOST.into(),
        printer_port: 0,
        port: 0,
    };
    start(&options).await.expect("free ports")
}

/// Prints as the till does, and gives what the printer answered before it closed.
async fn job(printer: &Running, parts: &[&[u8]]) -> Vec<u8> {
    let mut stream = TcpStream::connect(printer.printer)
        .await
        .expect("a printer");
    for part in parts {
        stream.write_all(part).await.expect("sent");
    }
    stream.shutdown().await.expect("our side closed");
    let mut answer = Vec::new();
    stream
        .read_to_end(&mut answer)
        .await
        .expect("closed in order");
    answer
}

async fn http(printer: &Running, request: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(printer.http).await.expect("a page");
    let request = format!("{request} HTTP/1.1\r\nHost: printer\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("asked");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("answered");
    let head = answer
        .windows(4)
        .position(|at| at == b"\r\n\r\n")
        .expect("a head");
    answer.split_off(head + 4)
}

async fn papers(printer: &Running) -> String {
    String::from_utf8(http(printer, "GET /paper").await).expect("text")
}

#[tokio::test]
async fn a_cut_paper_shows_its_dots() {
    let printer = running().await;
    assert_eq!(job(&printer, &[RASTER_16_BY_2, CUT, ASK_PAPER]).await, [0]);
    assert_eq!(
        papers(&printer).await,
        r#"[{"id":1,"width":16,"height":2,"isCut":true,"image":"/paper/1.png"}]"#
    );
    let image = http(&printer, "GET /paper/1.png").await;
    let mut reader = png::Decoder::new(std::io::Cursor::new(image))
        .read_info()
        .expect("a picture");
    let mut dots = vec![0; 4];
    reader.next_frame(&mut dots).expect("its dots");
    assert_eq!(dots, [0x0F, 0xFF, 0xF0, 0x00]);
}

#[tokio::test]
async fn a_paper_that_is_not_cut_is_torn_off() {
    let printer = running().await;
    job(&printer, &[RASTER_16_BY_2, b"\x1Bd\x01"]).await;
    assert_eq!(
        papers(&printer).await,
        r#"[{"id":1,"width":16,"height":32,"isCut":false,"image":"/paper/1.png"}]"#
    );
}

#[tokio::test]
async fn without_a_roll_nothing_is_printed_and_the_sensor_says_so() {
    let printer = running().await;
    http(&printer, "POST /roll").await;
    assert_eq!(
        job(&printer, &[RASTER_16_BY_2, CUT, ASK_PAPER]).await,
        [0b1100]
    );
    assert_eq!(papers(&printer).await, "[]");
    http(&printer, "POST /roll").await;
    assert_eq!(job(&printer, &[RASTER_16_BY_2, CUT, ASK_PAPER]).await, [0]);
    assert!(papers(&printer).await.contains(r#""id":1"#));
}

#[tokio::test]
async fn a_job_that_breaks_off_leaves_the_printer_ready() {
    let printer = running().await;
    let mut stream = TcpStream::connect(printer.printer)
        .await
        .expect("a printer");
    stream.write_all(&RASTER_16_BY_2[..9]).await.expect("sent");
    drop(stream);
    assert_eq!(job(&printer, &[RASTER_16_BY_2, CUT, ASK_PAPER]).await, [0]);
}
