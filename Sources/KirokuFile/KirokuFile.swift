// Importing this module also provides the contents of the files.

@_exported import KirokuDocument
