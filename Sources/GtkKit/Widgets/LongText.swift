import CGtk

/// Lets a text area hold texts of many megabytes: it breaks long lines without a line end in the text, because GTK lays
/// out the whole line at each key, and it can undo edits.
@MainActor
public final class LongText {
    /// The area with the text.
    public let area: TextArea
    /// Longer lines are broken, in characters; Pango lays out one of this length within a frame.
    static let longestLine = 4_000

    private let buffer: UnsafeMutablePointer<GtkTextBuffer>
    /// Marks the line ends that are not in the text.
    ///
    /// GTK leaves out invisible text in everything that it passes on.
    private let softBreak: UnsafeMutablePointer<GtkTextTag>
    private var hasBreaks = false
    private var isBreaking = false
    private(set) lazy var undo = TextUndo(of: self)

    /// Prepares an empty area; keep it as long as the area.
    public init(in area: TextArea) {
        self.area = area
        buffer = gtk_text_view_get_buffer(area.cast(to: GtkTextView.self))
        softBreak = made(gtk_text_tag_new(nil))
        kiroku_bool_property(softBreak, "invisible", 1)
        gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), softBreak)
        // The table now holds the tag.
        g_object_unref(softBreak)
        connectInsertion()
        undo.start()
    }

    /// The text; setting it forgets what could be undone.
    public var text: String {
        get { text(between: start, end) }
        set {
            isBreaking = true
            defer { isBreaking = false }
            let (broken, places) = Self.broken(newValue)
            hasBreaks = !places.isEmpty
            undo.pause {
                area.text = broken
                for place in places { mark(place) }
            }
            undo.forget()
        }
    }

    /// Selects a part, counted in Unicode scalars, and scrolls to it.
    public func select(_ range: Range<Int>) {
        area.select(offset(of: range.lowerBound)..<offset(of: range.upperBound))
    }

    /// Where the selection, or the cursor, begins and ends, in Unicode scalars.
    public var selection: Range<Int> {
        var (lower, upper) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_selection_bounds(buffer, &lower, &upper)
        return place(of: lower)..<place(of: upper)
    }

    /// Undoes the last edit; returns false if there is none.
    @discardableResult
    public func undoEdit() -> Bool { undo.undo() }

    /// Redoes the edit that was undone last; returns false if there is none.
    @discardableResult
    public func redoEdit() -> Bool { undo.redo() }

    // MARK: Places in the text

    /// How many characters of the text are before a place of the buffer.
    func place(of iter: GtkTextIter) -> Int {
        var end = iter
        let offset = Int(gtk_text_iter_get_offset(&end))
        guard hasBreaks else { return offset }
        var count = 0
        eachBreak {
            if $0 < offset { count += 1 } else { return false }
            return true
        }
        return offset - count
    }

    /// The offset in the buffer of a place in the text.
    func offset(of place: Int) -> Int {
        var offset = place
        guard hasBreaks else { return offset }
        eachBreak {
            if $0 < offset { offset += 1 } else { return false }
            return true
        }
        return offset
    }

    /// The text between two places of the buffer.
    func text(between start: GtkTextIter, _ end: GtkTextIter) -> String {
        var (start, end) = (start, end)
        guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The place of the buffer with this offset.
    func iter(at offset: Int) -> GtkTextIter {
        var iter = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &iter, Int32(clamping: offset))
        return iter
    }

    private var start: GtkTextIter { iter(at: 0) }

    private var end: GtkTextIter { iter(at: -1) }

    /// Goes through the offsets of the breaks, until `body` returns false.
    private func eachBreak(_ body: (Int) -> Bool) {
        var iter = start
        if gtk_text_iter_starts_tag(&iter, softBreak) == 0,
            gtk_text_iter_forward_to_tag_toggle(&iter, softBreak) == 0
        {
            return
        }
        repeat {
            if gtk_text_iter_starts_tag(&iter, softBreak) != 0, !body(Int(gtk_text_iter_get_offset(&iter))) { return }
        } while gtk_text_iter_forward_to_tag_toggle(&iter, softBreak) != 0
    }

    // MARK: Breaking

    private func mark(_ offset: Int) {
        var (start, end) = (iter(at: offset), iter(at: offset + 1))
        gtk_text_buffer_apply_tag(buffer, softBreak, &start, &end)
    }

    /// Breaks what was inserted, unless that is short.
    private func connectInsertion() {
        TextSignals.onInsert(buffer, after: true) { [weak self] iter, text in
            guard let self, !isBreaking else { return }
            var line = iter
            let length = text.unicodeScalars.count
            gtk_text_iter_backward_chars(&line, Int32(clamping: length))
            gtk_text_iter_set_line_offset(&line, 0)
            guard length > Self.longestLine || gtk_text_iter_get_chars_in_line(&line) > 2 * Self.longestLine else {
                return
            }
            breakLines(from: Int(gtk_text_iter_get_offset(&line)), to: Int(gtk_text_iter_get_offset([iter])))
        }
    }

    /// Breaks the long lines between two offsets; iterators of a handler of "insert-text" must stay valid.
    private func breakLines(from start: Int, to end: Int) {
        MainLoop.next { [weak self] in
            guard let self else { return }
            isBreaking = true
            defer { isBreaking = false }
            var (first, last) = (iter(at: start), iter(at: end))
            if gtk_text_iter_ends_line(&last) == 0 { gtk_text_iter_forward_to_line_end(&last) }
            guard let slice = gtk_text_buffer_get_slice(buffer, &first, &last, 1) else { return }
            defer { g_free(slice) }
            let places = Self.broken(String(cString: slice)).places
            undo.pause {
                for place in places {
                    var iter = iter(at: start + place)
                    gtk_text_buffer_insert(buffer, &iter, "\n", 1)
                    mark(start + place)
                    hasBreaks = true
                }
            }
        }
    }

    /// A text with more line ends, so that no line is much too long, and the places of these, in Unicode scalars.
    ///
    /// They are after a blank where there is one.
    static func broken(_ text: String) -> (text: String, places: [Int]) {
        var (broken, places) = (String.UnicodeScalarView(), [Int]())
        guard text.utf8.count > longestLine else { return (text, []) }
        var (length, count) = (0, 0)
        var last: Unicode.Scalar = "\n"
        for scalar in text.unicodeScalars {
            let isRoomy = length >= longestLine && (last == " " || length >= longestLine + 200)
            // A mark stays with its letter, and the end of a line with the line.
            let endsLine = scalar == "\n" || scalar == "\r" || scalar == "\u{2029}"
            if isRoomy, !endsLine, scalar.properties.canonicalCombiningClass == .notReordered,
                !scalar.properties.isGraphemeExtend, scalar != "\u{200d}", last != "\u{200d}"
            {
                places.append(count)
                broken.append("\n")
                count += 1
                length = 0
            }
            broken.append(scalar)
            count += 1
            length = endsLine ? 0 : length + 1
            last = scalar
        }
        return places.isEmpty ? (text, []) : (String(broken), places)
    }
}
