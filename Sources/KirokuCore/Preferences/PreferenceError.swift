/// Why a preference was not read or set.
///
/// Nothing has changed then.
public enum PreferenceError: Error, Sendable, Hashable {
    /// There are no keys at all.
    case empty
    /// None of the defaults has this name.
    case unknownKey(String)
    /// The value that is there is of another type than the one it was asked for as.
    case storedTypeDiffers(key: String, stored: PreferenceValue.Kind, asked: PreferenceValue.Kind)
    /// The new value is of another type than the one that is there.
    case newTypeDiffers(key: String, stored: PreferenceValue.Kind, new: PreferenceValue.Kind)
    /// NaN, which is not even equal to itself.
    case notANumber(key: String)
}
