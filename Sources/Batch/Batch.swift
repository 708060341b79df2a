// Many builds at once: a queue of titles, connections and rate shared over them, one combined progress, shards for
// several machines. It stands on Download and is used by Commands; no verb needs it yet.
