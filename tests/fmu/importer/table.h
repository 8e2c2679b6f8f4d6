/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>

enum { most_columns = 64, longest_cell = 64 };

/* A CSV file of inputs: rows in ascending time, read one after the other. */
struct table;

/* NULL, with a message, if the file cannot be read. */
struct table* open_table(const char* path);
void close_table(struct table*);
int column_count(const struct table*);
const char* column_name(const struct table*, int column);

/* Proceeds to the last row whose time is at most `time_s`. False before the first row. */
bool proceed(struct table*, double time_s);
/* Text of the current row. */
const char* cell(const struct table*, int column);
