// Filled with its module.
