import GtkKit
import KirokuCore
import KirokuViews

/// A list of fields with a check box for each, to choose those that are exported or printed.
@MainActor
final class FieldChecks {
    let widget = column()
    /// Called when the user ticks a field, or takes the tick away.
    var onChange: (() -> Void)?
    private let fields: [FieldDefinition]
    private let boxes: [CheckButton]

    /// As in other lists, so that each is easy to click.
    private static let rowHeight = 34

    /// - Parameters:
    ///   - schema: the fields.
    ///   - note: the earlier value of ``leftOut``; with `nil`, all fields are ticked.
    init(_ schema: Schema, leftOut note: String? = nil) {
        fields = schema.fields
        boxes = fields.map { checkButton("", name: $0.name) }
        let leftOut = Set(note?.split(separator: " ").compactMap { Int($0) } ?? [])
        for (field, box) in zip(fields, boxes) {
            box.isOn = !leftOut.contains(field.id.rawValue)
            let line = row()
            line.setLeastSize(width: -1, height: Self.rowHeight)
            line.append(box)
            line.append(label(ShownText.short(field.name)))
            widget.append(line)
            box.onToggle { [weak self] in self?.onChange?() }
        }
    }

    /// The indexes of the ticked fields.
    var chosen: [Int] { boxes.indices.filter { boxes[$0].isOn == true } }

    /// The fields that are not ticked, as text that a document stores; `nil` if there are none.
    ///
    /// Fields that are added later are ticked.
    var leftOut: String? {
        let ids = zip(fields, boxes).filter { $0.1.isOn != true }.map { String($0.0.id.rawValue) }
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }
}
