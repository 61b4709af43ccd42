import GtkKit
import KirokuCore
import KirokuViews

/// A button that offers to show the decimal places of the number that was typed last, such as those of 12.50.
///
/// It is shown after such a number was typed into a field that shows numbers as typed, until something else is typed or
/// the field has a number of places.
@MainActor
final class PlacesOffer {
    let button = GtkKit.button("")
    /// Called when the user takes the offer.
    var onTaken: ((_ places: Int, FieldID) -> Void)?
    private var offer: (field: FieldID, places: Int)?

    init() {
        button.setShownExplicitly()
        button.onPress { [weak self] in
            guard let self, let offer else { return }
            withdraw()
            onTaken?(offer.places, offer.field)
        }
    }

    /// Takes note of what was typed: the decimal places of a number that ends in a zero, or `nil` for anything else.
    func take(_ places: Int?, of field: FieldID, in schema: Schema) {
        offer = places.map { (field, $0) }
        refresh(schema)
    }

    /// Withdraws the offer if the field is gone or shows a number of places already.
    func refresh(_ schema: Schema) {
        guard let offer, let index = schema.index(of: offer.field), schema[index].numberFormat.places == nil else {
            return withdraw()
        }
        let name = ["field": ShownText.short(schema[index].name).replacing("_", with: "__")]
        button.caption = localized(
            "Show {count} Decimal Place in {field}", "Show {count} Decimal Places in {field}", count: offer.places,
            name)
        button.setTooltip(localized("Also shows trailing zeros. You can undo this."))
        button.isVisible = true
    }

    /// Withdraws the offer.
    func withdraw() {
        offer = nil
        button.isVisible = false
    }
}
