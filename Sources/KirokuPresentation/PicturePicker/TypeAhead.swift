/// Finds a name in a list by its typed beginning.
public enum TypeAhead {
    /// The index of the name that the typed text leads to, or `nil` if no name begins with it.
    ///
    /// The search begins at `current`, continues below it and then from the top. The choice stays while it begins with
    /// what is typed. A single character, alone or repeated, moves on to the next name that begins with it, unless a
    /// name begins with the repeated characters. Case does not matter.
    ///
    /// - Parameters:
    /// - typed: the text typed so far.
    /// - names: the names, in the order in which they are shown.
    /// - current: the index of the chosen name, or `nil` if none is chosen.
    public static func match(_ typed: String, in names: some RandomAccessCollection<String>, from current: Int?) -> Int?
    {
        let typed = typed.lowercased()
        guard let first = typed.first, !names.isEmpty else { return nil }
        let start = min(max(current ?? 0, 0), names.count - 1)
        if typed.count > 1 {
            if let place = place(of: typed, in: names, from: start) { return place }
            guard typed.allSatisfy({ $0 == first }) else { return nil }
        }
        let next = current == nil ? start : (start + 1) % names.count
        return place(of: String(first), in: names, from: next)
    }

    private static func place(
        of beginning: String, in names: some RandomAccessCollection<String>, from start: Int
    ) -> Int? {
        for step in 0..<names.count {
            let place = (start + step) % names.count
            let name = names[names.index(names.startIndex, offsetBy: place)]
            if name.lowercased().hasPrefix(beginning) { return place }
        }
        return nil
    }
}
