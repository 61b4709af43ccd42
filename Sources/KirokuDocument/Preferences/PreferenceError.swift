/// Why a preference was not read or set.
///
/// Nothing has changed then.
public enum PreferenceError: Error, Sendable, Hashable {
    /// There are no keys.
    case empty
    /// The defaults have no key of this name.
    case unknownKey(String)
    /// The stored value has another type than the requested one.
    case storedTypeDiffers(key: String, stored: PreferenceValue.Kind, asked: PreferenceValue.Kind)
    /// The new value has another type than the stored one.
    case newTypeDiffers(key: String, stored: PreferenceValue.Kind, new: PreferenceValue.Kind)
    /// NaN, which is not even equal to itself.
    case notANumber(key: String)
}
