"""Files with pictures in them."""

import struct
import zlib


def png(width: int, height: int, stripes: bytes = b"\x80") -> bytes:
    """A picture of grey stripes, from 0, black, to 255, white."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + (stripes * width)[:width]) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
