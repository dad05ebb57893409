"""Addresses as QR codes."""

from __future__ import annotations

from io import BytesIO

import segno

__all__ = ["qr_svg"]


def qr_svg(text: str) -> str:
    """Draw a text as a QR code: an SVG element that takes the size of its place.

    It stands on white with its quiet zone, so that it can be read from a dark page as well.
    """
    drawing = BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(drawing, kind="svg", xmldecl=False, nl=False, light="#fff", border=4, omitsize=True)
    return drawing.getvalue().decode()
