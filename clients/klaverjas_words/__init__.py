"""The words of the game in six languages, and the faces of its cards.

>>> words = load(choose("nl-NL, en;q=0.8"))
>>> words.text("event.passed", name="Riet")
'Riet past.'
"""

from klaverjas_words.catalogue import LANGUAGES, Catalogue, MissingText, load
from klaverjas_words.faces import SIGNS, Faces
from klaverjas_words.languages import choose

__all__ = ["LANGUAGES", "SIGNS", "Catalogue", "Faces", "MissingText", "choose", "load"]
