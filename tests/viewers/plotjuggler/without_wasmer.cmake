# SPDX-License-Identifier: MIT
# Read by PlotJuggler's project(): the run time for parsers in WebAssembly is not downloaded.
add_library(wasmer::wasmer INTERFACE IMPORTED)
