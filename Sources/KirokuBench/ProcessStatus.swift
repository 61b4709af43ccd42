import Glibc

/// The memory of this process according to the system, in bytes.
struct ProcessStatus {
    /// The memory that the process uses now.
    let resident: Int
    /// The peak memory of the process so far.
    let peak: Int

    init() throws {
        resident = try Self.bytes("VmRSS:")
        peak = try Self.bytes("VmHWM:")
    }

    private static func bytes(_ name: String) throws -> Int {
        let path = "/proc/self/status"
        guard let file = fopen(path, "r") else { throw SystemFailure(path: path, code: errno) }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            guard strncmp(line, name, strlen(name)) == 0 else { continue }
            let words = line.withUnsafeBufferPointer { bytes in
                String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
            return (words.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
        }
        throw SystemFailure(path: path, code: ENOENT)
    }
}
