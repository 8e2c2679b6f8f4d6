// SPDX-License-Identifier: MIT
#include "read_remote_vehicle.hpp"

#include "config/common/read_address.hpp"
#include "config/common/read_reference_id.hpp"

#include "can/can_bus.hpp"
#include "machine/interface.hpp"
#include "number/limits.hpp"
#include "platform/ddc_vehicle.hpp"
#include "platform/vds1_vehicle.hpp"
#include "vds1/link_parts.hpp"

namespace gateway {
namespace {

using plant::Range;
using plant::YamlReader;

constexpr Range any_vehicle_id{0, 4294967295.0};
constexpr Range vds1_version{vds1::oldest_version, vds1::newest_version};

RemoteVehicleFactory vds1_platform(YamlReader& reader) {
    return [client = read_vds1_vehicle(reader)](const RemoteVehiclePlace& place) {
        Vds1VehicleOptions options{client, place.pace.dt};
        options.client.look_period = RealTimeRunner(place.pace, {}).period();
        options.client.time_scale = place.pace.time_scale;
        options.cmd_faults = vds1::faults_of_part(place.link_faults, vds1::cmd_part);
        options.state_faults = vds1::faults_of_part(place.link_faults, vds1::state_part);
        auto vehicle = std::make_unique<Vds1Vehicle>(options);
        const vds1::Client& link = vehicle->client();
        return RemoteVehicle{std::move(vehicle), link.descriptor(), &link,
                             interface_to(client.peer_address)};
    };
}

RemoteVehicleFactory can_platform(YamlReader& reader) {
    return [options = read_can_vehicle(reader)](const RemoteVehiclePlace& place) mutable {
        options.step = place.pace.dt;
        return RemoteVehicle{
            std::make_unique<CanVehicle>(options, open_can_bus(options.interface, options.mapping)),
            -1, nullptr, options.interface};
    };
}

RemoteVehicleFactory ddc_platform(YamlReader& reader) {
    DdcVehicleOptions options;
    read_reference_id(reader, options.reference_id);
    reader.time("state_timeout_s", options.state_timeout, limits::patience_s);
    return [options](const RemoteVehiclePlace& place) mutable {
        options.step = place.pace.dt;
        return RemoteVehicle{std::make_unique<DdcVehicle>(options, place.table)};
    };
}

struct PlatformSection {
    const char* section;
    RemoteVehicleFactory (*read)(YamlReader&);
};

/// All kinds of remote vehicles.
constexpr PlatformSection platforms[] = {
    {"can", can_platform}, {"ddc", ddc_platform}, {"vds1", vds1_platform}};

}  // namespace

vds1::ClientOptions read_vds1_vehicle(YamlReader& reader) {
    vds1::ClientOptions options;
    options.peer_address = read_address(reader, "address");
    reader.number("cmd_port", options.peer_port, limits::port);
    options.local_address = read_address(reader, "bind");
    reader.number("state_port", options.local_port, limits::port);
    reader.number("vehicle_id", options.vehicle_id, any_vehicle_id);
    std::uint16_t version = 0;
    if (reader.number("version", version, vds1_version)) options.version = version;
    reader.time("state_timeout_s", options.state_timeout, limits::patience_s);
    reader.time("lag_limit_s", options.lag_limit, limits::patience_s);
    reader.choice("late_state", options.late_state, {"use", "drop"});
    reader.choice("compatibility", options.compatibility, {"contract", "vdsim"});
    return options;
}

RemoteVehicleFactory read_remote_vehicle(YamlReader& vehicle, bool is_measured) {
    RemoteVehicleFactory create;
    const char* first = nullptr;
    for (const PlatformSection& platform : platforms) {
        auto section = vehicle.section(platform.section);
        if (!section) continue;
        if (is_measured) vehicle.refuse(platform.section, "a remote vehicle needs mode: realtime");
        if (first != nullptr)
            vehicle.refuse(platform.section, std::string("cannot be combined with ") + first);
        first = platform.section;
        create = platform.read(*section);
    }
    return create;
}

}  // namespace gateway
