"""Real data, from end to end: the packages that are installed on this system."""

import subprocess

from support import clipboard
from support.testcase import AcceptanceTest

FIELDS = ["Package", "Version", "Installed-Size", "Essential", "Summary"]
FORMAT = r"${Package}\t${Version}\t${Installed-Size}\t${Essential}\t${binary:Summary}\n"
SUMMARY = FIELDS.index("Summary")


def packages() -> list[list[str]]:
    """The records that dpkg-query gives."""
    text = subprocess.run(["dpkg-query", "-W", f"-f={FORMAT}"], capture_output=True, check=True).stdout.decode()
    return [line.split("\t") for line in text.split("\n")[:-1]]


def as_text(records: list[list[str]]) -> str:
    """Tab-separated text with the header line; cells that need quotes have them."""

    def written(cell: str) -> str:
        return '"' + cell.replace('"', '""') + '"' if '"' in cell else cell

    return "".join("\t".join(map(written, record)) + "\n" for record in [FIELDS, *records])


class InstalledPackages(AcceptanceTest):
    """Open, edit, add, delete, copy, kill, and open again."""

    def test_whole_way(self) -> None:
        """Nothing is missing at the end, whoever asks."""
        records = packages()
        self.assertGreater(len(records), 100)
        source = "\n".join("\t".join(record) for record in [FIELDS, *records]) + "\n"
        file = self.write("packages.tsv", source)
        window = self.open(file)
        window.wait_until_saved(len(records))
        self.assertEqual(window.table.headings, FIELDS)
        self.assertEqual(window.table.row_count, len(records))
        self.assertEqual(window.document.fields(), FIELDS)

        window.enter(1, SUMMARY, "what I think of it")
        records[1][SUMMARY] = "what I think of it"
        window.wait_for_cell(1, SUMMARY, "what I think of it")

        window.press("Add record")
        last = len(records)
        window.wait_for_cursor(last, 0)
        window.keyboard.type("my-package")
        window.wait_for_typed("Package", "my-package")
        window.keyboard.press("Return")
        window.wait_for_cell(last, 0, "my-package")
        records.append(["my-package", "", "", "", ""])

        window.go_to(3, 0)
        window.keyboard.press("ctrl+Delete")
        del records[3]
        window.wait_for_cell(3, 0, records[3][0])

        window.keyboard.press("ctrl+shift+c")
        window.wait_for_message(f"Copied {len(records):,} records to the clipboard.")
        expected = as_text(records)
        self.assertEqual(clipboard.read("text/tab-separated-values"), expected)
        self.assertEqual(clipboard.read(), expected)

        window.wait_until_saved(len(records))
        window.program.kill()
        self.assertEqual(file.read_text(), source)
        self._check_document(window.document.query("SELECT * FROM cards"), records)

        again = self.open(window.document.path)
        again.wait_until_saved(len(records))
        self.assertEqual(again.document.count(), len(records))
        for row in (0, 1, 2, 3, 4, len(records) // 2, len(records) - 2, len(records) - 1):
            self.assertEqual(again.table.row(row), records[row])
        again.keyboard.press("ctrl+shift+c")
        again.wait_for_message(f"Copied {len(records):,} records to the clipboard.")
        self.assertEqual(clipboard.read(), expected)
        print(f"{len(records):,} records", end=" ", flush=True)

    def _check_document(self, rows: list[dict[str, object]], records: list[list[str]]) -> None:
        """Compares the document with the records: sizes are numbers in it, and what is empty is NULL."""
        self.assertEqual(len(rows), len(records))
        for row, record in zip(rows, records, strict=True):
            size = record[2]
            self.assertEqual(row["Installed-Size"], int(size) if size else None)
            texts = [row[field] for field in FIELDS if field != "Installed-Size"]
            self.assertEqual(texts, [cell or None for index, cell in enumerate(record) if index != 2])
