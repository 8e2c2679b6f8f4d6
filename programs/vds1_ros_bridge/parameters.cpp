// SPDX-License-Identifier: MIT
#include "parameters.hpp"

#include <plant/file_error.hpp>

#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

std::chrono::nanoseconds to_time(double seconds) {
    return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

/// Reads single parameters; an error names the parameter.
class Reader {
  public:
    explicit Reader(const ros::NodeHandle& node) : node_(node) {}

    std::string text(const char* name, const std::string& otherwise) const {
        return get(name, otherwise, "must be a text");
    }

    double number(const char* name, double otherwise, double min, double max) const {
        const double value = get(name, otherwise, "must be a number");
        if (!(value >= min && value <= max)) fail(name, out_of_range(value, min, max));
        return value;
    }

    template <class Integer>
    Integer integer(const char* name, Integer otherwise, int min, int max) const {
        const int value = get(name, static_cast<int>(otherwise), "must be a whole number");
        if (value < min || value > max) fail(name, out_of_range(value, min, max));
        return static_cast<Integer>(value);
    }

    gateway::vds1::Compatibility compatibility(const char* name) const {
        const std::string value = text(name, "contract");
        if (value == "contract") return gateway::vds1::Compatibility::contract;
        if (value == "vdsim") return gateway::vds1::Compatibility::vdsim;
        fail(name, "must be contract or vdsim, is '" + value + "'");
    }

    gateway::autohyu::PedalMap pedals(const char* name) const {
        const std::string file = text(name, "");
        try {
            return file.empty() ? gateway::autohyu::PedalMap()
                                : gateway::autohyu::load_pedal_map(file);
        } catch (const plant::FileError& error) {
            fail(name, error.what());
        }
    }

  private:
    template <class Number>
    static std::string out_of_range(Number value, Number min, Number max) {
        std::ostringstream text;
        text << "must be " << min << " to " << max << ", is " << value;
        return text.str();
    }

    template <class Value>
    Value get(const char* name, const Value& otherwise, const char* reason) const {
        Value value = otherwise;
        if (node_.hasParam(name) && !node_.getParam(name, value)) fail(name, reason);
        return value;
    }

    [[noreturn]] void fail(const char* name, const std::string& reason) const {
        throw std::invalid_argument(node_.resolveName(name) + ": " + reason);
    }

    const ros::NodeHandle& node_;
};

gateway::vds1::ClientOptions read_client(const Reader& reader) {
    constexpr int last_port = 65535;
    gateway::vds1::ClientOptions client;
    client.peer_address = reader.text("peer_address", client.peer_address);
    client.peer_port = reader.integer("peer_port", client.peer_port, 1, last_port);
    client.local_address = reader.text("local_address", client.local_address);
    client.local_port = reader.integer("local_port", client.local_port, 0, last_port);
    client.vehicle_id = reader.integer("vehicle_id", client.vehicle_id, 0, 0x7fffffff);
    const std::uint16_t version =
        reader.integer("version", std::uint16_t{0}, 0, gateway::vds1::newest_version);
    if (version != 0) client.version = version;
    client.state_timeout = to_time(reader.number("state_timeout", 0.1, 0.001, 60));
    client.compatibility = reader.compatibility("compatibility");
    return client;
}

}  // namespace

Parameters read_parameters(const ros::NodeHandle& node) {
    const Reader reader(node);
    Parameters parameters;
    parameters.client = read_client(reader);
    parameters.pedals = reader.pedals("pedals");
    parameters.command_timeout = to_time(reader.number("command_timeout", 0.1, 0.001, 60));
    parameters.period = to_time(1 / reader.number("rate", 100, 1, 1000));
    parameters.client.look_period = parameters.period;
    parameters.filter_length = reader.integer("filter_length", std::size_t{0}, 0, 1000);
    parameters.ref_lat_deg = reader.number("ref_lat", 0, -90, 90);
    parameters.ref_lon_deg = reader.number("ref_lon", 0, -180, 180);
    return parameters;
}
