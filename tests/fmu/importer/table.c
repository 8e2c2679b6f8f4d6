/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
    double time_s;
    char cells[most_columns][longest_cell];
};

/* Column 0 of the file is the time; the others are columns here, from 0. */
struct table {
    FILE* file;
    int count;
    char names[most_columns][longest_cell];
    struct row now, next;
    bool has_row, has_next;
};

/* Cells that are too long are cut. */
static void copy_cell(char cell[longest_cell], const char* text) {
    const size_t length = strlen(text);
    const size_t copied = length < longest_cell ? length : longest_cell - 1;
    memcpy(cell, text, copied);
    cell[copied] = '\0';
}

/* Splits a line into at most `most_columns` cells. */
static int split(char* line, char cells[most_columns][longest_cell]) {
    int count = 0;
    char* end = NULL;
    line[strcspn(line, "\r\n")] = '\0';
    for (; line && count < most_columns; line = end) {
        end = strchr(line, ',');
        if (end) *end++ = '\0';
        copy_cell(cells[count++], line);
    }
    return count;
}

static void read_next(struct table* table) {
    char line[most_columns * longest_cell];
    char cells[most_columns][longest_cell];
    int i, count;
    table->has_next = fgets(line, sizeof line, table->file) != NULL;
    if (!table->has_next) return;
    count = split(line, cells);
    table->next.time_s = strtod(cells[0], NULL);
    for (i = 1; i < count; ++i) strcpy(table->next.cells[i - 1], cells[i]);
}

struct table* open_table(const char* path) {
    char line[most_columns * longest_cell];
    char cells[most_columns][longest_cell];
    struct table* table = calloc(1, sizeof *table);
    int i;
    if (!table) return NULL;
    table->file = fopen(path, "r");
    if (!table->file || !fgets(line, sizeof line, table->file)) {
        fprintf(stderr, "fmu_importer: cannot read %s\n", path);
        close_table(table);
        return NULL;
    }
    table->count = split(line, cells) - 1;
    for (i = 0; i < table->count; ++i) strcpy(table->names[i], cells[i + 1]);
    read_next(table);
    return table;
}

void close_table(struct table* table) {
    if (table && table->file) fclose(table->file);
    free(table);
}

int column_count(const struct table* table) {
    return table->count;
}

const char* column_name(const struct table* table, int column) {
    return table->names[column];
}

bool proceed(struct table* table, double time_s) {
    while (table->has_next && table->next.time_s <= time_s + 1e-9) {
        table->now = table->next;
        table->has_row = true;
        read_next(table);
    }
    return table->has_row;
}

const char* cell(const struct table* table, int column) {
    return table->now.cells[column];
}
