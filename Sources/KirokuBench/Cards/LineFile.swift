import Glibc

/// Writes the table to a file.
enum LineFile {
    private static let blockSize = 1 << 20

    static func write(_ table: CardTable, to path: String) throws {
        guard let file = fopen(path, "w") else { throw SystemFailure(path: path, code: errno) }
        var block: [UInt8] = []
        block.reserveCapacity(blockSize + 4_096)
        var isWritten = true
        table.forEachLine { line in
            block.append(contentsOf: line.utf8)
            guard block.count >= blockSize else { return }
            isWritten = isWritten && fwrite(block, 1, block.count, file) == block.count
            block.removeAll(keepingCapacity: true)
        }
        isWritten = isWritten && fwrite(block, 1, block.count, file) == block.count
        guard fclose(file) == 0, isWritten else { throw SystemFailure(path: path, code: errno) }
    }
}

/// A file could not be written or read.
struct SystemFailure: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String { "\(path): \(String(cString: strerror(code)))" }
}
