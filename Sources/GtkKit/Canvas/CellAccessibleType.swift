import CGtk
import Geometry

/// The class of a cell's accessible object.
///
/// The object knows only which cell it is, and requests everything else.
@MainActor
enum CellAccessibleType {
    static let id: GType = SubclassType.register(
        "KirokuCellAccessible", parent: atk_object_get_type(),
        classInit: { classPointer, _ in
            let bits = PointerBits(classPointer)
            MainActor.assumeIsolated { fillClass(bits) }
        },
        interfaces: [
            (
                atk_component_get_type(),
                { interface, _ in
                    let bits = PointerBits(interface)
                    MainActor.assumeIsolated { fillComponent(bits) }
                }
            ),
            (
                atk_action_get_type(),
                { interface, _ in
                    let bits = PointerBits(interface)
                    MainActor.assumeIsolated { fillAction(bits) }
                }
            ),
            (
                atk_table_cell_get_type(),
                { interface, _ in
                    let bits = PointerBits(interface)
                    MainActor.assumeIsolated { fillTableCell(bits) }
                }
            ),
        ])

    static func make(_ index: CellIndex, on canvas: Canvas) -> ObjectRef? {
        guard let object = kiroku_object_new(id)?.assumingMemoryBound(to: AtkObject.self) else { return nil }
        let place = Unmanaged.passRetained(CellPlaceOnCanvas(index: index, canvas: canvas)).toOpaque()
        g_object_set_data_full(UnsafeMutablePointer(OpaquePointer(object)), key, place) { data in
            if let data { Unmanaged<CellPlaceOnCanvas>.fromOpaque(data).release() }
        }
        return ObjectRef(adopting: UnsafeMutableRawPointer(object))
    }

    private static func fillClass(_ bits: PointerBits) {
        guard let objectClass = bits.typed(AtkObjectClass.self) else { return }
        objectClass.pointee.get_name = { object in
            let bits = PointerBits(object)
            let name = MainActor.assumeIsolated { keep(text(of: bits), in: bits, \.name) }
            return UnsafePointer(name.typed(CChar.self))
        }
        objectClass.pointee.get_description = { object in
            let bits = PointerBits(object)
            let text = MainActor.assumeIsolated { keep(description(of: bits), in: bits, \.description) }
            return UnsafePointer(text.typed(CChar.self))
        }
        objectClass.pointee.get_role = { object in
            let bits = PointerBits(object)
            return MainActor.assumeIsolated { role(bits) }
        }
        objectClass.pointee.get_parent = { object in
            let bits = PointerBits(object)
            let parent = MainActor.assumeIsolated { PointerBits(UnsafeMutableRawPointer(tableObject(bits))) }
            return parent.typed(AtkObject.self)
        }
        objectClass.pointee.get_index_in_parent = { object in
            let bits = PointerBits(object)
            return MainActor.assumeIsolated {
                guard let place = place(bits), let table = place.canvas?.accessibleTable else { return -1 }
                return Int32(clamping: place.index.child(columns: table.columnCount))
            }
        }
        objectClass.pointee.ref_state_set = { object in
            let bits = PointerBits(object)
            let states = MainActor.assumeIsolated { PointerBits(UnsafeMutableRawPointer(stateSet(bits))) }
            return states.typed(AtkStateSet.self)
        }
    }

    private static func fillComponent(_ bits: PointerBits) {
        guard let component = bits.typed(AtkComponentIface.self) else { return }
        component.pointee.get_extents = { object, x, y, width, height, coordinates in
            let bits = PointerBits(object)
            let (found, parent) = MainActor.assumeIsolated {
                (rectangle(bits), PointerBits(UnsafeMutableRawPointer(tableObject(bits))))
            }
            // A cell that is not visible is placed where GTK then places its own widgets.
            let origin = found == nil ? nil : accessibleOrigin(of: parent, in: coordinates)
            x?.pointee = origin.map { Int32(clamping: Int($0.x) + Int(found?.x ?? 0)) } ?? .min
            y?.pointee = origin.map { Int32(clamping: Int($0.y) + Int(found?.y ?? 0)) } ?? .min
            width?.pointee = Int32(clamping: Int(found?.width ?? 0))
            height?.pointee = Int32(clamping: Int(found?.height ?? 0))
        }
        component.pointee.grab_focus = { object in
            let bits = PointerBits(object)
            return MainActor.assumeIsolated {
                guard let place = place(bits), place.index.row >= 0, let canvas = place.canvas,
                    canvas.accessibleTable?.isButton(place.index) == false
                else { return 0 }
                canvas.grabFocus()
                canvas.accessibleTable?.focus(place.index)
                return 1
            }
        }
    }

    private static func fillAction(_ bits: PointerBits) {
        guard let action = bits.typed(AtkActionIface.self) else { return }
        action.pointee.get_n_actions = { _ in 1 }
        action.pointee.get_name = { _, index in
            let name = MainActor.assumeIsolated { PointerBits(UnsafeMutableRawPointer(actionName)) }
            return index == 0 ? UnsafePointer(name.typed(CChar.self)) : nil
        }
        action.pointee.do_action = { object, index in
            let bits = PointerBits(object)
            return MainActor.assumeIsolated {
                guard index == 0, let place = place(bits), let table = place.canvas?.accessibleTable else { return 0 }
                // This must not happen during the call: what it opens may itself need the accessibility bus.
                MainLoop.whenIdle { [weak table] in table?.activate(place.index) }
                return 1
            }
        }
    }

    private static func fillTableCell(_ bits: PointerBits) {
        guard let cell = bits.typed(AtkTableCellIface.self) else { return }
        cell.pointee.get_column_span = { _ in 1 }
        cell.pointee.get_row_span = { _ in 1 }
        cell.pointee.get_position = { object, row, column in
            let bits = PointerBits(object)
            guard let index = MainActor.assumeIsolated({ place(bits)?.index }) else { return 0 }
            row?.pointee = Int32(clamping: index.row)
            column?.pointee = Int32(index.column)
            return 1
        }
        cell.pointee.get_table = { object in
            let bits = PointerBits(object)
            let table = MainActor.assumeIsolated {
                let table = tableObject(bits)
                if let table { g_object_ref(table) }
                return PointerBits(UnsafeMutableRawPointer(table))
            }
            return table.typed(AtkObject.self)
        }
        // There are none, but the caller expects a list, and frees it.
        cell.pointee.get_row_header_cells = { _ in g_ptr_array_new() }
        cell.pointee.get_column_header_cells = { object in
            let bits = PointerBits(object)
            let header = MainActor.assumeIsolated {
                let index = place(bits).map { CellIndex(row: -1, column: $0.index.column) }
                return PointerBits(UnsafeMutableRawPointer(index.flatMap { place(bits)?.canvas?.refCell(at: $0) }))
            }
            let headers = g_ptr_array_new_with_free_func { g_object_unref($0) }
            if let headers, let raw = header.raw { g_ptr_array_add(headers, raw) }
            return headers
        }
    }
}

private let key = "kiroku-cell"

/// C needs a string that stays; this one is made once.
@MainActor
private let actionName = g_strdup("activate")

// MARK: The properties of a cell

@MainActor
private func place(_ bits: PointerBits) -> CellPlaceOnCanvas? {
    guard let object = bits.typed(GObject.self), let data = g_object_get_data(object, key) else { return nil }
    return Unmanaged<CellPlaceOnCanvas>.fromOpaque(data).takeUnretainedValue()
}

/// The cell; `nil` for headers, and for cells that no longer exist.
@MainActor
private func cell(_ bits: PointerBits) -> AccessibleCell? {
    guard let place = place(bits), let table = place.canvas?.accessibleTable,
        (0..<table.rowCount).contains(place.index.row), (0..<table.columnCount).contains(place.index.column)
    else { return nil }
    return table.cell(at: place.index)
}

@MainActor
private func role(_ bits: PointerBits) -> AtkRole {
    guard let place = place(bits), let table = place.canvas?.accessibleTable else { return ATK_ROLE_TABLE_CELL }
    if place.index.row < 0 { return ATK_ROLE_TABLE_COLUMN_HEADER }
    return table.isButton(place.index) ? ATK_ROLE_PUSH_BUTTON : ATK_ROLE_TABLE_CELL
}

@MainActor
private func text(of bits: PointerBits) -> String {
    if let place = place(bits), let table = place.canvas?.accessibleTable, table.isButton(place.index) {
        return table.buttonTitle ?? ""
    }
    if let place = place(bits), place.index.row < 0, let table = place.canvas?.accessibleTable {
        return place.index.column < table.columnCount ? table.columnTitle(place.index.column) : ""
    }
    return cell(bits)?.text ?? ""
}

@MainActor
private func description(of bits: PointerBits) -> String {
    if let place = place(bits), place.index.row < 0, let table = place.canvas?.accessibleTable {
        return place.index.column < table.columnCount ? table.columnDescription(place.index.column) : ""
    }
    return cell(bits)?.description ?? ""
}

@MainActor
private func rectangle(_ bits: PointerBits) -> Rectangle? {
    guard let place = place(bits) else { return nil }
    return place.canvas?.accessibleTable?.rectangle(of: place.index)
}

@MainActor
private func tableObject(_ bits: PointerBits) -> UnsafeMutablePointer<AtkObject>? {
    guard let canvas = place(bits)?.canvas else { return nil }
    return gtk_widget_get_accessible(canvas.pointer)
}

/// Keeps a text in the object, as a C string must stay in place while it is read.
@MainActor
private func keep(
    _ text: String, in bits: PointerBits, _ field: WritableKeyPath<AtkObject, UnsafeMutablePointer<CChar>?>
) -> PointerBits {
    guard let object = bits.typed(AtkObject.self) else { return PointerBits(OpaquePointer?.none) }
    if let old = object.pointee[keyPath: field], String(cString: old) == text {
        return PointerBits(UnsafeMutableRawPointer(old))
    }
    g_free(object.pointee[keyPath: field])
    object.pointee[keyPath: field] = g_strdup(text)
    return PointerBits(UnsafeMutableRawPointer(object.pointee[keyPath: field]))
}

@MainActor
private func stateSet(_ bits: PointerBits) -> UnsafeMutablePointer<AtkStateSet>? {
    let states = atk_state_set_new()
    func add(_ state: AtkStateType, if condition: Bool = true) {
        if condition { atk_state_set_add_state(states, state) }
    }
    guard let place = place(bits), let canvas = place.canvas, let table = canvas.accessibleTable else {
        add(ATK_STATE_DEFUNCT)
        return states
    }
    add(ATK_STATE_ENABLED)
    add(ATK_STATE_SENSITIVE)
    add(ATK_STATE_VISIBLE)
    add(ATK_STATE_TRANSIENT)
    add(ATK_STATE_SHOWING, if: table.rectangle(of: place.index) != nil)
    let cell = cell(bits)
    guard cell != nil || table.isButton(place.index) else { return states }
    let isFocused = table.focusedCell == place.index
    add(ATK_STATE_FOCUSABLE)
    add(ATK_STATE_ACTIVE, if: isFocused)
    add(ATK_STATE_FOCUSED, if: isFocused && canvas.hasFocus)
    guard let cell else { return states }
    add(ATK_STATE_SELECTABLE)
    add(ATK_STATE_SELECTED, if: table.isSelected(place.index))
    add(ATK_STATE_EDITABLE, if: cell.isEditable)
    add(ATK_STATE_INVALID_ENTRY, if: cell.isInvalid)
    if case .checkBox(let flag) = cell.kind {
        add(ATK_STATE_CHECKABLE)
        add(ATK_STATE_CHECKED, if: flag == true)
        add(ATK_STATE_INDETERMINATE, if: flag == nil)
    }
    return states
}

/// The cell that an accessible object stands for.
@MainActor
private final class CellPlaceOnCanvas {
    let index: CellIndex
    weak var canvas: Canvas?

    init(index: CellIndex, canvas: Canvas) {
        self.index = index
        self.canvas = canvas
    }
}

/// The upper left corner of a widget's accessible object; `nil` while the widget is not drawn, or if it has gone.
func accessibleOrigin(of bits: PointerBits, in coordinates: AtkCoordType) -> (x: Int32, y: Int32)? {
    guard bits.raw != nil else { return nil }
    var x = Int32.min
    var y = Int32.min
    atk_component_get_extents(bits.opaque, &x, &y, nil, nil, coordinates)
    return x == .min || y == .min ? nil : (x, y)
}
