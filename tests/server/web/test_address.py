"""The address that other people can type."""

import pytest

from klaverjas_server.web.address import is_host, public_address

LAN = ["192.168.1.20", "10.0.0.2"]


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.168.1.7:7322", "http://192.168.1.7:7322"),
        ("klaverjas.local", "http://klaverjas.local"),
        ("localhost:7322", "http://192.168.1.20:7322"),
        ("localhost", "http://192.168.1.20"),
        ("table.localhost:80", "http://192.168.1.20:80"),
        ("127.0.0.1:7322", "http://192.168.1.20:7322"),
        ("127.3.2.1", "http://192.168.1.20"),
        ("[::1]:7322", "http://192.168.1.20:7322"),
        ("[fe80::1]:7322", "http://[fe80::1]:7322"),
        ("evil.example/path", "http://192.168.1.20"),
        ("a b", "http://192.168.1.20"),
        ("", "http://192.168.1.20"),
    ],
)
def test_who_sits_at_the_server_is_told_what_works_for_others(host: str, address: str) -> None:
    assert public_address("http", host, LAN) == address


def test_without_a_network_the_visitor_s_address_will_do() -> None:
    assert public_address("https", "localhost:7322", []) == "https://localhost:7322"


@pytest.mark.parametrize(
    "text", ["x;y", "x y", "x\n", "x:123456", "[::1", "*", "x'", 'x"', "<x>", "x:80:90", ""]
)
def test_what_is_no_host_is_seen(text: str) -> None:
    assert not is_host(text)
