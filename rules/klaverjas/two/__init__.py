"""Klaberjass for two, as four rule books tell it (RULES §5)."""
