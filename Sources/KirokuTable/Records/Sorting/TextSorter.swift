import Glibc

/// Sorts entries of texts by all their bytes, which is the order of their code points.
struct TextSorter {
    let texts: StringColumn
    /// The records that the entries' positions stand for.
    let records: [Int]

    /// This few texts are compared directly instead of by their next bytes.
    private static let fewest = 32

    /// Sorts entries that have the key of the texts' first bytes.
    ///
    /// Where keys are equal and the texts have more bytes, these form the next key, and so on. Pending work is kept in
    /// a list, as recursion would exhaust the stack for texts with much in common.
    func sort(_ entries: inout [SortEntry]) {
        texts.withTexts { texts in
            SortEntries.sort(&entries)
            var groups = Self.groups(in: entries[...], depth: SortKey.textBytes)
            while let group = groups.popLast() {
                if Task.isCancelled { return }
                if group.range.count <= Self.fewest {
                    entries[group.range].sort { isBefore($0, $1, from: group.depth, texts) }
                    continue
                }
                var part = Array(entries[group.range])
                // Sorting by key keeps equal ones in order only if they were; they are, as sorting is stable.
                for index in part.indices {
                    part[index].key = texts.withUTF8(at: records[part[index].position]) {
                        SortKey.key($0, from: group.depth)
                    }
                }
                SortEntries.sort(&part)
                entries.replaceSubrange(group.range, with: part)
                groups += Self.groups(in: entries[group.range], depth: group.depth + SortKey.textBytes)
            }
        }
    }

    private struct Group {
        let range: Range<Int>
        /// How many bytes all texts of the group have in common.
        let depth: Int
    }

    /// The runs of equal keys whose texts have more bytes.
    private static func groups(in entries: ArraySlice<SortEntry>, depth: Int) -> [Group] {
        var groups: [Group] = []
        var start = entries.startIndex
        while start < entries.endIndex {
            var end = start + 1
            while end < entries.endIndex, entries[end].key == entries[start].key { end += 1 }
            if end - start > 1, entries[start].key & 0xff == SortKey.more {
                groups.append(Group(range: start..<end, depth: depth))
            }
            start = end
        }
        return groups
    }

    private func isBefore(_ left: SortEntry, _ right: SortEntry, from depth: Int, _ texts: StringTexts) -> Bool {
        let order = texts.compare(records[left.position], records[right.position], from: depth)
        return order < 0 || order == 0 && left.position < right.position
    }
}

extension StringTexts {
    /// Negative, 0 or positive if the first text is before, equal to or after the second; both have `depth` bytes in
    /// common.
    func compare(_ left: Int, _ right: Int, from depth: Int = 0) -> Int {
        withUTF8(at: left) { left in
            withUTF8(at: right) { right in
                let common = min(left.count, right.count)
                if common > depth, let left = left.baseAddress, let right = right.baseAddress {
                    let order = memcmp(left + depth, right + depth, common - depth)
                    if order != 0 { return Int(order) }
                }
                return left.count - right.count
            }
        }
    }

    func areEqual(_ left: Int, _ right: Int) -> Bool { compare(left, right) == 0 }
}
