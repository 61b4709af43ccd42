import KirokuCore

/// The texts about duplicates.
extension DuplicateReview {
    /// How many groups there are, and what became of them.
    public var summary: String {
        var sentences = [
            localized(
                "{count} group of similar records, {records} records in total.",
                "{count} groups of similar records, {records} records in total.", count: groups.count,
                ["records": localizedNumber(groups.records.count)])
        ]
        let merged = outcomes.values.count { $0 == .merged }
        if merged > 0 {
            sentences.append(localized("{count} group is merged.", "{count} groups are merged.", count: merged))
        }
        let leftOut = outcomes.count - merged
        if leftOut > 0 {
            sentences.append(
                localized(
                    "{count} group is marked as no duplicates.", "{count} groups are marked as no duplicates.",
                    count: leftOut))
        }
        if !groups.isComplete {
            sentences.append(
                localized("Very many texts are similar; some that differ in a letter or two may be missing."))
        }
        return localizedSentences(sentences)
    }

    /// How many records a group has and in which fields they differ, or what became of it.
    public func text(of group: Int, in table: RecordTable) -> String {
        let place = ["group": localizedNumber(group + 1), "groups": localizedNumber(groups.count)]
        switch outcomes[group] {
        case .merged: return localized("Group {group} of {groups} is merged.", place)
        case .leftOut: return localized("Group {group} of {groups}: no duplicates.", place)
        case nil: break
        }
        guard let merge = merge(of: group, in: table) else {
            return localized("Group {group} of {groups}: fewer than two of its records are left.", place)
        }
        let count = merge.records.count
        let different = differences(of: merge, in: table)
        if different.isEmpty {
            return localized(
                "Group {group} of {groups}: {count} record, nothing would be lost.",
                "Group {group} of {groups}: {count} records, nothing would be lost.", count: count, place)
        }
        return localized(
            "Group {group} of {groups}: {count} record, different in {fields}.",
            "Group {group} of {groups}: {count} records, different in {fields}.", count: count,
            place.merging(["fields": different]) { one, _ in one })
    }

    /// The names of the first fields in which something would be lost, searched for in the first records.
    private func differences(of merge: RecordMerge, in table: RecordTable) -> String {
        let records = merge.records.prefix(Self.comparedLimit)
        let fields = table.schema.fields.indices.lazy.filter { field in records.contains { merge.isLost($0, field) } }
        let names = fields.prefix(Self.named + 1).map { ShownText.short(table.schema[$0].name) }
        let shown = names.prefix(Self.named).joined(separator: localized(", "))
        return names.count > Self.named ? shown + localized(", ") + "…" : shown
    }

    private static let comparedLimit = 100
    private static let named = 5
}
