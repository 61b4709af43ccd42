"""Makes the table to read, and bench.json, from the figures of all runs."""
import json
import statistics

from works import GROWTH_AIM, SAME_FOR_PEERS, WORKS

OURS = "kiroku"


class Report:
    def __init__(self, figures, growth):
        """`figures` and `growth`: for each contestant and each work a list of figures; `growth` are ours alone, with a
        tenth of the records."""
        self.medians = {
            name: {work: statistics.median(runs) for work, runs in works.items()} for name, works in figures.items()}
        self.ours = self.medians.get(OURS, {})
        self.small = {work: statistics.median(runs) for work, runs in growth.items()}
        self.rows = [row for row in map(self.row, WORKS) if row] + self.growth_rows()

    def row(self, work):
        ours = self.ours.get(work.name)
        asked = SAME_FOR_PEERS.get(work.name, work.name)
        peers = {name: works[asked] for name, works in self.medians.items() if name != OURS and asked in works}
        if ours is None and not peers:
            return None
        rivals = [figure for name, figure in peers.items() if name in work.rivals]
        ratio = min(rivals) / ours if rivals and ours else None
        return {
            "work": work.name, "ours": ours, "unit": work.unit, "peers": peers, "ratio": ratio,
            **self.verdict(work, ours, ratio)}

    @staticmethod
    def verdict(work, ours, ratio):
        if ours is None:
            return {}
        if work.limit is not None:
            return {"aim": f"≤ {work.limit:g}", "reached": ours <= work.limit}
        if work.aim is None or ratio is None:
            return {}
        return {"aim": f"≥ {work.aim:g}", "reached": ratio >= work.aim}

    def growth_rows(self):
        rows = []
        for work in WORKS:
            large = self.ours.get(work.name)
            if work.unit != "ms" or work.name not in self.small or large is None or work.name == "one edit":
                continue
            times = large / self.small[work.name]
            rows.append({
                "work": f"10 × records, {work.name}", "ours": times, "unit": "times", "peers": {}, "ratio": None,
                "aim": f"≤ {GROWTH_AIM}", "reached": times <= GROWTH_AIM})
        return rows

    def text(self):
        peers = list(dict.fromkeys(name for row in self.rows for name in row["peers"]))
        lines = [["work", "unit", OURS, *peers, "ratio", "aim", ""]]
        for row in self.rows:
            lines.append([
                row["work"], row["unit"], shown(row["ours"]), *(shown(row["peers"].get(name)) for name in peers),
                f"{row['ratio']:.2f}" if row["ratio"] else "", row.get("aim", ""),
                {True: "", False: "missed", None: ""}[row.get("reached")]])
        widths = [max(map(len, column)) for column in zip(*lines)]
        return "\n".join(
            "  ".join(cell.ljust(width) if at < 2 else cell.rjust(width)
                      for at, (cell, width) in enumerate(zip(line, widths))).rstrip()
            for line in lines)

    def write_json(self, path):
        keys = ("work", "ours", "unit", "peers", "ratio")
        with open(path, "w", encoding="utf-8") as file:
            json.dump([{key: row[key] for key in keys} for row in self.rows], file, indent=1, ensure_ascii=False)
            file.write("\n")


def shown(figure):
    if figure is None:
        return "–"
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.1f}" if figure >= 10 else f"{figure:.2f}"
