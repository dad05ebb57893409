"""What may be wrong with an archive."""

__all__ = ["ArchiveDamaged", "ArchiveError", "ArchiveTooNew"]


class ArchiveError(Exception):
    """Say in a sentence why an archive cannot be written, or not taken in.

    ArchiveError
     ├─ ArchiveDamaged   the file is none, is cut short, or is not what was written
     └─ ArchiveTooNew    a later release wrote it
    """


class ArchiveDamaged(ArchiveError):
    """Refuse a file whose content cannot be trusted."""


class ArchiveTooNew(ArchiveError):
    """Refuse a file written by a later release."""
