#!/usr/bin/env python3
"""The colours of a part of a picture: rrggbb and how many pixels have it, a line each, the most frequent first.

usage: pixels.py FILE X Y WIDTH HEIGHT

FILE is a PNG as Cairo writes pictures without opacity: 8 bits each of red, green and blue.
"""

import collections
import struct
import sys
import zlib


def chunks(png):
    if png[:8] != b"\x89PNG\r\n\x1a\n":
        raise SystemExit("no PNG")
    at = 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        yield kind, png[at + 8:at + 8 + length]
        at += length + 12


def predicted(method, left, above, corner):
    if method < 4:
        return (0, left, above, (left + above) // 2)[method]
    return min((left, above, corner), key=lambda byte: abs(left + above - corner - byte))


def rows(png):
    """The bytes of each row; by PNG (third edition), 9.2."""
    parts = list(chunks(png))
    width, height, *form = struct.unpack(">IIBBBBB", parts[0][1])
    if form != [8, 2, 0, 0, 0]:
        raise SystemExit("a PNG of another form")
    data = zlib.decompress(b"".join(part for kind, part in parts if kind == b"IDAT"))
    above = bytearray(3 + 3 * width)
    for y in range(height):
        line = data[y * (1 + 3 * width):(y + 1) * (1 + 3 * width)]
        row = bytearray(3)  # left of the first pixel
        for x, byte in enumerate(line[1:], 3):
            row.append((byte + predicted(line[0], row[x - 3], above[x], above[x - 3])) & 255)
        yield row[3:]
        above = row


def main():
    if len(sys.argv) != 6:
        raise SystemExit(__doc__)
    x, y, width, height = map(int, sys.argv[2:])
    with open(sys.argv[1], "rb") as file:
        part = [row[3 * x:3 * (x + width)] for row in list(rows(file.read()))[y:y + height]]
    counts = collections.Counter(row[at:at + 3].hex() for row in part for at in range(0, len(row), 3))
    for colour, count in counts.most_common():
        print(colour, count)


if __name__ == "__main__":
    main()
