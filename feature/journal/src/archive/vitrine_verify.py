#!/usr/bin/env python3
"""Verifies an archive of a Vitrine journal. It needs Python 3.8 and nothing else: no network, no
database, no other library.

    python3 vitrine_verify.py ARCHIVE.zip [--key PUBLIC_KEY_IN_HEXADECIMAL] [--quick]

Exit codes, gravest first: 13 signature or key, 12 numbering, 14 shorter than the manifest says,
11 link broken, 10 content changed, 15 closing differs, 17 archive not whole, 20 cannot be read,
0 intact. With --quick the last signature of each chain is checked alone: it covers all before it.
"""
import hashlib, io, json, re, sys, zipfile
from xml.etree import ElementTree

# Ed25519 (RFC 8032): the curve -x^2 + y^2 = 1 + d x^2 y^2 over the integers modulo P.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(a, b):
    """The sum of two points in extended coordinates (x, y, z, t) with t = xy/z."""
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    x, z, w, y = f - e, h - g, h + g, f + e
    return (x * z % P, w * y % P, z * w % P, x * y % P)


def times(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def decompress(data):
    """The point of 32 bytes; None when they are none, or not in their one right form."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


BASE = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
NEUTRAL = (0, 1, 1, 0)


def signed(key, message, signature):
    """Whether `signature` is that of `key` over `message`. Keys of small order are refused."""
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r = decompress(key), decompress(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER or same(times(8, a), NEUTRAL) or same(times(8, r), NEUTRAL):
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    return same(times(s, BASE), add(r, times(h, a)))


def sha256(data):
    return hashlib.sha256(data).digest()


def prefixed(*fields):
    """SHA-256 over fields, each preceded by its length in four bytes."""
    return sha256(b"".join(len(field).to_bytes(4, "big") + field for field in fields))


def key_id(key):
    return sha256(key)[:8].hex()


FINDINGS = []


def find(code, where, what):
    FINDINGS.append(code)
    print(f"{code} {where}: {what}")


# Closings: the sums of the entries since the one before, by business date.
def no_sums():
    return {"kinds": {}, "tickets": 0, "total": 0, "absolute": 0, "tenders": {}, "vat": {}}


def add_money(sums, entry, payload):
    sums["kinds"][entry["kind"]] = sums["kinds"].get(entry["kind"], 0) + 1
    is_ticket = entry["kind"] in ("ticket", "correction") and payload.get("ticketType") != "TRAINING"
    if not is_ticket and payload.get("event") not in ("depositPaid", "depositCancelled"):
        return
    for tender in payload.get("tenders", []):
        part = sums["tenders"].setdefault(tender["tenderCode"], {"count": 0, "amount": 0})
        part["count"] += 1
        part["amount"] += tender["amount"]["minor"]
    if is_ticket:
        total = payload["total"]["minor"]
        sums["tickets"] += 1
        sums["total"] += total
        sums["absolute"] += abs(total)
        for rate in payload["vat"]:
            part = sums["vat"].setdefault(str(rate["vatRate"]), {"gross": 0, "net": 0, "vatAmount": 0})
            gross, vat = rate["gross"]["minor"], rate["vatAmount"]["minor"]
            part["gross"] += gross
            part["net"] += gross - vat
            part["vatAmount"] += vat


def merge(into, other):
    for name, value in other.items():
        if isinstance(value, dict):
            merge(into.setdefault(name, {}), value)
        else:
            into[name] = into.get(name, 0) + value


class Closings:
    """What waits for the next closing of a day. Those that cover entries from before the archive
    cannot be summed up again."""

    def __init__(self, first):
        self.waiting, self.first = [], first
        self.perpetual = {"total": 0, "absolute": 0} if first == 1 else None

    def meet(self, entry, payload, where):
        if entry["kind"] == "closing.day":
            sums = no_sums()
            while self.waiting and self.waiting[0][0] <= payload["toDate"]:
                merge(sums, self.waiting.pop(0)[1])
            before = self.perpetual
            after = before and {name: before[name] + sums[name] for name in before}
            is_sum = {name: payload["sums"][name] for name in sums} == sums
            is_after = after is None or after == payload["perpetual"]
            if payload["firstSeq"] >= self.first and not (is_sum and is_after):
                find(15, where, f"the closing of {payload['toDate']} is not the sum of its entries")
            self.perpetual = payload["perpetual"]
        if not self.waiting or self.waiting[-1][0] < entry["businessDate"]:
            self.waiting.append((entry["businessDate"], no_sums()))
        add_money(self.waiting[-1][1], entry, payload)


def check_chain(lines, chain, keys, quick):
    name, expected, previous = chain["chain"], chain["firstSeq"], chain["prevHash"]
    key, counts = keys.get(chain["keyId"]), dict(chain["kindsBefore"])
    closings = Closings(expected)
    for line in lines:
        entry = json.loads(line)
        seq, where = entry["seq"], f"{name} #{entry['seq']}"
        if seq != expected or entry["chainId"] != name:
            find(12, where, f"expected the entry {expected}")
        counts[entry["kind"]] = counts.get(entry["kind"], 0) + 1
        if entry["kindSeq"] != counts[entry["kind"]]:
            find(12, where, f"expected the {entry['kind']} {counts[entry['kind']]}")
        raw = entry["payload"].encode()
        payload = json.loads(raw)
        if sha256(raw).hex() != entry["payloadHash"]:
            find(10, where, "the payload is not what was hashed")
        if [payload.get("atLocal"), payload.get("timeZone")] != [entry["atLocal"], entry["timeZone"]]:
            find(10, where, "time and zone are not what the payload states")
        digest = prefixed(entry["format"].encode(), name.encode(), seq.to_bytes(8, "big"),
                          entry["kind"].encode(), entry["atUtc"].encode(),
                          entry["businessDate"].encode(), sha256(raw), bytes.fromhex(entry["prevHash"]))
        if digest.hex() != entry["hash"]:
            find(10, where, "the entry is not what was hashed")
        if entry["prevHash"] != previous:
            find(11, where, "it does not follow the entry before it")
        is_last = seq == chain["lastSeq"] or entry["kind"] == "key"
        if key is None or entry["keyId"] != key_id(key):
            find(13, where, f"signed with the key {entry['keyId']}, which is not the chain's")
        elif is_last or not quick:
            signature, hashes = bytes.fromhex(entry["signature"]), (bytes.fromhex(entry["hash"]), digest)
            if not any(signed(key, it, signature) for it in hashes):
                find(13, where, "the signature is bad")
        if entry["kind"] == "key" and key is not None:
            new = bytes.fromhex(payload["newPublicKey"])
            statement = prefixed(b"pos-journal-key/1", name.encode(), bytes.fromhex(entry["prevHash"]),
                                 key_id(key).encode(), new)
            if not signed(new, statement, bytes.fromhex(payload["newKeySignature"])):
                find(13, where, "the new key did not sign that it takes over")
            key = new
        closings.meet(entry, payload, where)
        expected, previous = seq + 1, entry["hash"]
    if expected != chain["lastSeq"] + 1 or previous != chain["head"]:
        find(14, name, f"it should end with the entry {chain['lastSeq']} and {chain['head'][:10]}")
    return expected - chain["firstSeq"]


# The XML: each entry as an element, each member of its payload as an element of that.
PARTS = {"certificateNos": "certificateNo", "discounts": "discount", "kinds": "kind", "lines": "line",
         "salespeople": "credit", "tenders": "tender", "tills": "till", "vat": "rate"}
TICKETS, CLOSINGS = ("ticket", "correction", "training"), ("closing.day", "closing.month", "closing.year")
NOT_XML = re.compile("[^\t\n\r\x20-\ufffd\U00010000-\U0010ffff]")


def element_of(name, value, attributes=()):
    """What XML is to say of a value: name, attributes, text, and the elements in it."""
    attributes, part = dict(attributes), PARTS.get(name)
    if isinstance(value, dict) and set(value) == {"currency", "minor"}:
        return name, {**attributes, "currency": value["currency"]}, str(value["minor"]), []
    if isinstance(value, dict):
        inner = []
        for member, it in value.items():
            is_name = part is None and re.fullmatch("[A-Za-z][A-Za-z0-9]*", member)
            key = () if is_name else [("key", NOT_XML.sub("\ufffd", member))]
            inner.append(element_of(member if is_name else part or "item", it, key))
        return name, attributes, "", inner
    if isinstance(value, list):
        return name, attributes, "", [element_of(part or "item", it) for it in value]
    text = value if isinstance(value, str) else json.dumps(value)
    return name, attributes, NOT_XML.sub("\ufffd", text), []


def element_of_entry(line):
    entry = json.loads(line)
    kind = entry["kind"]
    name = "ticket" if kind in TICKETS else "closing" if kind in CLOSINGS else "event"
    members = ("seq", "kind", "kindSeq", "atUtc", "businessDate", "hash")
    return element_of(name, json.loads(entry["payload"]), [(it, str(entry[it])) for it in members])


def read_element(element):
    inner = [read_element(it) for it in element]
    return element.tag.split("}")[-1], dict(element.attrib), "" if inner else element.text or "", inner


def elements_of(file):
    """The entries of the XML with their chains, one after the other."""
    depth, chain, name = 0, None, ""
    for step, element in ElementTree.iterparse(file, ("start", "end")):
        depth += 1 if step == "start" else -1
        if step == "start" and depth == 2:
            chain, name = element, element.get("id")
        elif step == "end" and depth == 2:
            yield name, read_element(element)
            chain.clear()


def check_xml(archive, manifest):
    """Whether the XML says what the entries say, each with all its members."""
    tickets, elements = 0, elements_of(archive.open("journal.xml"))
    for chain in manifest["chains"]:
        with archive.open(chain["file"]) as file:
            for line in io.TextIOWrapper(file, "utf-8", newline="\n"):
                expected = chain["chain"], element_of_entry(line)
                tickets += expected[1][0] == "ticket"
                if next(elements, None) != expected:
                    seq = expected[1][1]["seq"]
                    return find(17, "journal.xml", f"{chain['chain']} #{seq} is not what the entry says")
    if next(elements, None):
        return find(17, "journal.xml", "it holds more than the entries")
    print(f"  journal.xml says what the entries say, {tickets} tickets among them")


def check(path, trusted, quick):
    archive = zipfile.ZipFile(path)
    raw = archive.read("manifest.json")
    manifest, seal = json.loads(raw), json.loads(archive.read("manifest.sig.json"))
    signer = bytes.fromhex(seal["publicKey"])
    print(f"Archive of {manifest['fromDate']} to {manifest['toDate']}, signed by {key_id(signer)}")
    if not signed(signer, prefixed(b"pos-archive/1", raw), bytes.fromhex(seal["signature"])):
        find(13, "manifest.json", "the signature is bad")
    if trusted and signer.hex() != trusted.lower():
        find(13, "manifest.json", "another key signed it than the one that was given")
    files = {file["name"]: file for file in manifest["files"]}
    for name in sorted(set(archive.namelist()) ^ (set(files) | {"manifest.json", "manifest.sig.json"})):
        find(17, name, "it is missing, or not in the manifest")
    if len(archive.namelist()) != len(set(archive.namelist())):
        find(17, path, "it holds two files of one name")
    for name in set(files) & set(archive.namelist()):
        digest = hashlib.sha256()
        with archive.open(name) as file:
            for part in iter(lambda: file.read(1 << 20), b""):
                digest.update(part)
        if digest.hexdigest() != files[name]["sha256"]:
            find(17, name, "it is not what the manifest says")
    keys = {key["keyId"]: bytes.fromhex(key["publicKey"]) for key in manifest["keys"]}
    for chain in manifest["chains"]:
        if chain["file"] in archive.namelist():
            with archive.open(chain["file"]) as file:
                entries = check_chain(io.TextIOWrapper(file, "utf-8", newline="\n"), chain, keys, quick)
            print(f"  {chain['chain']}: {entries} entries, head {chain['head'][:10]}")
    if "journal.xml" not in files:
        print("  It was made before archives had a journal.xml: there is none to compare.")
    elif set(files) <= set(archive.namelist()):
        try:
            check_xml(archive, manifest)
        except ElementTree.ParseError as error:
            find(17, "journal.xml", f"it is no XML: {error}")


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--quick"]
    trusted = arguments[arguments.index("--key") + 1] if "--key" in arguments else None
    try:
        check(arguments[0], trusted, "--quick" in sys.argv)
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError,
            zipfile.BadZipFile, zipfile.zlib.error) as error:
        find(20, "archive", f"cannot be read: {error!r}")
    code = next((code for code in (13, 12, 14, 11, 10, 15, 17, 20) if code in FINDINGS), 0)
    print(f"Result: {code} {'intact' if code == 0 else 'not intact'}")
    if not trusted:
        print("No key was given: an archive that was written anew with another key cannot be told.")
    return code


if __name__ == "__main__":
    sys.exit(main())
