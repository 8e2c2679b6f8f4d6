// SPDX-License-Identifier: MIT
// Writes through the table's interface and reads through that of existing programs.
#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/table.hpp>

int main() {
    ddc::Table table = ddc::Table::open_or_create();
    if (table.write(0x4000, 0.25) != ddc::Status::ok) return 1;
    dsa::cpp::ddc::DdcWrapper wrapper;
    double value = 0;
    return wrapper.readDataDouble(0x4000, value) && value == 0.25 ? 0 : 1;
}
