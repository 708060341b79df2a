/// Where in an options value something is stored: a key path that may be kept in a declaration.
package typealias Place<Root, Value> = any WritableKeyPath<Root, Value> & Sendable
