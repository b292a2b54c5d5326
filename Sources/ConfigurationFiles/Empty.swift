// Filled by its first slice.
