// Records, their documents, and the files that they are stored in: importing the core imports all of them.

@_exported import KirokuFile
