import CGtk

/// The GObject class of canvases: a drawing area with its own accessible class.
@MainActor
enum CanvasType {
    static let id: GType = SubclassType.register(
        "KirokuCanvas", parent: gtk_drawing_area_get_type(),
        classInit: { classPointer, _ in
            guard let classPointer else { return }
            let bits = PointerBits(classPointer)
            MainActor.assumeIsolated {
                guard let widgetClass = bits.typed(GtkWidgetClass.self) else { return }
                gtk_widget_class_set_accessible_type(widgetClass, CanvasAccessibleType.id)
                gtk_widget_class_set_css_name(widgetClass, "kiroku-canvas")
            }
        })

    /// Lets C code find the Swift canvas of a widget, while that lives.
    static func bind(_ canvas: Canvas) {
        let reference = Unmanaged.passRetained(WeakCanvas(canvas)).toOpaque()
        g_object_set_data_full(canvas.cast(to: GObject.self), key, reference) { data in
            if let data { Unmanaged<WeakCanvas>.fromOpaque(data).release() }
        }
    }

    /// The canvas of a widget; `nil` if the widget is not a canvas, or its Swift object is gone.
    static func canvas(of widget: UnsafeMutablePointer<GtkWidget>?) -> Canvas? {
        guard let widget, let data = g_object_get_data(UnsafeMutablePointer(OpaquePointer(widget)), key) else {
            return nil
        }
        return Unmanaged<WeakCanvas>.fromOpaque(data).takeUnretainedValue().canvas
    }

    private static let key = "kiroku-canvas"
}

@MainActor
private final class WeakCanvas {
    weak var canvas: Canvas?

    init(_ canvas: Canvas) {
        self.canvas = canvas
    }
}
