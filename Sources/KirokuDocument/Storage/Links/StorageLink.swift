/// Connects a model with the place where its data is kept.
///
/// The link knows the place; the model does not.
///
/// An app makes all its links in one place at start-up and hands each to its model. Links to text and to values
/// have names of their own: ``TextLink``, ``DictionaryLink`` and ``ArrayLink``. A model holds `any TextLink`, say, and
/// so takes a ``FileLink``, a ``MemoryLink``, a ``TwoPlacesLink``, or one that talks to a server.
///
/// A link has the calls that make sense for its place; the others fail with ``StorageError/unsupported``. The calls
/// return when they are done, so files that may be large belong off the main actor.
public protocol StorageLink<Contents>: Sendable {
    /// The data that the link loads and saves, always as a whole.
    associatedtype Contents: Sendable

    /// The contents of the place.
    ///
    /// - Throws: ``StorageError``, ``StorageError/notFound(path:)`` if nothing was saved yet.
    func load() throws(StorageError) -> Contents

    /// Replaces the contents of the place completely, or not at all if this fails.
    func save(_ contents: Contents) throws(StorageError)

    /// The contents that ship with the app.
    func loadDefault() throws(StorageError) -> Contents
}

extension StorageLink {
    /// Fails with ``StorageError/unsupported``.
    public func load() throws(StorageError) -> Contents { throw .unsupported }

    /// Fails with ``StorageError/unsupported``.
    public func save(_ contents: Contents) throws(StorageError) { throw .unsupported }

    /// Fails with ``StorageError/unsupported``.
    public func loadDefault() throws(StorageError) -> Contents { throw .unsupported }
}

/// A link for text, in UTF-8.
public typealias TextLink = StorageLink<String>

/// A link for named values.
public typealias DictionaryLink = StorageLink<[String: PropertyValue]>

/// A link for a list of values.
public typealias ArrayLink = StorageLink<[PropertyValue]>
