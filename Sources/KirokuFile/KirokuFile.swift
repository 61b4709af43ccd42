// Whoever imports this has what is kept in the files as well.

@_exported import KirokuDocument
