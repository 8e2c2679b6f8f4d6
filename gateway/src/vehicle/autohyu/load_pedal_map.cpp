// SPDX-License-Identifier: MIT
#include <gateway/vehicle/autohyu/pedal_map.hpp>

#include <plant/yaml_reader.hpp>

#include <stdexcept>

namespace gateway::autohyu {
namespace {

using plant::YamlReader;

constexpr plant::Range largest{-1e6, 1e6};

plant::CalibrationMap read_torque_map(YamlReader& reader) {
    plant::CalibrationMap map = PedalMap().torque_map();
    reader.load_file("torque_map", map, [](const std::filesystem::path& file) {
        return plant::load_calibration_map(file, plant::MapKind::accel);
    });
    return map;
}

BrakePolynomial read_brake(YamlReader& reader) {
    BrakePolynomial brake;
    for (std::size_t i = 0; i < brake.coefficients.size(); ++i)
        reader.number(("brake3_" + std::to_string(i)).c_str(), brake.coefficients[i], largest);
    reader.number("brake3_max_nm", brake.max_torque_nm, largest);
    return brake;
}

}  // namespace

PedalMap load_pedal_map(const std::filesystem::path& file) {
    YamlReader reader(file);
    const plant::CalibrationMap torque_map = read_torque_map(reader);
    const BrakePolynomial brake = read_brake(reader);
    double t_neutral_nm = 0;
    reader.number("t_neutral_nm", t_neutral_nm, largest);
    PedalMap map;
    try {
        if (reader.good()) map = PedalMap(torque_map, brake, t_neutral_nm);
    } catch (const std::invalid_argument& error) {
        const std::string text = error.what();
        const std::size_t end = text.find(": ");
        reader.refuse(text.substr(0, end), text.substr(end + 2));
    }
    reader.finish();
    return map;
}

}  // namespace gateway::autohyu
