import CGtk
import Geometry

/// The class of a canvas's accessible object: a table whose cells are made on demand.
///
/// As in GTK's own lists, the first children are the column headers, followed by the cells row by row; the table's
/// button comes last.
@MainActor
enum CanvasAccessibleType {
    static let id: GType = SubclassType.register(
        "KirokuCanvasAccessible", parent: gtk_widget_accessible_get_type(),
        classInit: { classPointer, _ in
            let bits = PointerBits(classPointer)
            MainActor.assumeIsolated { fillClass(bits) }
        },
        interfaces: [
            (
                atk_table_get_type(),
                { interface, _ in
                    let bits = PointerBits(interface)
                    MainActor.assumeIsolated { fillTable(bits) }
                }
            ),
            (
                atk_component_get_type(),
                { interface, _ in
                    let bits = PointerBits(interface)
                    MainActor.assumeIsolated { fillComponent(bits) }
                }
            ),
        ])

    private static func fillClass(_ bits: PointerBits) {
        guard let objectClass = bits.typed(AtkObjectClass.self) else { return }
        parentStates = objectClass.pointee.ref_state_set
        // A canvas that only draws may be a picture (see `beAPicture`).
        objectClass.pointee.get_role = { object in
            guard let role = object?.pointee.role else { return ATK_ROLE_TABLE }
            return role == ATK_ROLE_IMAGE || role == ATK_ROLE_SEPARATOR ? role : ATK_ROLE_TABLE
        }
        objectClass.pointee.get_n_children = { object in
            onCanvas(object, orElse: 0) { _, table in
                Int32(clamping: (table.rowCount + 1) * table.columnCount + (table.buttonIndex == nil ? 0 : 1))
            }
        }
        objectClass.pointee.ref_child = { object, index in
            returningObject(object) { canvas, table in
                canvas.refCell(at: CellIndex(child: Int(index), columns: table.columnCount))
            }
        }
        objectClass.pointee.ref_state_set = { object in
            let bits = PointerBits(object)
            let result = MainActor.assumeIsolated {
                let states = CanvasAccessibleType.parentStates?(bits.typed(AtkObject.self))
                if let states {
                    atk_state_set_add_state(states, ATK_STATE_MANAGES_DESCENDANTS)
                    // GTK loses track of the focus now and then when one window gives it to another.
                    let hasFocus = CanvasAccessibleType.canvas(of: bits)?.hasFocus == true
                    if hasFocus { atk_state_set_add_state(states, ATK_STATE_FOCUSED) }
                }
                return PointerBits(UnsafeMutableRawPointer(states))
            }
            return result.typed(AtkStateSet.self)
        }
    }

    private static func fillTable(_ bits: PointerBits) {
        guard let table = bits.typed(AtkTableIface.self) else { return }
        table.pointee.get_n_rows = { object in
            onCanvas(object, orElse: 0) { _, table in Int32(clamping: table.rowCount) }
        }
        table.pointee.get_n_columns = { object in onCanvas(object, orElse: 0) { _, table in Int32(table.columnCount) } }
        table.pointee.ref_at = { object, row, column in
            returningObject(object) { canvas, _ in canvas.refCell(at: CellIndex(row: Int(row), column: Int(column))) }
        }
        table.pointee.get_index_at = { object, row, column in
            onCanvas(object, orElse: -1) { _, table in
                Int32(clamping: CellIndex(row: Int(row), column: Int(column)).child(columns: table.columnCount))
            }
        }
        table.pointee.get_row_at_index = { object, index in
            onCanvas(object, orElse: -1) { _, table in
                Int32(CellIndex(child: Int(index), columns: table.columnCount).row)
            }
        }
        table.pointee.get_column_at_index = { object, index in
            onCanvas(object, orElse: -1) { _, table in
                Int32(CellIndex(child: Int(index), columns: table.columnCount).column)
            }
        }
        table.pointee.get_row_extent_at = { _, _, _ in 1 }
        table.pointee.get_column_extent_at = { _, _, _ in 1 }
        table.pointee.get_column_header = { object, column in
            let bits = PointerBits(object)
            let result = MainActor.assumeIsolated {
                // Unlike the other calls, this one does not give the caller a reference.
                let header = CanvasAccessibleType.canvas(of: bits)?.cellObject(
                    at: CellIndex(row: -1, column: Int(column)))
                return PointerBits(UnsafeMutableRawPointer(header))
            }
            return result.typed(AtkObject.self)
        }
        table.pointee.get_column_description = { object, column in
            let bits = PointerBits(object)
            let result = MainActor.assumeIsolated {
                let header = CanvasAccessibleType.canvas(of: bits)?.cellObject(
                    at: CellIndex(row: -1, column: Int(column)))
                return PointerBits(
                    header.flatMap { atk_object_get_name($0) }.map { UnsafeMutableRawPointer(mutating: $0) })
            }
            return UnsafePointer(result.typed(CChar.self))
        }
        table.pointee.is_selected = { object, row, column in
            onCanvas(object, orElse: 0) { _, table in
                table.isSelected(CellIndex(row: Int(row), column: Int(column))) ? 1 : 0
            }
        }
    }

    private static func fillComponent(_ bits: PointerBits) {
        guard let component = bits.typed(AtkComponentIface.self) else { return }
        component.pointee.ref_accessible_at_point = { object, x, y, coordinates in
            let origin = accessibleOrigin(of: PointerBits(object), in: coordinates)
            return returningObject(object) { canvas, table in
                guard let origin else { return nil }
                let (left, top) = (Double(x) - Double(origin.x), Double(y) - Double(origin.y))
                return table.cell(atX: left, y: top).flatMap { canvas.refCell(at: $0) }
            }
        }
    }

    private static var parentStates:
        (@convention(c) (UnsafeMutablePointer<AtkObject>?) -> UnsafeMutablePointer<AtkStateSet>?)?

    fileprivate static func canvas(of bits: PointerBits) -> Canvas? {
        guard let accessible = bits.typed(GtkAccessible.self) else { return nil }
        return CanvasType.canvas(of: gtk_accessible_get_widget(accessible))
    }
}

/// Answers a question about the table of an accessible object.
private func onCanvas<Result: Sendable>(
    _ object: OpaquePointer?, orElse fallback: Result,
    _ body: @MainActor (Canvas, any AccessibleTable) -> Result
) -> Result {
    answer(PointerBits(object), orElse: fallback, body)
}

private func onCanvas<Result: Sendable>(
    _ object: UnsafeMutablePointer<AtkObject>?, orElse fallback: Result,
    _ body: @MainActor (Canvas, any AccessibleTable) -> Result
) -> Result {
    answer(PointerBits(object), orElse: fallback, body)
}

private func answer<Result: Sendable>(
    _ bits: PointerBits, orElse fallback: Result, _ body: @MainActor (Canvas, any AccessibleTable) -> Result
) -> Result {
    MainActor.assumeIsolated {
        guard let canvas = CanvasAccessibleType.canvas(of: bits), let table = canvas.accessibleTable else {
            return fallback
        }
        return body(canvas, table)
    }
}

private func returningObject(
    _ object: OpaquePointer?, _ body: @MainActor (Canvas, any AccessibleTable) -> UnsafeMutablePointer<AtkObject>?
) -> UnsafeMutablePointer<AtkObject>? {
    onCanvas(object, orElse: PointerBits(OpaquePointer?.none)) { canvas, table in
        PointerBits(UnsafeMutableRawPointer(body(canvas, table)))
    }.typed(AtkObject.self)
}

private func returningObject(
    _ object: UnsafeMutablePointer<AtkObject>?,
    _ body: @MainActor (Canvas, any AccessibleTable) -> UnsafeMutablePointer<AtkObject>?
) -> UnsafeMutablePointer<AtkObject>? {
    returningObject(OpaquePointer(object), body)
}

extension CellIndex {
    fileprivate init(child: Int, columns: Int) {
        let columns = max(columns, 1)
        self.init(row: child / columns - 1, column: child % columns)
    }

    func child(columns: Int) -> Int {
        (row + 1) * columns + column
    }
}
