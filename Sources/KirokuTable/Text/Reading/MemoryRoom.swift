import Glibc

/// Checks the memory left for a text, so that one that is too large is refused before the system ends the program.
enum MemoryRoom {
    /// Reserved for everything else that the program does meanwhile, which needs more addresses than memory.
    private static let (addressReserve, reserve) = (1 << 28, 1 << 26)

    /// Whether there is room for a block of this many bytes, and some to spare.
    static func holds(_ count: Int) -> Bool {
        addressesLeft > count + addressReserve && bytesAvailable > count + reserve
    }

    /// Whether there is room to examine the first bytes of a text, twice as many as these.
    static func holdsHead(of count: Int) -> Bool { count < 1 << 24 || holds(4 * count) }

    /// Whether a table that was read from this many bytes of text may grow further.
    ///
    /// A full column is moved to one of twice the size, which takes addresses at once, but memory only while it is
    /// filled.
    static func holdsTable(readFrom count: Int) -> Bool {
        bytesAvailable > reserve && (addressesLeft == .max || addressesLeft > 2 * count + addressReserve)
    }

    /// The bytes that `ulimit -v` and `ulimit -d` leave; the greatest number if there are no limits.
    private static var addressesLeft: Int {
        let limits = [RLIMIT_AS, RLIMIT_DATA].map { resource in
            var limit = rlimit()
            return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
        }
        guard limits.contains(where: { $0 < .max }), let used = usedPages else { return .max }
        let page = max(1, sysconf(Int32(_SC_PAGESIZE)))
        // The first number counts all pages, the sixth those of data.
        return zip(limits, [used.all, used.data]).map { $0 == .max ? .max : max(0, $0 - $1 * page) }.min() ?? .max
    }

    private static var usedPages: (all: Int, data: Int)? {
        let numbers = start(of: "/proc/self/statm")?.split(separator: " ").compactMap { Int($0) }
        guard let numbers, numbers.count > 5 else { return nil }
        return (numbers[0], numbers[5])
    }

    /// The bytes that the machine can give without taking them from other programs; the greatest number if unknown.
    private static var bytesAvailable: Int {
        let lines = start(of: "/proc/meminfo")?.split(separator: "\n") ?? []
        let kilobytes = ["MemAvailable:", "SwapFree:"].compactMap { name in
            lines.first { $0.hasPrefix(name) }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        }
        return kilobytes.count == 2 ? kilobytes.reduce(0, +) * 1_024 : .max
    }

    /// The beginning of a system file.
    private static func start(of path: String) -> String? {
        guard let file = try? FileDescriptor(opening: path, O_RDONLY) else { return nil }
        let bytes = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_096) { buffer in
            (try? file.read(into: buffer, at: 0)).map { Array(buffer[..<$0]) }
        }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
