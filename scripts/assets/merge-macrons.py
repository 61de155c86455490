"""Adds the vowels with macrons of one cut of a variable font to another cut of the same font.

Usage: merge-macrons.py LATIN.ttf EXTENSION.ttf OUT.woff2. Both have the same axes, and the macron vowels are
composites (vowel + macron), so only the macrons bring new outlines. They kern as their plain vowels do.
"""

import sys

from fontTools.ttLib import TTFont

PLAIN = dict(zip("āēīōūĀĒĪŌŪ", "aeiouAEIOU"))


def axes(font):
    return [(a.axisTag, a.minValue, a.defaultValue, a.maxValue) for a in font["fvar"].axes]


def copy_glyph(font, extension, name, order):
    if name in order:
        return
    glyph = extension["glyf"][name]
    if glyph.isComposite():
        for component in glyph.components:
            copy_glyph(font, extension, component.glyphName, order)
    order.append(name)
    font["glyf"].glyphs[name] = glyph
    font["hmtx"].metrics[name] = extension["hmtx"].metrics[name]
    font["gvar"].variations[name] = extension["gvar"].variations.get(name, [])


def kern_like(font, new, old):
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for sub in lookup.SubTable:
            sub = getattr(sub, "ExtSubTable", sub)
            if type(sub).__name__ != "PairPos":
                continue
            if sub.Format == 1:
                copy_pairs(sub, new, old)
                continue
            if old in sub.ClassDef2.classDefs:
                sub.ClassDef2.classDefs[new] = sub.ClassDef2.classDefs[old]
            if old in sub.Coverage.glyphs:
                sub.Coverage.glyphs.append(new)
                if old in sub.ClassDef1.classDefs:
                    sub.ClassDef1.classDefs[new] = sub.ClassDef1.classDefs[old]


def copy_pairs(sub, new, old):
    if old in sub.Coverage.glyphs:
        sub.PairSet.append(sub.PairSet[sub.Coverage.glyphs.index(old)])
        sub.Coverage.glyphs.append(new)


def main(latin_path, extension_path, out):
    font, extension = TTFont(latin_path, recalcTimestamp=False), TTFont(extension_path)
    assert axes(font) == axes(extension), (axes(font), axes(extension))
    # Advances of the added glyphs vary by gvar's phantom points; without HVAR the whole font does so, correctly.
    for table in ("HVAR", "MVAR", "STAT"):
        if table in font:
            del font[table]
    names, order = extension.getBestCmap(), list(font.getGlyphOrder())
    for letter in PLAIN:
        copy_glyph(font, extension, names[ord(letter)], order)
    font.setGlyphOrder(order)
    font["glyf"].setGlyphOrder(order)
    for letter, plain in PLAIN.items():
        for table in font["cmap"].tables:
            table.cmap[ord(letter)] = names[ord(letter)]
        kern_like(font, names[ord(letter)], font.getBestCmap()[ord(plain)])
    font["post"].formatType = 3.0
    font.flavor = "woff2"
    font.save(out)


main(*sys.argv[1:4])
