// SPDX-License-Identifier: MIT
#include "read_controllers.hpp"

#include "config/common/read_address.hpp"

#include "manual/gamepad/gamepad_controller.hpp"
#include "manual/vds1_controller.hpp"
#include "number/limits.hpp"

namespace gateway {
namespace {

using plant::YamlReader;

ManualControllerFactory read_vds1(YamlReader& reader) {
    Vds1ControllerOptions options;
    std::uint16_t port = 7001;
    reader.number("port", port, limits::own_port);
    reader.time("cmd_timeout_s", options.cmd_timeout, limits::cmd_timeout_s);
    options.local = make_endpoint(read_address(reader, "bind"), port);
    return [options] { return std::make_unique<Vds1Controller>(options); };
}

ManualControllerFactory create_gamepad(YamlReader& reader) {
    const GamepadOptions options = read_gamepad(reader);
    return [options] { return std::make_unique<GamepadController>(options); };
}

struct Kind {
    std::string_view name;
    ManualControllerFactory (*read)(YamlReader&);
};

/// All kinds of controllers.
constexpr Kind kinds[] = {{"gamepad", create_gamepad}, {"vds1", read_vds1}};

}  // namespace

std::vector<ManualControllerFactory> read_controllers(YamlReader& reader) {
    plant::Names names;
    for (const Kind& kind : kinds) names.push_back(kind.name);
    std::vector<ManualControllerFactory> controllers;
    for (YamlReader& item : reader.sections("controllers")) {
        std::size_t kind = 0;
        if (!item.require("kind") || !item.choice("kind", kind, names)) continue;
        controllers.push_back(kinds[kind].read(item));
    }
    return controllers;
}

}  // namespace gateway
