"""What is measured, in which unit, and which peers a figure is held against."""
from dataclasses import dataclass

THUMBNAILERS = ("vips", "gdk-pixbuf", "magick", "Pillow")
EVERY_PEER = ("C", "polars", "duckdb", "pandas", "sqlite3")


@dataclass(frozen=True)
class Work:
    """One line of the report.

    `rivals` are the peers that the ratio is made with: the best of them counts. All others are only shown. `aim` is
    the ratio to reach, `limit` the figure not to exceed.
    """

    name: str
    unit: str = "ms"
    rivals: tuple = ()
    aim: float | None = None
    limit: float | None = None


WORKS = [
    Work("find int", rivals=("C",), aim=1),
    Work("find float", rivals=("C",), aim=1),
    Work("find prefix", rivals=("C",), aim=1),
    Work("find contains", rivals=("C",), aim=1),
    Work("find date", rivals=("polars", "duckdb"), aim=1),
    Work("find decimal", rivals=("polars", "duckdb"), aim=1),
    Work("find choice"),
    Work("find small int"),
    Work("find by closure", rivals=("C",), aim=0.8),
    Work("write text", rivals=EVERY_PEER, aim=2),
    Work("read text", rivals=EVERY_PEER, aim=1),
    Work("read dates", rivals=("polars", "duckdb"), aim=1),
    Work("read decimals", rivals=("polars", "duckdb"), aim=1),
    Work("read choices"),
    Work("read small ints"),
    Work("write HTML"),
    Work("order by int", rivals=EVERY_PEER, aim=1),
    Work("order by string", rivals=EVERY_PEER, aim=1),
    Work("order by date", rivals=("polars", "duckdb"), aim=1),
    Work("order by decimal", rivals=("polars", "duckdb"), aim=1),
    Work("order by choice"),
    Work("order by small int"),
    Work("order by locale"),
    Work("check unique ints", limit=50),
    Work("edit a unique int", limit=1),
    Work("find duplicates", rivals=("polars", "duckdb", "sqlite3"), aim=1, limit=500),
    Work("find folded duplicates"),
    Work("find similar texts", limit=10_000),
    Work("open document", rivals=("C",), aim=0.7),
    Work("search a document", rivals=("sqlite3",), aim=1),
    Work("search a document for text", rivals=("sqlite3",), aim=1),
    Work("search a document, ignoring case", rivals=("sqlite3",), aim=1),
    Work("search ten times the records", rivals=("sqlite3",), aim=1),
    Work("search ten times the records for text", rivals=("sqlite3",), aim=1),
    Work("import", rivals=("sqlite3",), aim=1),
    Work("one edit", rivals=("C",), aim=0.67),
    Work("insert in the middle", limit=1),
    Work("see an edit of another Kiroku", limit=100),
    Work("see a cell that sqlite3 sets", limit=500),
    Work("memory per record", unit="bytes", rivals=EVERY_PEER, limit=49),
    Work("peak memory, reading", unit="MB", rivals=EVERY_PEER),
    Work("memory of undo", unit="MB", limit=2),
    Work("thumbnail", rivals=THUMBNAILERS, aim=1),
    Work("thumbnail, two processors"),
    Work("first thumbnail", rivals=THUMBNAILERS, aim=1),
    Work("first sight"),
    Work("empty start", rivals=("gedit",), aim=1),
    Work("document in sight", rivals=("sqlitebrowser",), limit=300),
    Work("document in sight, all of it"),
    Work("text in sight", rivals=("calc", "gnumeric"), limit=1000),
    Work("text in sight, all of it"),
    Work("page down", rivals=("sqlitebrowser", "calc", "gnumeric"), limit=5),
    Work("memory, document in sight", unit="MB", rivals=("sqlitebrowser",), limit=143),
    Work("memory, text in sight", unit="MB", rivals=("calc", "gnumeric")),
    Work("pause, loading", limit=16),
    Work("pause, loading text", limit=16),
    Work("pause, Page Down held", limit=16),
    Work("pause, typing", limit=16),
    Work("pause, scroll bar dragged", limit=16),
    Work("pause, sorting", limit=16),
    Work("pause, values of a field", limit=16),
    Work("pause, search among values", limit=16),
]

# The same loop measures both: with a condition of ours, and with a closure of the caller's.
SAME_FOR_PEERS = {"find by closure": "find int"}

# Ten times the records may take this many times as long.
GROWTH_AIM = 12
