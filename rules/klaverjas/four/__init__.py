"""Klaverjas for four in two partnerships (RULES §2–4)."""
