"""Cards look and sound as they do where the language is spoken (RULES §9)."""

import pytest

from klaverjas import PACK
from klaverjas_words import LANGUAGES, Faces, load


@pytest.mark.parametrize(
    ("language", "faces"),
    [
        ("nl", "A H V B 10"),
        ("en", "A K Q J 10"),
        ("de", "A K D B 10"),
        ("no", "E K D Kn 10"),
        ("sv", "E K D Kn 10"),
        ("fi", "Ä K R S 10"),
    ],
)
def test_faces_are_those_of_the_language(language: str, faces: str) -> None:
    shown = Faces(load(language))
    assert " ".join(map(shown.face, "AKQJT")) == faces
    assert " ".join(map(shown.face, "987")) == "9 8 7"


@pytest.mark.parametrize(
    ("language", "jack_of_hearts", "ace_of_clubs"),
    [
        ("nl", "hartenboer", "klaveraas"),
        ("en", "jack of hearts", "ace of clubs"),
        ("de", "Herz-Bube", "Kreuz-Ass"),
        ("no", "hjerter knekt", "kløver ess"),
        ("sv", "hjärter knekt", "klöver ess"),
        ("fi", "herttasotamies", "ristiässä"),
    ],
)
def test_cards_are_read_aloud(language: str, jack_of_hearts: str, ace_of_clubs: str) -> None:
    faces = Faces(load(language))
    assert faces.spoken("HJ") == jack_of_hearts
    assert faces.spoken("CA") == ace_of_clubs


def test_signs_give_way_to_letters() -> None:
    assert Faces(load("nl")).cards(("HJ", "CT")) == "♥B ♣10"
    assert Faces(load("nl"), signs=False).cards(("HJ", "CT")) == "hB k10"
    assert Faces(load("de"), signs=False).cards(("DA", "CA")) == "kaA krA"
    assert Faces(load("nl")).signed_suit("S") == "♠ schoppen"
    assert Faces(load("nl"), signs=False).signed_suit("S") == "schoppen"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("signs", [True, False])
def test_no_two_cards_look_or_sound_alike(language: str, signs: bool) -> None:
    faces = Faces(load(language), signs=signs)
    assert len({faces.card(card) for card in PACK}) == 32
    assert len({faces.spoken(card) for card in PACK}) == 32
