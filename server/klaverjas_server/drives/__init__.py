"""Club evenings: who plays with whom at which table, what it came to, and who has won."""
