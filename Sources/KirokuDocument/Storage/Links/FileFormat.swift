/// How one kind of contents is stored in a file.
public protocol FileFormat: Sendable {
    /// What the file holds, as a program works with it.
    associatedtype Contents: Sendable

    /// The file for some contents.
    static func encode(_ contents: Contents) throws(FileFormatError) -> [UInt8]

    /// The contents of a file.
    static func decode(_ bytes: [UInt8]) throws(FileFormatError) -> Contents
}

/// UTF-8, letter by letter.
public enum TextFormat: FileFormat {
    /// The text in UTF-8.
    public static func encode(_ contents: String) -> [UInt8] { Array(contents.utf8) }

    /// The text, if all bytes are UTF-8.
    public static func decode(_ bytes: [UInt8]) throws(FileFormatError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileFormatError(reason: localized("It is not text in UTF-8."))
        }
        return text
    }
}

/// The bytes themselves.
public enum DataFormat: FileFormat {
    /// The same bytes.
    public static func encode(_ contents: [UInt8]) -> [UInt8] { contents }

    /// The same bytes.
    public static func decode(_ bytes: [UInt8]) -> [UInt8] { bytes }
}

/// A property list with a dictionary at the top: written as XML, read as XML or binary.
public enum DictionaryFormat: FileFormat {
    /// The property list, as XML.
    public static func encode(_ contents: [String: PropertyValue]) throws(FileFormatError) -> [UInt8] {
        try PropertyLists.encode(.dictionary(contents))
    }

    /// The named values of a property list.
    public static func decode(_ bytes: [UInt8]) throws(FileFormatError) -> [String: PropertyValue] {
        guard case .dictionary(let contents) = try PropertyLists.decode(bytes) else {
            throw FileFormatError(reason: localized("It is not a list of named values."))
        }
        return contents
    }
}

/// A property list with an array at the top: written as XML, read as XML or binary.
public enum ArrayFormat: FileFormat {
    /// The property list, as XML.
    public static func encode(_ contents: [PropertyValue]) throws(FileFormatError) -> [UInt8] {
        try PropertyLists.encode(.array(contents))
    }

    /// The values of a property list.
    public static func decode(_ bytes: [UInt8]) throws(FileFormatError) -> [PropertyValue] {
        guard case .array(let contents) = try PropertyLists.decode(bytes) else {
            throw FileFormatError(reason: localized("It is not a list of values."))
        }
        return contents
    }
}
