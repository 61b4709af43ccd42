import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Summaries")
struct SummaryTests {
    @Test("Counts agree with counting record by record", arguments: UInt64(0)..<40)
    func counts(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let table = try generator.table(records: 0...300)
        for (index, field) in table.schema.fields.enumerated() {
            let cells = (0..<table.count).map { table[$0, index] }
            let summary = try await table.summary(of: field.id)
            let values = cells.filter { $0 != .empty && !$0.isUnfit }
            #expect(summary.empty == cells.count { $0 == .empty })
            #expect(summary.toFix == cells.count { $0.isUnfit })
            #expect(summary.filled == values.count)
            #expect(summary.distinct == Set(values.map(\.distinctKey)).count)
            #expect((summary.figures == nil) == values.isEmpty)
            switch summary.figures {
            case let figures as IntFigures: check(figures, values.compactMap { Int($0) })
            case let figures as FloatFigures: check(figures, values.compactMap { Double($0) })
            case let figures as BoolFigures:
                #expect(figures.trueCount == values.count { $0 == .bool(true) })
                #expect(figures.trueCount + figures.falseCount == values.count)
            case let figures as StringFigures:
                let lengths = values.compactMap { String($0)?.count }
                #expect(figures.minLength == lengths.min())
                #expect(figures.maxLength == lengths.max())
                check(figures.mostFrequent, cells.map { String($0) }, distinct: summary.distinct)
            default: break
            }
        }
    }

    private func check(_ frequent: [FrequentText], _ texts: [String?], distinct: Int) {
        func key(_ text: String) -> [UInt8] { Array(text.utf8) }
        let counts = Dictionary(grouping: texts.compactMap(\.self).map(key)) { $0 }.mapValues(\.count)
        #expect(frequent.map(\.count) == counts.values.sorted(by: >).prefix(10).map(\.self))
        #expect(frequent.count == min(distinct, 10))
        for text in frequent {
            let shown = texts[text.record].map(key) ?? []
            #expect(counts[shown] == text.count)
            #expect(texts.firstIndex { $0.map(key) == shown } == text.record)
        }
        for (one, next) in zip(frequent, frequent.dropFirst()) where one.count == next.count {
            #expect(key(texts[one.record] ?? "").lexicographicallyPrecedes(key(texts[next.record] ?? "")))
        }
    }

    private func check(_ figures: IntFigures, _ numbers: [Int]) {
        let sorted = numbers.sorted()
        #expect(figures.min == sorted.first)
        #expect(figures.max == sorted.last)
        #expect(figures.sum == numbers.reduce(Int128(0)) { $0 + Int128($1) })
        #expect(figures.mean.value == Double(figures.sum) / Double(numbers.count))
        let middle = Int128(sorted[(sorted.count - 1) / 2]) + Int128(sorted[sorted.count / 2])
        #expect(figures.median.value == Double(middle) / 2)
        check(figures.histogram, numbers.map { Int128($0) })
    }

    private func check(_ figures: FloatFigures, _ numbers: [Double]) {
        let sorted = numbers.sorted()
        #expect(figures.min == sorted.first)
        #expect(figures.max == sorted.last)
        #expect(figures.mean.isFinite && figures.mean >= figures.min && figures.mean <= figures.max)
        #expect(figures.median >= figures.min && figures.median <= figures.max)
        #expect(figures.sum?.isFinite != false)
        check(figures.histogram, numbers)
    }

    private func check<Number: Comparable>(_ histogram: [HistogramBucket<Number>], _ numbers: [Number]) {
        #expect(!histogram.isEmpty && histogram.count <= 10)
        for (index, bucket) in histogram.enumerated() {
            let isLast = index == histogram.count - 1
            let expected = numbers.count {
                $0 >= bucket.lower && ($0 < bucket.upper || isLast && $0 <= bucket.upper)
            }
            #expect(bucket.count == expected)
            if !isLast { #expect(bucket.upper == histogram[index + 1].lower) }
        }
        #expect(histogram.reduce(0) { $0 + $1.count } == numbers.count)
    }

    private func summary(_ numbers: [Double], buckets: Int = 10) async throws -> FloatFigures {
        var table = try RecordTable(fieldNames: ["F"], fieldTypes: [.float])
        for number in numbers { try table.addRecord([.float(number)]) }
        guard let figures = try await table.summary(of: table.schema[0].id, buckets: buckets).figures as? FloatFigures
        else { throw QueryError.cancelled }
        return figures
    }

    private func summary(_ numbers: [Int], buckets: Int = 10) async throws -> IntFigures {
        var table = try RecordTable(fieldNames: ["I"], fieldTypes: [.int])
        for number in numbers { try table.addRecord([.int(number)]) }
        guard let figures = try await table.summary(of: table.schema[0].id, buckets: buckets).figures as? IntFigures
        else { throw QueryError.cancelled }
        return figures
    }

    @Test("Sums beyond the range do not trap, and means are finite")
    func overflow() async throws {
        let ints = try await summary([Int.max, .max, .max, .min])
        #expect(ints.sum == 2 * Int128(Int.max) - 1)
        #expect(ints.median.value == Double(Int.max))
        let greatest = Double.greatestFiniteMagnitude
        let floats = try await summary([greatest, greatest])
        #expect(floats.sum == nil)
        #expect(floats.mean == greatest)
        #expect(floats.median == greatest)
        let cancelling = try await summary([greatest, greatest, -greatest, -greatest, 1e300])
        #expect(cancelling.sum == 1e300)
        let far = try await summary([greatest, .leastNonzeroMagnitude, -greatest])
        #expect(far.sum == .leastNonzeroMagnitude)
        let tiny = try await summary([.leastNonzeroMagnitude])
        #expect(tiny.median == .leastNonzeroMagnitude)
        #expect(tiny.mean == .leastNonzeroMagnitude)
    }

    @Test("A sum keeps what plain adding would lose")
    func precision() async throws {
        #expect(try await summary([1e100, 1, -1e100]).sum == 1)
        #expect(try await summary([Double](repeating: 0.1, count: 10)).sum == 1)
    }

    private func lines(_ numbers: [Int]) async throws -> [String: String] {
        var table = try RecordTable(fieldNames: ["I"], fieldTypes: [.int])
        for number in numbers { try table.addRecord([.int(number)]) }
        let lines = try await table.summary(of: table.schema[0].id).lines()
        return Dictionary(uniqueKeysWithValues: lines.map { ($0.name, $0.value) })
    }

    @Test("All figures of whole numbers are exact, however large")
    func exact() async throws {
        let one = try await lines([9_007_199_254_740_993])
        for name in ["Minimum", "Maximum", "Mean", "Median", "Sum"] {
            #expect(one[name] == "9007199254740993", "\(name)")
        }
        let two = try await lines([9_007_199_254_740_992, 9_007_199_254_740_993])
        #expect(two["Mean"] == "9007199254740992.5")
        #expect(two["Median"] == "9007199254740992.5")
        #expect(two["Sum"] == "18014398509481985")
        let ends = try await lines([.min, .max])
        #expect(ends["Minimum"] == "-9223372036854775808")
        #expect(ends["Maximum"] == "9223372036854775807")
        #expect(ends["Mean"] == "-0.5")
        #expect(ends["Median"] == "-0.5")
        #expect(ends["Sum"] == "-1")
        let great = try await lines([.max, .max, .max - 1])
        #expect(great["Sum"] == "27670116110564327420")
        #expect(great["Mean"] == "9223372036854775806.7")
        #expect(great["Median"] == "9223372036854775807")
    }

    @Test("A histogram of whole numbers tells the largest ones apart")
    func exactBorders() async throws {
        let one = try await summary([9_007_199_254_740_993]).histogram
        #expect(
            one == [HistogramBucket(lower: 9_007_199_254_740_993, upper: 9_007_199_254_740_994, count: 1)])
        let last = try await summary([.max - 2, .max, .max]).histogram
        #expect(last.map(\.lower) == [Int128(Int.max) - 2, Int128(Int.max) - 1, Int128(Int.max)])
        #expect(last.map(\.count) == [1, 0, 2])
        let all = try await summary([.min, -1, 0, .max]).histogram
        #expect(all.first.map { $0.lower <= Int.min } == true)
        #expect(all.last.map { $0.upper > Int.max } == true)
        #expect(all.reduce(0) { $0 + $1.count } == 4)
        let negative = try await summary([-25, -21, -3], buckets: 3).histogram
        #expect(negative.map(\.lower) == [-30, -20, -10])
        #expect(negative.map(\.count) == [2, 0, 1])
    }

    @Test("The borders of a histogram are easy to read")
    func borders() async throws {
        let percent = try await summary([0.07, 0.31, 0.5, 0.93], buckets: 10).histogram
        #expect(percent.map(\.lower) == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
        #expect(percent.map(\.count) == [1, 0, 0, 1, 0, 1, 0, 0, 0, 1])
        let years = try await summary([1868, 1912, 1926, 1989, 2019], buckets: 7).histogram
        #expect(years.map(\.lower) == [1850, 1900, 1950, 2000])
        #expect(years.map(\.count) == [1, 2, 1, 1])
        let few = try await summary([1, 2, 2, 3], buckets: 10).histogram
        #expect(few.map(\.lower) == [1, 2, 3])
        #expect(few.map(\.count) == [1, 2, 1])
        let one = try await summary([7, 7], buckets: 5).histogram
        #expect(one == [HistogramBucket(lower: 7, upper: 8, count: 2)])
        #expect(try await summary([1.5, 9], buckets: 0).histogram.count == 1)
    }

    @Test("A field that is not there is refused, and a cancelled summary says so")
    func refused() async throws {
        let table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        let unknown = FieldID(rawValue: 9)
        await #expect(throws: QueryError.unknownField(unknown)) { try await table.summary(of: unknown) }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await table.summary(of: table.schema[0].id)
        }
        await #expect(throws: QueryError.cancelled) { try await task.value }
    }
}

extension CellValue {
    /// The same for values that count as one.
    fileprivate var distinctKey: [UInt8] {
        if case .float(0) = self { return [0] }
        // Decimal numbers are counted by number, whatever their zeros.
        if let number = DecimalNumber(self) { return Array(WideDecimal(number).trimmed(to: 0).text.utf8) }
        return Array((plainText ?? "").utf8)
    }
}
