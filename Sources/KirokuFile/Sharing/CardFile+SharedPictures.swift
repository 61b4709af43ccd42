/// A picture that others have added, and that is still only on the server.
package struct WantedPicture: Sendable, Hashable {
    package let name: String
    /// The SHA-256 sum of its bytes.
    package let hash: String
    package let size: Int

    package init(name: String, hash: String, size: Int) {
        self.name = name
        self.hash = hash
        self.size = size
    }
}

/// The pictures of a shared document.
extension CardFile {
    /// Records which pictures are on the server; skips those that are here.
    package func want(_ pictures: [WantedPicture]) throws(StorageError) {
        let connection = try opened()
        let missing = try unknown(pictures, connection)
        guard !missing.isEmpty else { return }
        try writeJournaled { (connection) throws(StorageError) in
            let row = try connection.cached("INSERT OR REPLACE INTO wanted(name, hash, size) VALUES(?, ?, ?)")
            for picture in missing {
                try row.bind(picture.name, at: 1)
                try row.bind(picture.hash, at: 2)
                try row.bind(Int64(picture.size), at: 3)
                try row.run()
            }
            return []
        }
    }

    private func unknown(
        _ pictures: [WantedPicture], _ connection: SQLiteConnection
    ) throws(StorageError) -> [WantedPicture] {
        let known = Set(try self.pictures().lazy.filter(\.isHere).map(\.hash))
        let wanted = Set(try wanted().map(\.hash))
        return pictures.filter { !known.contains($0.hash) && !wanted.contains($0.hash) }
    }

    /// Records which pictures the server has; pictures that are here but that it has lost are sent again.
    package func want(all pictures: [WantedPicture]) throws(StorageError) {
        try want(pictures)
        let there = Set(pictures.map(\.hash))
        let lost = try self.pictures().filter { $0.isHere && !there.contains($0.hash) }.map(\.name)
        guard !lost.isEmpty else { return }
        try writeJournaled { (connection) throws(StorageError) in
            let waiting = Set(try connection.waiting().compactMap(\.picture))
            for name in lost where !waiting.contains(name) {
                try connection.append(
                    try connection.rows(ofPicture: name), counter: try connection.changeCounter() &+ 1)
            }
            return []
        }
    }

    /// The pictures that are only on the server.
    package func wanted() throws(StorageError) -> [WantedPicture] {
        let connection = try opened()
        let rows = try connection.prepare("SELECT name, hash, size FROM wanted ORDER BY size, name")
        var wanted: [WantedPicture] = []
        while try rows.step() {
            wanted.append(
                WantedPicture(name: rows[0].text, hash: rows[1].text, size: Int(clamping: rows[2].integer)))
        }
        return wanted
    }

    /// Stores pictures fetched from the server; those without bytes are no longer there.
    package func keep(_ pictures: [(WantedPicture, [UInt8]?)]) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            try connection.execute(PictureTable.creation)
            let known = try connection.prepare("SELECT 1 FROM pictures WHERE name = ?1 OR hash = ?2")
            for (picture, bytes) in pictures {
                if let bytes {
                    try known.bind(picture.name, at: 1)
                    try known.bind(picture.hash, at: 2)
                    let isKnown = try known.step()
                    known.reset()
                    // A picture of that name that has not been sent yet is renamed first.
                    guard !isKnown else { continue }
                    try connection.insertPicture(bytes, hash: picture.hash, name: picture.name)
                }
                try connection.forgetWanted(picture.hash)
            }
            return []
        }
    }

    /// Renames a picture that has not been sent yet, because others have one of its name: here, and in all pending
    /// edits.
    package func rename(picture name: String, to new: String) throws(StorageError) {
        try writeJournaled { (connection) throws(StorageError) in
            let reader = try SmallReader(connection, path: path)
            let renaming = PictureRenaming(
                old: .string(name), new: .string(new),
                fields: Set(reader.schema.fields.filter(\.isPicture).map(\.id)))
            let waiting = try connection.waiting()
            let records = waiting.reduce(into: Set<RecordID>()) { $0.formUnion($1.change.records) }
            let before = try reader.records(records)
            let cells = renaming.cells(of: before)
            try connection.replaceWaiting(
                by: waiting.map { commit in
                    var commit = commit
                    commit.change = renaming.applied(to: commit.change)
                    if commit.picture == name { commit.picture = new }
                    return commit
                })
            let row = try connection.prepare("UPDATE OR IGNORE pictures SET name = ?2 WHERE name = ?1")
            try row.bind(name, at: 1)
            try row.bind(new, at: 2)
            try row.run()
            guard !cells.isEmpty else { return [] }
            try connection.write(.setCells(cells))
            return [OthersCommit(author: .current, time: AppClock.shared.now, change: .setCells(cells))]
        }
    }

    /// The bytes of a picture of the document; `nil` if they are not here.
    package func pictureHere(named name: String) throws(StorageError) -> [UInt8]? {
        guard try pictures().contains(where: { $0.name == name && $0.isHere }) else { return nil }
        return try picture(named: name, atMost: .max)
    }
}

/// The table `wanted` of a shared document, with the pictures that are only on the server.
extension SQLiteConnection {
    func hasWanted() throws(StorageError) -> Bool {
        try prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'wanted'").step()
    }

    /// The size in bytes of the picture of this name on the server; `nil` if there is none.
    func wantedSize(ofName name: String) throws(StorageError) -> Int64? {
        guard try hasWanted() else { return nil }
        let rows = try prepare("SELECT size FROM wanted WHERE name = ?")
        try rows.bind(name, at: 1)
        return try rows.step() ? rows[0].integer : nil
    }

    /// The server's name for the picture with these bytes, if no other picture here has that name.
    func wantedName(ofHash hash: String) throws(StorageError) -> String? {
        guard try hasWanted() else { return nil }
        let rows = try prepare(
            "SELECT name FROM wanted w WHERE hash = ? AND NOT EXISTS (SELECT 1 FROM pictures p WHERE p.name = w.name)")
        try rows.bind(hash, at: 1)
        return try rows.step() ? rows[0].text : nil
    }

    func forgetWanted(_ hash: String) throws(StorageError) {
        let row = try cached("DELETE FROM wanted WHERE hash = ?")
        try row.bind(hash, at: 1)
        try row.run()
    }

    /// Records that a picture being removed here is on the server, unless it has not been sent yet.
    func wantAgain(_ name: String) throws(StorageError) {
        let row = try cached(
            """
            INSERT OR REPLACE INTO wanted(name, hash, size) SELECT name, hash, length(bytes) FROM pictures \
            WHERE name = ?1 AND NOT EXISTS (SELECT 1 FROM journal WHERE accepted = 0 AND picture = ?1)
            """)
        try row.bind(name, at: 1)
        try row.run()
    }
}

/// Another name for a picture, in cells that show it.
private struct PictureRenaming {
    let old: CellValue
    let new: CellValue
    let fields: Set<FieldID>

    func cells(of table: RecordTable) -> [CellChange] {
        table.schema.fields.enumerated().filter { fields.contains($1.id) }.flatMap { index, field in
            table.ids.indices.filter { table[$0, index] == old }.map {
                CellChange(record: table.ids[$0], field: field.id, base: old, value: new)
            }
        }
    }

    func applied(to change: Change) -> Change {
        switch change {
        case .setCells(let cells):
            .setCells(
                cells.map { cell in
                    guard fields.contains(cell.field) else { return cell }
                    return CellChange(
                        record: cell.record, field: cell.field, base: cell.base,
                        value: cell.value == old ? new : cell.value)
                })
        case .insertRecords(let records): .insertRecords(renamed(records))
        case .sequence(let changes): .sequence(changes.map { applied(to: $0) })
        case .deleteRecords, .setPlaces, .changeFields: change
        }
    }

    private func renamed(_ records: RecordTable) -> RecordTable {
        var renamed = records
        for cell in cells(of: records) {
            guard let index = records.index(of: cell.record), let field = records.schema.index(of: cell.field) else {
                continue
            }
            try? renamed.set(new, at: index, field: field)
        }
        return renamed
    }
}
