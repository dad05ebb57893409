"""Klaverjas as a club player plays it."""
