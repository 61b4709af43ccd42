"""What the documents of the project name is there: types, members, files and folders."""

import re
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
ARTICLES = sorted(f"docs/{path.name}" for path in (PROJECT / "docs").glob("*.md"))
DOCUMENTS = ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", *ARTICLES)

NOT_OURS = {"AsyncStream", "GtkTreeView", "MainActor.assumeIsolated", "Task.sleep", "fNumber_i", "fRate_f"}
"""Names from libraries, and from articles."""

NOT_KEPT = {"Resources/locale", "Resources/manual", "data/po/kiroku.pot", "Sources/Towers/main.swift", "data/po/LANGUAGE.po"}
"""What is made by the tools, and examples."""

_DECLARED = re.compile(r"\b(?:actor|case|class|enum|func|let|protocol|struct|typealias|var)\s+`?(\w+)|, (\w+)(?=[,(\n])")
_IMPORTED = re.compile(r"^import (\w+)", re.MULTILINE)
_FENCED = re.compile(r"```.*?```", re.DOTALL)
_QUOTED = re.compile(r"`([^`\n]+)`")
_NAME = re.compile(r"[A-Za-z]\w*(?:[.+][A-Za-z]\w*)*")
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_FOLDER = re.compile(r"(?:Resources|Sources|Tests|Tools|data|[A-Z]\w+)(?:/[\w.+-]+)+/?|[A-Z]\w+/")


class Project:
    """Everything in the project that a document may name."""

    def __init__(self, root: Path) -> None:
        kept = [root / name for name in ("Resources", "Sources", "Tests", "Tools", "data")]
        self.paths = {str(path.relative_to(root)) for top in kept for path in [top, *top.rglob("*")]}
        self.paths |= {path.name for path in root.iterdir()}
        sources = "\n".join(path.read_text() for top in kept for path in sorted(top.rglob("*.swift")))
        self.names = {"init", *(name for found in _DECLARED.findall(sources) for name in found)}
        self.names |= set(_IMPORTED.findall(sources))
        for path in self.paths:
            self.names |= {Path(path).name, Path(path).stem}

    def has(self, text: str) -> bool:
        """Whether what stands in backquotes is there; true of what looks like no name of Swift and no path."""
        if text in NOT_OURS | NOT_KEPT:
            return True
        if _FOLDER.fullmatch(text):
            path = text.rstrip("/")
            return any(known == path or known.endswith("/" + path) or known.endswith("/" + path + ".swift")
                       for known in self.paths)
        name = re.sub(r"(\(.*\)|<.*>)$", "", text)
        looks_swift = re.search(r"[a-z]", name) and re.search(r"[A-Z]", name)
        if not looks_swift or not _NAME.fullmatch(name) or name in self.names:
            return True
        return "+" not in name and all(part in self.names for part in name.split("."))


def _anchors(path: Path) -> set[str]:
    """What links to the headings of a document say."""
    headings = _HEADING.findall(_FENCED.sub("", path.read_text()))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


class Links(unittest.TestCase):
    """Documents agree with each other."""

    def test_links(self) -> None:
        """Each link between documents leads to a file, and to a heading of it if it names one."""
        for document in DOCUMENTS:
            here = PROJECT / document
            for target, anchor in _LINK.findall(_FENCED.sub("", here.read_text())):
                there = (here.parent / target).resolve() if target else here
                self.assertTrue(there.exists(), f"{document} links to {target}")
                if anchor:
                    self.assertIn(anchor, _anchors(there), f"{document} links to {target}#{anchor}")


class Names(unittest.TestCase):
    """Documents and sources agree."""

    project = Project(PROJECT)

    def test_documents(self) -> None:
        """Nothing is named that has gone or is called otherwise now."""
        for document in DOCUMENTS:
            text = _FENCED.sub("", (PROJECT / document).read_text())
            gone = sorted({quoted for quoted in _QUOTED.findall(text) if not self.project.has(quoted)})
            self.assertEqual(gone, [], f"{document} names what is not there")

    def test_what_is_not_there(self) -> None:
        """Types, members, files and folders that have gone are found; words that are no names are not."""
        for gone in ("ColumnReading", "Document.applyAll(_:)", "RecordGrid+Songs", "Sources/KirokuTable/Songs", "Songs/",
                     "KirokuTable/Records/Song.swift"):
            self.assertFalse(self.project.has(gone), gone)
        for there in ("Field<Int>", "Document.apply(_:)", "RecordGrid+Rows", "KirokuTable/Records", "Records/", "make test",
                      "KRKU", "application/x-kiroku", "sharing begun", "Condition.init(text:for:)"):
            self.assertTrue(self.project.has(there), there)


if __name__ == "__main__":
    unittest.main()
