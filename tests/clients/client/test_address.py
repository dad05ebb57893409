"""Addresses are read as people write them."""

import pytest

from klaverjas_client import Address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("laptop", Address("laptop", 7321)),
        (" laptop:7400 ", Address("laptop", 7400)),
        ("192.0.2.7:1", Address("192.0.2.7", 1)),
        ("[::1]", Address("::1", 7321)),
        ("[fe80::1]:65535", Address("fe80::1", 65_535)),
    ],
)
def test_an_address_is_read_and_written(text: str, address: Address) -> None:
    assert Address.parse(text) == address
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    "text",
    ["", " ", ":7321", "laptop:", "laptop:0", "laptop:65536", "laptop:x", "::1", "[::1]7321"],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        Address.parse(text)
