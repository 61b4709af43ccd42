/// Finds equal numbers among many, in a few passes over memory.
enum EqualNumbers {
    /// For each number, the index of the first one that is equal to it; −1 for each 0.
    ///
    /// The numbers are parted by their highest byte, so that the table of those that were met stays in the cache.
    static func firsts(of numbers: [Int]) -> [Int] {
        var firsts = [Int](repeating: -1, count: numbers.count)
        let (parted, ends) = parted(numbers)
        var met: [Int] = []
        numbers.withUnsafeBufferPointer { numbers in
            for (part, end) in ends.enumerated() {
                let indexes = parted[(part == 0 ? 0 : ends[part - 1])..<end]
                var mask = 15
                while mask < indexes.count * 2 { mask = mask * 2 + 1 }
                met.removeAll(keepingCapacity: true)
                met.append(contentsOf: repeatElement(-1, count: mask + 1))
                for index in indexes where numbers[index] != 0 {
                    var place = numbers[index] & mask
                    while met[place] >= 0, numbers[met[place]] != numbers[index] { place = (place + 1) & mask }
                    if met[place] < 0 { met[place] = index }
                    firsts[index] = met[place]
                }
            }
        }
        return firsts
    }

    /// The indexes of numbers, ordered by the highest byte of these, and where those of each byte end.
    private static func parted(_ numbers: [Int]) -> (indexes: [Int], ends: [Int]) {
        func part(_ number: Int) -> Int { Int(UInt64(bitPattern: Int64(number)) >> 56) }
        var ends = [Int](repeating: 0, count: 256)
        for number in numbers { ends[part(number)] += 1 }
        var total = 0
        var next = ends.map { count in
            defer { total += count }
            return total
        }
        var indexes = [Int](repeating: 0, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            let part = part(number)
            indexes[next[part]] = index
            next[part] += 1
        }
        return (indexes, next)
    }
}
