"""The referee: one question in, one answer out, for programs in any language.

Questions and answers are JSON objects; ``op`` names the question. A question that cannot be
answered gets ``{"error": {"code", "text", …}}``, with the codes of the wire.
"""

from klaverjas.referee.answer import answer, answer_line

__all__ = ["answer", "answer_line"]
