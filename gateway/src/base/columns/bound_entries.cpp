// SPDX-License-Identifier: MIT
#include "bound_entries.hpp"

namespace gateway {

std::vector<std::size_t> BoundEntries::numbers() const {
    std::vector<std::size_t> items;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (group.item(i).type != ddc::Type::string) items.push_back(i);
    return items;
}

double number_at(const ddc::Group& group, std::size_t item) noexcept {
    switch (group.item(item).type) {
        case ddc::Type::boolean:
            return group.boolean(item) ? 1 : 0;
        case ddc::Type::int32:
            return group.int32(item);
        case ddc::Type::real64:
            return group.real64(item);
        default:
            return 0;
    }
}

}  // namespace gateway
