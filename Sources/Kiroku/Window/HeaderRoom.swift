/// Decides what fits into a window's header bar, and what goes below the content, by widths in pixels.
struct HeaderRoom: Equatable {
    /// The widths of what stays in the header bar before and after the title: buttons, the window's own, and gaps.
    var start: Int, end: Int
    /// The width in which the title can be read.
    var title: Int
    /// The width of the buttons of the current screen, before the title.
    var tools: Int
    /// The width of the switcher between the screens.
    var switcher: Int

    /// The width of the gaps between and around the buttons of a bar below the content.
    static let barGaps = 36

    /// The places of tools and switcher, the widest arrangement first.
    enum Arrangement: Int, Comparable {
        /// Everything is in the header bar.
        case wide
        /// The switcher is below the content.
        case switcherBelow
        /// The screen's buttons and the switcher are below the content, in one bar.
        case inOneBar
        /// The screen's buttons and the switcher are below the content, in two bars.
        case inTwoBars
        /// There is no room for the switcher; the menu lists the screens, too.
        case withoutSwitcher

        static func < (one: Arrangement, other: Arrangement) -> Bool { one.rawValue < other.rawValue }
    }

    /// The width that a header bar needs for an arrangement, with the title in its exact middle.
    func needed(for arrangement: Arrangement) -> Int {
        let (before, after) =
            switch arrangement {
            case .wide: (start + tools, end + switcher)
            case .switcherBelow: (start + tools, end)
            case .inOneBar, .inTwoBars, .withoutSwitcher: (start, end)
            }
        return title + 2 * max(before, after)
    }

    /// The arrangement for a header bar of this width.
    func arrangement(in width: Int) -> Arrangement {
        if needed(for: .wide) <= width { return .wide }
        if needed(for: .switcherBelow) <= width { return .switcherBelow }
        if tools + switcher + Self.barGaps <= width { return .inOneBar }
        return switcher + Self.barGaps <= width ? .inTwoBars : .withoutSwitcher
    }
}
