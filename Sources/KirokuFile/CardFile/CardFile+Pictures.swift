import CSQLite

extension CardFile {
    /// Adds a picture to the document; a picture that is added repeatedly is kept once.
    ///
    /// It is durable when this returns. Adding a picture is not a step of the history: undo restores the cell's text.
    ///
    /// - Parameters:
    ///   - bytes: the picture's own bytes, which are kept as they are.
    ///   - hash: identifies them: their SHA-256 sum.
    ///   - name: the wanted name; if another picture has it, a number is added.
    /// - Returns: its name in the document.
    /// - Throws: ``StorageError``; nothing was added then.
    package func addPicture(_ bytes: [UInt8], hash: String, name: String) throws(StorageError) -> String {
        let connection = try pictureConnection()
        var kept = ""
        try writeBesides(connection) { () throws(StorageError) in
            try connection.execute(PictureTable.creation)
            let known = try connection.prepare(PictureTable.nameOfHash)
            try known.bind(hash, at: 1)
            if try known.step() {
                kept = known[0].text
                known.reset()
                return []
            }
            if let wanted = try connection.wantedName(ofHash: hash) {
                // The server has the picture, under that name.
                try connection.insertPicture(bytes, hash: hash, name: wanted)
                try connection.forgetWanted(hash)
                kept = wanted
                return []
            }
            kept = try PictureName.unique(name) { (name) throws(StorageError) in
                let taken = try connection.prepare(PictureTable.sizeOfName)
                try taken.bind(name, at: 1)
                guard try !taken.step() else { return true }
                return try connection.wantedSize(ofName: name) != nil
            }
            try connection.insertPicture(bytes, hash: hash, name: kept)
            return try connection.rows(ofPicture: kept)
        }
        return kept
    }

    /// The bytes of a picture, or `nil` if the document has none of that name.
    ///
    /// - Throws: ``StorageError``; ``StorageError/tooLarge(path:)`` if it has more bytes than `limit`,
    ///   ``StorageError/cancelled`` if the task was cancelled.
    package func picture(named name: String, atMost limit: Int) throws(StorageError) -> [UInt8]? {
        // Many may have been requested and then scrolled out of sight.
        guard !Task.isCancelled else { throw .cancelled }
        let connection = try pictureConnection()
        guard try connection.hasPictures() else { return try checkWanted(name, connection) }
        let size = try connection.prepare(PictureTable.sizeOfName)
        try size.bind(name, at: 1)
        guard try size.step() else { return try checkWanted(name, connection) }
        guard size[0].integer <= Int64(limit) else { throw .tooLarge(path: path) }
        let selection = try connection.prepare(PictureTable.selection)
        try selection.bind(name, at: 1)
        return try selection.step() ? selection[0].bytes : nil
    }

    /// - Throws: ``StorageError/onServer(picture:others:)`` if there is such a picture on the server.
    /// - Returns: `nil`.
    private func checkWanted(_ name: String, _ connection: SQLiteConnection) throws(StorageError) -> [UInt8]? {
        if try connection.wantedSize(ofName: name) != nil { throw .onServer(picture: name) }
        return nil
    }

    /// Only checks that the picture is here; fetching is up to the program that keeps the document in sync.
    ///
    /// - Throws: ``StorageError/onServer(picture:others:)`` if it is not here.
    package func fetch(pictureNamed name: String) throws(StorageError) {
        let connection = try pictureConnection()
        if try connection.hasPictures() {
            let known = try connection.prepare(PictureTable.sizeOfName)
            try known.bind(name, at: 1)
            if try known.step() { return }
        }
        _ = try checkWanted(name, connection)
    }

    /// All pictures of the document, in the order of their names, including those that are still on the server.
    ///
    /// - Throws: ``StorageError``.
    package func pictures() throws(StorageError) -> [StoredPicture] {
        let connection = try pictureConnection()
        let sources = (here: try connection.hasPictures(), there: try connection.hasWanted())
        guard let selection = PictureTable.list(sources.here, sources.there) else { return [] }
        let list = try connection.prepare(selection)
        var pictures: [StoredPicture] = []
        while try list.step() {
            pictures.append(
                StoredPicture(
                    name: list[0].text, byteCount: Int(clamping: list[1].integer), hash: list[2].text,
                    isHere: list[3].integer != 0))
        }
        return pictures
    }

    /// Removes pictures from the document permanently; those that are not there are ignored.
    ///
    /// The file does not shrink before ``giveSpaceBack()``; until then the space is reused.
    ///
    /// - Throws: ``StorageError``; all of them are still there then.
    package func removePictures(named names: [String]) throws(StorageError) {
        let connection = try pictureConnection()
        guard try connection.hasPictures() else { return }
        try writeBesides(connection) { () throws(StorageError) in
            let hasServer = try connection.sharing().map { $0.foreign == nil } ?? false
            for name in names {
                if hasServer { try connection.wantAgain(name) }
                let removal = try connection.prepare(PictureTable.removal)
                try removal.bind(name, at: 1)
                try removal.run()
            }
            return []
        }
    }

    private func pictureConnection() throws(StorageError) -> SQLiteConnection {
        guard let connection else { throw .readOnly(path: path) }
        return connection
    }
}

/// The table of pictures, created with the first picture of a document.
///
/// | column | is |
/// |---|---|
/// | `name` | what the picture is called |
/// | `hash` | the SHA-256 sum of its bytes, so that the same picture is there once |
/// | `bytes` | the picture, as it came |
enum PictureTable {
    static let creation = """
        CREATE TABLE IF NOT EXISTS pictures(name TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, bytes BLOB NOT NULL)
        """
    static let exists = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'pictures'"
    static let nameOfHash = "SELECT name FROM pictures WHERE hash = ?"
    static let sizeOfName = "SELECT length(bytes) FROM pictures WHERE name = ?"
    static let insertion = "INSERT INTO pictures(name, hash, bytes) VALUES(?, ?, ?)"
    static let selection = "SELECT bytes FROM pictures WHERE name = ?"

    /// The statement that lists all pictures: those that are here, and those on the server that no picture here equals
    /// in name or bytes.
    static func list(_ here: Bool, _ there: Bool) -> String? {
        let others =
            "SELECT name, size, hash, 0 FROM wanted"
            + (here
                ? " WHERE NOT EXISTS (SELECT 1 FROM pictures p WHERE p.name = wanted.name OR p.hash = wanted.hash)"
                : "")
        let parts =
            (here ? ["SELECT name, length(bytes), hash, 1 FROM pictures"] : []) + (there ? [others] : [])
        return parts.isEmpty ? nil : parts.joined(separator: " UNION ALL ") + " ORDER BY 1"
    }

    static let removal = "DELETE FROM pictures WHERE name = ?"
}

extension SQLiteConnection {
    func hasPictures() throws(StorageError) -> Bool { try prepare(PictureTable.exists).step() }

    /// Inserts a picture that is not there yet.
    func insertPicture(_ bytes: [UInt8], hash: String, name: String) throws(StorageError) {
        let insertion = try prepare(PictureTable.insertion)
        try insertion.bind(name, at: 1)
        try insertion.bind(hash, at: 2)
        try insertion.run(binding: bytes, at: 3)
    }
}
