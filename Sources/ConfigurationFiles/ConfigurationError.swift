import YAMLDocuments

/// What is wrong with a session file, one problem after the other.
package typealias ConfigurationError = DocumentError
