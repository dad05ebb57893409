"""An evening in one file: what is finished, or all of it, to carry on somewhere else."""

from klaverjas_server.archive.errors import ArchiveDamaged, ArchiveError, ArchiveTooNew
from klaverjas_server.archive.export import Exported, export_log
from klaverjas_server.archive.form import FORM_VERSION, Archive, Head, write_archive
from klaverjas_server.archive.intake import CODES_FILE, Imported, import_archive
from klaverjas_server.archive.reopening import Place, Reopened

__all__ = [
    "CODES_FILE",
    "FORM_VERSION",
    "Archive",
    "ArchiveDamaged",
    "ArchiveError",
    "ArchiveTooNew",
    "Exported",
    "Head",
    "Imported",
    "Place",
    "Reopened",
    "export_log",
    "import_archive",
    "write_archive",
]
