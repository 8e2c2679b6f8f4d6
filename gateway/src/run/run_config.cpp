// SPDX-License-Identifier: MIT
#include "run_config.hpp"

namespace gateway {

ddc::TableOptions RunConfig::table() const {
    ddc::TableOptions options;
    options.name = table_name;
    options.group = table_group;
    options.allow_foreign = allow_foreign_table;
    return options;
}

std::vector<std::pair<std::string, std::string>> RunConfig::program_environment() const {
    return {{"DDC_NAME", table_name},
            {"DDC_GROUP", table_group},
            {"DDC_ALLOW_FOREIGN", allow_foreign_table ? "1" : "0"}};
}

}  // namespace gateway
