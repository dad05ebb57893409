"""Klaberjass as a club player plays it."""
