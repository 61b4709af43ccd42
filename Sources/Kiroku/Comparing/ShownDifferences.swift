import KirokuCore

/// The kinds of differences that can be shown alone, with their numbers.
struct ShownDifferences {
    let choices: [ComparedRows.Choice]
    let titles: [String]

    init(_ rows: ComparedRows) {
        let comparison = rows.comparison
        let (here, there) = (comparison.onlyHere.count, comparison.onlyThere.count)
        let different = comparison.different.count
        var lines: [(ComparedRows.Choice, String)] = [
            (.allDifferences, Self.line(localized("All differences"), here + there + different)),
            (.sort(.onlyHere), Self.line(localized("Only here"), here)),
            (.sort(.onlyThere), Self.line(localized("Only there"), there)),
            (.sort(.different), Self.line(localized("Different"), different)),
            (.sort(.same), Self.line(localized("The same"), comparison.sameCount)),
        ]
        if let origins = rows.origins {
            lines += [
                (.origin(.there), Self.line(localized("Changed there"), origins.counts[.there] ?? 0)),
                (.origin(.here), Self.line(localized("Changed here"), origins.counts[.here] ?? 0)),
                (.origin(.both), Self.line(localized("Changed in both"), origins.counts[.both] ?? 0)),
            ]
        }
        choices = lines.map(\.0)
        titles = lines.map(\.1)
    }

    private static func line(_ title: String, _ count: Int) -> String {
        localized("{title} ({count})", ["title": title, "count": localizedNumber(count)])
    }
}
