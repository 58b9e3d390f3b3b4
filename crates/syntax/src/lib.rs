//! Tokens, lexer, skeleton, grammar and lossless tree of CUDA C++. Knows no files, options or database.
