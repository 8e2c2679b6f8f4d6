// SPDX-License-Identifier: MIT
#include "pad_names.hpp"

#include "text/text.hpp"

#include <ddc/interface/similar.hpp>

#include <libevdev/libevdev.h>

#include <vector>

namespace gateway {
namespace {

constexpr const char* hats = "ABS_HAT";

bool is_hat(const std::string& name) {
    return name.rfind(hats, 0) == 0;
}

std::optional<std::uint16_t> code_named(unsigned type, const std::string& name) {
    const int code = libevdev_event_code_from_name(type, name.c_str());
    if (code < 0) return std::nullopt;
    return static_cast<std::uint16_t>(code);
}

void add_names(unsigned type, std::vector<std::string>& names) {
    const int last = libevdev_event_type_get_max(type);
    for (int code = 0; code <= last; ++code)
        if (const char* name = libevdev_event_code_get_name(type, static_cast<unsigned>(code)))
            names.emplace_back(name);
}

std::string none_named(const char* kind, const std::string& name,
                       const std::vector<std::string>& names, const char* example) {
    const auto close = ddc::interface::similar(name, names);
    return "there is no " + std::string(kind) + " '" + name + "'; " +
           (close.empty()
                ? "names are such as " + std::string(example) + " in linux/input-event-codes.h"
                : "did you mean " + joined(close) + "?");
}

}  // namespace

std::optional<std::uint16_t> pad_axis_named(const std::string& name) {
    return code_named(EV_ABS, name);
}

std::optional<PadButton> pad_button_named(const std::string& name) {
    if (!is_hat(name)) {
        const auto code = code_named(EV_KEY, name);
        return code ? std::optional(PadButton{EV_KEY, *code, 1}) : std::nullopt;
    }
    const char sign = name.back();
    if (sign != '+' && sign != '-') return std::nullopt;
    const auto code = code_named(EV_ABS, name.substr(0, name.size() - 1));
    return code ? std::optional(PadButton{EV_ABS, *code, sign == '+' ? 1 : -1}) : std::nullopt;
}

std::string name_of(const PadButton& button) {
    const char* name = libevdev_event_code_get_name(button.type, button.code);
    const char* direction = button.direction > 0 ? "+" : "-";
    return std::string(name == nullptr ? "?" : name) + (button.type == EV_ABS ? direction : "");
}

std::string no_such_axis(const std::string& name) {
    std::vector<std::string> names;
    add_names(EV_ABS, names);
    return none_named("axis", name, names, "ABS_X");
}

std::string no_such_button(const std::string& name) {
    std::vector<std::string> axes, names;
    add_names(EV_KEY, names);
    add_names(EV_ABS, axes);
    for (const std::string& axis : axes)
        if (is_hat(axis)) names.insert(names.end(), {axis + "-", axis + "+"});
    return none_named("button", name, names, "BTN_SOUTH");
}

}  // namespace gateway
