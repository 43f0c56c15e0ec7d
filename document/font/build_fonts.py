#!/usr/bin/env python3
"""Builds the embedded fonts of the document engine. See README.md in this folder.

usage: PYTHONHASHSEED=0 build_fonts.py <folder with the unpacked npm packages> [output folder]
"""

import os
import sys
from io import BytesIO
from pathlib import Path

import brotli
from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.varLib.instancer import instantiateVariableFont

NOTO = Path("/usr/share/fonts/truetype/noto")
NOTO_CJK = Path("/usr/share/fonts/opentype/noto")
# Position of the simplified Chinese face in Debian's collection. Its `locl` feature holds the
# traditional Chinese and Japanese forms, so one font serves three languages.
CJK_FACE_SC = 2
# Dates inside the fonts are fixed, so that two runs give the same bytes.
FIXED_DATE = 3_850_000_000


def rename(font, family, weight):
    """Gives the font one family name and one weight, and no other name records."""
    style = {400: "Regular", 600: "SemiBold", 700: "Bold"}[weight]
    names = font["name"]
    kept = {r.nameID: r.toUnicode() for r in names.names if r.nameID in (0, 13, 14)}
    names.names = []
    for name_id, text in {
        **kept,
        1: family,
        2: "Regular",
        4: f"{family} {style}",
        6: f"{family.replace(' ', '')}-{style}",
        16: family,
        17: style,
    }.items():
        names.setName(text, name_id, 3, 1, 0x409)
    os2 = font["OS/2"]
    os2.usWeightClass = weight
    os2.fsSelection = (os2.fsSelection & ~0b100001) | 0b1000000
    font["head"].macStyle = 0
    font.recalcTimestamp = False
    font["head"].created = font["head"].modified = FIXED_DATE


def reduce(font, unicodes=None, features=("*",)):
    """Drops hints, unneeded characters and unneeded layout features."""
    options = Options()
    options.hinting = False
    options.layout_features = list(features)
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.glyph_names = False
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    covered = set(font.getBestCmap())
    subsetter.populate(unicodes=covered & set(unicodes) if unicodes else covered)
    subsetter.subset(font)


def instance(package, stem, axes, family, weight):
    """One static weight of a variable web font, joined from its slices."""
    slices = []
    for slice_name in ("latin", "latin-ext", "vietnamese"):
        font = TTFont(package / "files" / f"{stem.replace('SLICE', slice_name)}.woff2")
        font.flavor = None
        font = instantiateVariableFont(font, axes)
        for table in ("STAT", "GDEF", "MVAR", "HVAR"):
            if table in font:
                del font[table]
        stored = BytesIO()
        font.save(stored)
        stored.seek(0)
        slices.append(stored)
    joined = Merger().merge(slices)
    reduce(joined, features=("kern", "mark", "mkmk", "ccmp", "locl", "liga", "tnum", "lnum"))
    rename(joined, family, weight)
    return joined


def noto(file, ranges, family, weight):
    font = TTFont(NOTO / file)
    unicodes = [c for low, high in ranges for c in range(low, high + 1)] if ranges else None
    reduce(font, unicodes)
    rename(font, family, weight)
    return font


def cjk_characters():
    """What GB 2312, Big5 and Windows' Shift JIS can write, kana, punctuation and KS X 1001's Hangul."""
    characters = set()
    for codec in ("gb2312", "big5", "cp932"):
        for lead in range(0x81, 0xFF):
            for trail in range(0x40, 0xFF):
                try:
                    characters.update(map(ord, bytes([lead, trail]).decode(codec)))
                except UnicodeDecodeError:
                    pass
    for lead in range(0xB0, 0xC9):
        for trail in range(0xA1, 0xFF):
            characters.update(map(ord, bytes([lead, trail]).decode("euc_kr")))
    for low, high in ((0x3000, 0x312F), (0x31F0, 0x31FF), (0xFF00, 0xFFEF), (0x2460, 0x24FF)):
        characters.update(range(low, high + 1))
    # Latin, Greek and Cyrillic come from the other fonts.
    return {c for c in characters if c >= 0x2000}


def cjk(family):
    font = TTFont(NOTO_CJK / "NotoSansCJK-Regular.ttc", fontNumber=CJK_FACE_SC)
    reduce(font, cjk_characters(), ("locl", "ccmp"))
    for table in ("VORG", "vhea", "vmtx", "BASE"):
        if table in font:
            del font[table]
    # The 16-bit character table overflows with Hangul; every reader we use takes the 32-bit one.
    wide = CmapSubtable.newSubtable(12)
    wide.platformID, wide.platEncID, wide.language = 3, 10, 0
    wide.cmap = font.getBestCmap()
    font["cmap"].tables = [wide]
    rename(font, family, 400)
    return font


def main():
    if os.environ.get("PYTHONHASHSEED") != "0":
        sys.exit("set PYTHONHASHSEED=0, so that two runs give the same bytes")
    packages = Path(sys.argv[1])
    output = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).parent
    hanken = packages / "fontsource-variable-hanken-grotesk-5.3.0" / "package"
    newsreader = packages / "fontsource-variable-newsreader-5.3.0" / "package"
    latin = [(0x20, 0x24F), (0x300, 0x36F), (0x370, 0x52F), (0x1E00, 0x1FFF), (0x2000, 0x22FF)]
    hanken_file = "hanken-grotesk-SLICE-wght-normal"
    fonts = {
        "hanken-grotesk-400.ttf": instance(hanken, hanken_file, {"wght": 400}, "Hanken Grotesk", 400),
        "hanken-grotesk-600.ttf": instance(hanken, hanken_file, {"wght": 600}, "Hanken Grotesk", 600),
        "newsreader-400.ttf": instance(
            newsreader, "newsreader-SLICE-opsz-normal", {"opsz": 16, "wght": 400}, "Newsreader", 400
        ),
        "noto-sans-400.ttf": noto("NotoSans-Regular.ttf", latin, "Noto Sans", 400),
        "noto-sans-700.ttf": noto("NotoSans-Bold.ttf", latin, "Noto Sans", 700),
        "noto-sans-arabic-400.ttf": noto("NotoSansArabic-Regular.ttf", None, "Noto Sans Arabic", 400),
        "noto-sans-arabic-700.ttf": noto("NotoSansArabic-Bold.ttf", None, "Noto Sans Arabic", 700),
        "noto-sans-hebrew-400.ttf": noto("NotoSansHebrew-Regular.ttf", None, "Noto Sans Hebrew", 400),
        "noto-sans-hebrew-700.ttf": noto("NotoSansHebrew-Bold.ttf", None, "Noto Sans Hebrew", 700),
        "noto-sans-cjk-400.otf": cjk("Noto Sans CJK"),
    }
    total = 0
    for name, font in fonts.items():
        stored = BytesIO()
        font.save(stored)
        plain = stored.getvalue()
        packed = brotli.compress(plain, mode=brotli.MODE_FONT, quality=11, lgwin=24)
        (output / f"{name}.br").write_bytes(packed)
        total += len(packed)
        print(f"{name}: {len(plain):>9} -> {len(packed):>8}, {len(font.getBestCmap())} characters")
    print(f"embedded: {total}")


if __name__ == "__main__":
    main()
