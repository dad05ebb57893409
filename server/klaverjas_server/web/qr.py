"""Addresses as QR codes."""

from __future__ import annotations

import segno

__all__ = ["qr_svg"]


def qr_svg(text: str) -> str:
    """Draw a text as a QR code: an SVG element that takes the size of its place.

    It stands on white with its quiet zone, so that it can be read from a dark page as well.
    """
    code = segno.make_qr(text, error="m")
    return code.svg_inline(light="#fff", dark="#000", border=4, omitsize=True, svgclass="qr")
