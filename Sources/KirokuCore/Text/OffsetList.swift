/// Offsets into a text, put one behind the other: what a scan gathers.
///
/// An array would check at every offset whether it is the only owner of its storage; here that is done once a batch.
struct OffsetList: ~Copyable {
    private static let batchSize = 1_024

    private var done: [UInt32] = []
    private let batch = UnsafeMutablePointer<UInt32>.allocate(capacity: batchSize)
    private var batchCount = 0

    init(expectedCount: Int) {
        done.reserveCapacity(expectedCount)
    }

    deinit {
        batch.deallocate()
    }

    var count: Int { done.count + batchCount }

    @inline(__always)
    mutating func append(_ offset: Int) {
        if batchCount == Self.batchSize { finishBatch() }
        batch[batchCount] = UInt32(truncatingIfNeeded: offset)
        batchCount += 1
    }

    /// All offsets.
    mutating func finished() -> [UInt32] {
        finishBatch()
        return done
    }

    private mutating func finishBatch() {
        done.append(contentsOf: UnsafeBufferPointer(start: batch, count: batchCount))
        batchCount = 0
    }
}
