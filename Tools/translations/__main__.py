"""Keeps the translations in step with the sources.

    python3 Tools/translations COMMAND [--root FOLDER]

template    writes the texts of the sources to data/po/kiroku.pot
update      does so, and brings each data/po/*.po up to date with them
check       fails if a text is not translated, or a translation is not looked over, out of date or at odds with the text
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import catalogue
from swift_texts import SourceFault, texts_below

# Where `localized` itself is written, which hands on what it is given.
_LEFT_OUT = frozenset({"Sources/KirokuBase/Language/Localized.swift"})


class Project:
    """The sources and translations in a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "data/po"
        self.template_file = self.folder / "kiroku.pot"
        self.translations = sorted(self.folder.glob("*.po"))

    def messages(self) -> list[catalogue.Message]:
        """The texts of the sources."""
        return catalogue.merged(texts_below(self.root, "Sources", leaving_out=_LEFT_OUT))

    def template(self) -> int:
        """Writes the catalogue that translations start from."""
        self.template_file.write_text(catalogue.template(self.messages()), encoding="utf-8")
        return 0

    def update(self) -> int:
        """Adds new texts to the translations, with guesses marked as such, and takes out those that are gone."""
        self.template()
        for file in self.translations:
            run("msgmerge", "--quiet", "--update", "--backup=none", "--no-wrap", "--previous", file,
                self.template_file)
            run("msgattrib", "--no-obsolete", "--no-wrap", f"--output-file={file}", file)
        return 0

    def check(self) -> int:
        """Says what is wrong with each translation."""
        messages = self.messages()
        if not self.translations:
            return tell(f"There are no translations in {self.folder}.")
        count = 0
        for file in self.translations:
            with tempfile.NamedTemporaryFile() as scratch:
                run("msgfmt", "--check", f"--output-file={scratch.name}", file)
            for fault in catalogue.faults(messages, file.read_text(encoding="utf-8")):
                count += tell(f"{file.relative_to(self.root)}: {fault}")
        if count:
            tell("`make update-translations` brings the files up to date; CONTRIBUTING.md says how to translate.")
        return 1 if count else 0


def tell(line: str) -> int:
    """Says something on standard error; the status of a check that fails."""
    print(line, file=sys.stderr)
    return 1


def run(*command: str | Path) -> None:
    """Runs one of gettext's tools."""
    subprocess.run(command, check=True)


def main() -> int:
    """Does what was asked for; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("template", "update", "check"))
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    options = parser.parse_args()
    try:
        return getattr(Project(options.root), options.command)()
    except SourceFault as fault:
        return tell(str(fault))
    except subprocess.CalledProcessError as failure:
        return tell(f"{failure.cmd[0]} has failed.")


sys.exit(main())
