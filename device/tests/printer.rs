//! The printer connection against real sockets.

use std::net::SocketAddr;
use std::time::Duration;

use device::printer::{PrintAnswer, PrintDoubt, send};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

const RECEIPT: &[u8] = b"\x1b@Ring 52    1290.00\n\x1dV\x01";
const SHORT: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(10);

/// A printer that serves one connection as told and hands back what it took.
async fn printer<F, R>(serve: F) -> (SocketAddr, JoinHandle<Vec<u8>>)
where
    F: FnOnce(TcpStream) -> R + Send + 'static,
    R: Future<Output = Vec<u8>> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let served = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a connection");
        serve(stream).await
    });
    (address, served)
}

async fn read_all(stream: &mut TcpStream) -> Vec<u8> {
    let mut taken = Vec::new();
    stream.read_to_end(&mut taken).await.expect("all data");
    taken
}

fn doubt(reason: PrintDoubt) -> PrintAnswer {
    PrintAnswer::Unknown { reason }
}

#[tokio::test]
async fn a_printer_that_confirms_has_printed() {
    let (address, served) = printer(async |mut stream| {
        let taken = read_all(&mut stream).await;
        stream.write_all(&[0x11, 0x00]).await.expect("written");
        taken
    })
    .await;
    assert_eq!(send(address, RECEIPT, LONG).await, PrintAnswer::Printed);
    assert_eq!(
        served.await.expect("served"),
        [RECEIPT, b"\x1dr\x01"].concat()
    );
}

#[tokio::test]
async fn a_printer_that_takes_all_and_closes_has_printed() {
    let (address, served) = printer(async |mut stream| read_all(&mut stream).await).await;
    assert_eq!(send(address, RECEIPT, LONG).await, PrintAnswer::Printed);
    assert!(served.await.expect("served").starts_with(RECEIPT));
}

#[tokio::test]
async fn an_empty_roll_leaves_a_doubt() {
    let (address, _served) = printer(async |mut stream| {
        let taken = read_all(&mut stream).await;
        stream.write_all(&[0x0C]).await.expect("written");
        taken
    })
    .await;
    assert_eq!(
        send(address, RECEIPT, LONG).await,
        doubt(PrintDoubt::PaperEnd)
    );
}

#[tokio::test]
async fn a_silent_printer_leaves_a_doubt() {
    let (address, served) = printer(async |stream| {
        tokio::time::sleep(LONG).await;
        drop(stream);
        Vec::new()
    })
    .await;
    assert_eq!(
        send(address, RECEIPT, SHORT).await,
        doubt(PrintDoubt::TimedOut)
    );
    served.abort();
}

#[tokio::test]
async fn a_printer_that_breaks_off_leaves_a_doubt() {
    let (address, served) = printer(async |mut stream| {
        let mut some = [0; 64];
        stream.read_exact(&mut some).await.expect("some data");
        // Closing with unread data resets the connection.
        some.to_vec()
    })
    .await;
    let long = vec![b'x'; 1 << 20];
    let answer = send(address, &long, LONG).await;
    assert!(matches!(
        &answer,
        PrintAnswer::Unknown {
            reason: PrintDoubt::ConnectionLost { .. }
        }
    ));
    served.await.expect("served");
}

#[tokio::test]
async fn a_printer_that_is_off_is_unreachable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    assert!(matches!(
        send(address, RECEIPT, LONG).await,
        PrintAnswer::Unreachable { .. }
    ));
}
