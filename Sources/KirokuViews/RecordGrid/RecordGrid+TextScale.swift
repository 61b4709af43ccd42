import GtkKit

extension RecordGrid {
    /// How many times as large as the theme's the text is, with rows and columns in proportion; 1 at first.
    public var textScale: Double {
        get { layout.textScale }
        set {
            guard newValue != layout.textScale, newValue.isFinite, newValue > 0 else { return }
            layout.textScale = newValue
            widget.setTextScale(newValue)
        }
    }

    /// The width of a field as the document keeps it.
    func storedWidth(ofField field: Int) -> Int {
        Int((layout.columnWidths[field] / layout.textScale).rounded())
    }
}
