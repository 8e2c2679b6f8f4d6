/* SPDX-License-Identifier: MIT */
#pragma once

/* The version of the project and of every program in it. This is the only place that names it:
 * CMake reads it here, so that libddc/ alone, whatever it is built with, knows its version too. */
#define DDC_VERSION "1.0.0"
