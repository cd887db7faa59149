// The module's first file lands with its first feature.
