// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/ddc.h>
#include <ddc/table.hpp>

#include <exception>

/// The types behind the opaque handles of the C API, and the function that catches all exceptions.
struct ddc_table {
    ddc::Table table;
};

struct ddc_group {
    ddc::Group group;
};

namespace ddc::c_api {

constexpr int to_c(Status status) noexcept {
    return static_cast<int>(status);
}

int record_error(const TableError& error) noexcept;
int record_error(const std::exception& error) noexcept;

/// Runs `body`, which returns a ddc_status, and converts an exception into a status.
template <class Body>
int guarded(Body body) noexcept {
    try {
        return body();
    } catch (const TableError& error) {
        return record_error(error);
    } catch (const std::exception& error) {
        return record_error(error);
    }
}

}  // namespace ddc::c_api
