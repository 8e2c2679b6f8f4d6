// SPDX-License-Identifier: MIT
#include "unknown_run_key.hpp"

#include <set>
#include <vector>

namespace gateway {
namespace {

/// All sections of one program, except its program and vehicle.
constexpr const char* drive =
    "timing: {}, realtime: {}, route: {origin: {}}, failsafe: {}, requirements: {}, "
    "faults: [{from: {}, until: {}}], "
    "safety: {rules: {}, oscillation: {}, rate: {}, filter: {}, cabin: {}}, ros2: {}, "
    "controllers: [{kind: gamepad, axes: {}, buttons: {}}, {kind: vds1}]";
constexpr const char* own_vehicle =
    "vehicle: {start: {}, converter: {}, controller: {velocity: {}}}";
constexpr const char* fmu_vehicle =
    "vehicle: {fmu: x.fmu, start: {}, controller: {velocity: {}}, "
    "map: {inputs: {throttle: {}}, outputs: {x_m: {}}, start: {x_m: {}}, parameters: {}}}";
constexpr const char* remote_vehicle = "vehicle: {can: {counter: {}}, ddc: {}, vds1: {}}";
constexpr const char* rest =
    "ddc: {}, origin: {}, sockets: {broadcast: {}, links: [{}], udp: [{}]}, "
    "data_port: {to: [{}], targets: [{}]}, ";

std::string text_of(Mode mode) {
    return mode == Mode::measured ? "measured" : "realtime";
}

/// The forms of a file in one mode. Together they contain every key.
std::vector<std::string> forms_in(Mode mode) {
    const std::string begin = "{mode: " + text_of(mode) + ", " + rest;
    std::vector<std::string> forms;
    for (const char* vehicle : {own_vehicle, fmu_vehicle, remote_vehicle}) {
        const std::string parts = std::string(drive) + ", " + vehicle;
        forms.push_back(begin + "program: {}, " + parts + "}");
        forms.push_back(begin + "program: {tcp: {}}, " + parts + "}");
        forms.push_back(begin + "driver: {}, " + parts + "}");
        forms.push_back(begin + "programs: [{" + parts + "}]}");
        forms.push_back(begin + "programs: [{driver: {}, " + parts + "}]}");
    }
    return forms;
}

/// Items of a list have the same keys.
std::string without_indices(const std::string& key) {
    std::string text;
    bool is_in_index = false;
    for (const char letter : key) {
        is_in_index = is_in_index && letter != ']';
        if (!is_in_index) text += letter;
        is_in_index = is_in_index || letter == '[';
    }
    return text;
}

std::set<std::string> keys_in(Mode mode, const ReadRun& read) {
    std::set<std::string> keys;
    for (const std::string& form : forms_in(mode)) {
        plant::YamlReader reader("form", form);
        read(reader);
        for (const std::string& key : reader.known_keys()) keys.insert(without_indices(key));
    }
    return keys;
}

/// "a.b" of "a.b.c"; empty for "c".
std::string map_of(const std::string& key) {
    const std::size_t dot = key.rfind('.');
    return dot == std::string::npos ? "" : key.substr(0, dot);
}

/// The form of the file that has the key at this position.
std::string in_another_form(const std::string& key) {
    const auto dot = key.find('.');
    if (dot == std::string::npos) return "it applies to a file without a list `programs`";
    const std::string rest = key.substr(dot + 1);
    if (rest == "failsafe" || rest == "safety")
        return "it applies to the program whose vehicle `vehicle.of` names";
    return key.find("vehicle.") == std::string::npos
               ? "it applies without `tcp`"
               : "it applies to a simulated vehicle without `vehicle.of`";
}

bool is_of_list(const std::string& key) {
    return key.rfind("programs[]", 0) == 0;
}

/// Whether it is in the map of an FMU, whose signals have names that other sections have too.
bool is_of_fmu_map(const std::string& key) {
    return key.find("vehicle.map.") != std::string::npos;
}

/// "it is a key of `timing`", with all maps that have one of that name.
std::string in_other_places(const std::string& key, const std::set<std::string>& keys) {
    constexpr int most = 3;
    const std::string name = key.substr(key.rfind('.') + 1);
    std::string places;
    int count = 0;
    for (const std::string& other : keys) {
        const bool is_same_name = other.substr(other.rfind('.') + 1) == name;
        const bool is_of_same_kind =
            is_of_list(other) == is_of_list(key) && is_of_fmu_map(other) == is_of_fmu_map(key);
        if (!is_same_name || !is_of_same_kind || ++count > most) continue;
        const std::string map = map_of(other);
        places +=
            (places.empty() ? "" : ", ") + (map.empty() ? "the file itself" : "`" + map + "`");
    }
    return places.empty() ? "" : "it is a key of " + places;
}

}  // namespace

std::string place_of_run_key(const std::string& key, Mode mode, const ReadRun& read) {
    const Mode other = mode == Mode::measured ? Mode::realtime : Mode::measured;
    const std::string pattern = without_indices(key);
    std::set<std::string> keys = keys_in(mode, read);
    if (keys.count(pattern) > 0) return in_another_form(pattern);
    const std::set<std::string> others = keys_in(other, read);
    if (others.count(pattern) > 0) return "it applies to `mode: " + text_of(other) + "`";
    keys.insert(others.begin(), others.end());
    return in_other_places(pattern, keys);
}

}  // namespace gateway
