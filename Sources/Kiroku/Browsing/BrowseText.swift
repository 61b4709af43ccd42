import KirokuCore
import KirokuServer

/// The texts about a table that is browsed on its server.
@MainActor
enum BrowseText {
    /// "On the server, read-only · ≈ 12,000,000 records".
    static func subtitle(_ rows: RemoteRows) -> String {
        localized("On the server, read-only") + " · " + count(rows)
    }

    /// The message about records with cells that are too long.
    static func leftOut(_ count: Int) -> String {
        localized(
            "Some cells of {count} record are too long to load and are not shown.",
            "Some cells of {count} records are too long to load and are not shown.", count: count)
    }

    /// How many records are browsed.
    static func count(_ rows: RemoteRows) -> String { rows.request.condition == nil ? records(rows) : found(rows) }

    /// An estimated number, rounded to three significant digits.
    static func rounded(_ count: Int) -> Int {
        var unit = 1
        while count / unit >= 1_000 { unit *= 10 }
        return (count + unit / 2) / unit * unit
    }

    /// "≈ 12,000,000 records"; without "≈" once they have been counted.
    private static func records(_ rows: RemoteRows) -> String {
        rows.countIsExact
            ? localized("{count} record", "{count} records", count: rows.likelyCount)
            : localized("≈ {count} record", "≈ {count} records", count: rounded(rows.likelyCount))
    }

    /// "≈ 3,400 found".
    static func found(_ rows: RemoteRows) -> String {
        rows.countIsExact
            ? localized("{count} found", "{count} found", count: rows.likelyCount)
            : localized("≈ {count} found", "≈ {count} found", count: rounded(rows.likelyCount))
    }

    /// What is slow, for a question before it begins.
    static func warning(_ slowness: BrowseEstimate.Slowness) -> String {
        let figures = [
            "records": localizedNumber(rounded(slowness.records)),
            "time": duration(slowness.seconds),
        ]
        return slowness.isOrder
            ? localized(
                "The server has no index for this order, so it must sort about {records} records for each page. That takes about {time}. An index on the field would make it fast.",
                figures)
            : localized(
                "The server has no index for this search, so it may have to read all of about {records} records. That takes up to about {time}. “contains” and “ends with” are always slow.",
                figures)
    }

    private static func duration(_ seconds: Double) -> String {
        let whole = max(1, Int(seconds.rounded()))
        return whole < 120
            ? localized("{count} second", "{count} seconds", count: whole)
            : localized("{count} minute", "{count} minutes", count: whole / 60)
    }
}
