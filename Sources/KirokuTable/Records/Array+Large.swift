import Glibc

extension Array {
    /// Reserves room for `capacity` elements in total, so that appending up to that number moves nothing.
    ///
    /// Asks the system for large memory pages for large arrays: with pages of four kilobytes, getting memory for a
    /// million records takes longer than filling it. If that is not possible, nothing changes.
    package mutating func reserveLarge(_ capacity: Int) {
        reserveCapacity(capacity)
        let size = capacity * MemoryLayout<Element>.stride
        guard size >= Self.largeSize else { return }
        withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            let page = Int(sysconf(Int32(_SC_PAGESIZE)))
            let first = (UInt(bitPattern: start) + UInt(page) - 1) & ~UInt(page - 1)
            madvise(UnsafeMutableRawPointer(bitPattern: first), size - page, MADV_HUGEPAGE)
        }
    }

    /// The size of a large page.
    private static var largeSize: Int { 1 << 21 }
}
