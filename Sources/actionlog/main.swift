// Filled by the program.
