// Records, their documents, and the files that these are kept in: whoever imports the core has all of it.

@_exported import KirokuFile
