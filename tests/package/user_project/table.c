/* SPDX-License-Identifier: MIT */
/* Writes an entry of the table DDC_NAME and reads it. */
#include <ddc/ddc.h>

int main(void) {
    ddc_table* table = NULL;
    double value = 0;
    if (ddc_open_or_create(NULL, &table) != DDC_OK) return 1;
    const int written = ddc_write_double(table, 0x4000, 0.25);
    const int read = ddc_read_double(table, 0x4000, &value);
    ddc_close(table);
    return written == DDC_OK && read == DDC_OK && value == 0.25 ? 0 : 1;
}
