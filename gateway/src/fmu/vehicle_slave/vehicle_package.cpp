// SPDX-License-Identifier: MIT
#include "vehicle_package.hpp"

#include <plant/number_text.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace gateway::fmu {
namespace {

using plant::Parameter;
using plant::ParameterKind;

constexpr const char* first_line = "ddc-gateway vehicle 1";
constexpr std::uint64_t longest_file = 1u << 24;
constexpr std::int64_t shortest_step_ns = 1'000;
constexpr std::int64_t longest_step_ns = 1'000'000'000;

constexpr std::array<std::pair<ParameterKind, std::string_view>, 6> kinds{
    {{ParameterKind::number, "number"},
     {ParameterKind::flag, "flag"},
     {ParameterKind::count, "count"},
     {ParameterKind::choice, "choice"},
     {ParameterKind::length, "length"},
     {ParameterKind::numbers, "numbers"}}};

std::string_view word_of(ParameterKind kind) {
    return std::find_if(kinds.begin(), kinds.end(),
                        [&](const auto& each) { return each.first == kind; })
        ->second;
}

std::string value_of(const Parameter& parameter) {
    if (parameter.kind == ParameterKind::number) return plant::plain(parameter.number);
    if (parameter.kind != ParameterKind::numbers) return std::to_string(parameter.whole);
    std::string text = std::to_string(parameter.numbers.size());
    for (const double number : parameter.numbers) text += ' ' + plant::plain(number);
    return text;
}

/// The words of one line.
class LineWords {
  public:
    explicit LineWords(std::string_view line) : rest_(line) {}

    std::string_view next() {
        const std::size_t end = std::min(rest_.find(' '), rest_.size());
        const std::string_view word = rest_.substr(0, end);
        if (word.empty()) throw std::invalid_argument("a value is missing");
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return word;
    }
    template <class Number>
    Number number() {
        const std::string_view word = next();
        Number value{};
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc() || end != word.data() + word.size())
            throw std::invalid_argument("'" + std::string(word) + "' is no such number");
        return value;
    }
    double finite() {
        const auto value = number<double>();
        if (!std::isfinite(value)) throw std::invalid_argument("a number must be finite");
        return value;
    }
    void finish() const {
        if (!rest_.empty()) throw std::invalid_argument("the line is too long");
    }

  private:
    std::string_view rest_;
};

ParameterKind kind_of(std::string_view word) {
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const auto& each) { return each.second == word; });
    if (found == kinds.end())
        throw std::invalid_argument("'" + std::string(word) + "' is no kind of a line");
    return found->first;
}

Parameter parameter_in(std::string_view kind, LineWords& words) {
    Parameter parameter;
    parameter.kind = kind_of(kind);
    parameter.name = words.next();
    if (parameter.kind == ParameterKind::number) {
        parameter.number = words.finite();
    } else if (parameter.kind == ParameterKind::numbers) {
        const auto count = words.number<std::uint64_t>();
        if (count > longest_file) throw std::invalid_argument("the list is too long");
        for (std::uint64_t i = 0; i < count; ++i) parameter.numbers.push_back(words.finite());
    } else {
        parameter.whole = words.number<std::uint64_t>();
    }
    return parameter;
}

class PackageReader {
  public:
    void read(const std::string& text) {
        std::istringstream lines(text);
        std::string line;
        for (int number = 1; std::getline(lines, line); ++number) {
            try {
                read_line(line, number);
            } catch (const std::invalid_argument& error) {
                throw std::invalid_argument(std::string(package_file) + ":" +
                                            std::to_string(number) + ": " + error.what());
            }
        }
    }
    VehiclePackage finish() {
        if (package_.token.empty()) throw std::invalid_argument("token: is missing");
        plant::assign_parameters(package_.setup, parameters_);
        return std::move(package_);
    }

  private:
    void read_line(const std::string& line, int number) {
        if (number == 1) {
            if (line != first_line)
                throw std::invalid_argument("the file is not of this version of ddc-gateway");
            return;
        }
        LineWords words(line);
        const std::string_view kind = words.next();
        if (!read_property(kind, words)) parameters_.push_back(parameter_in(kind, words));
        words.finish();
    }
    bool read_property(std::string_view kind, LineWords& words) {
        if (kind == "fmi") {
            package_.version = words.next() == "2" ? Version::fmi2 : Version::fmi3;
        } else if (kind == "token") {
            package_.token = words.next();
        } else if (kind == "model") {
            package_.model = plant::model_named(words.next());
        } else if (kind == "step_ns") {
            package_.step = plant::SimDuration(words.number<std::int64_t>());
            if (package_.step.count() < shortest_step_ns || package_.step.count() > longest_step_ns)
                throw std::invalid_argument("the step must be 1 us to 1 s");
        } else if (kind == "start") {
            VehicleStart& start = package_.start;
            for (double* value : {&start.x_m, &start.y_m, &start.yaw_rad, &start.vx_mps})
                *value = words.finite();
        } else {
            return false;
        }
        return true;
    }

    VehiclePackage package_;
    std::vector<Parameter> parameters_;
};

}  // namespace

std::unique_ptr<plant::SimSession> create_session(const VehiclePackage& package) {
    plant::SessionConfig config = package.setup.session;
    config.solver.max_step = std::min(config.solver.max_step, package.step);
    auto session =
        std::make_unique<plant::SimSession>(plant::create_model(package.model, config.actuation),
                                            plant::create_ground(package.setup.ground), config);
    const VehicleStart& start = package.start;
    session->reset(
        plant::rolling_state(config.vehicle, start.x_m, start.y_m, start.yaw_rad, start.vx_mps));
    return session;
}

std::string to_text(const VehiclePackage& package) {
    std::ostringstream text;
    text << first_line << "\nfmi " << (package.version == Version::fmi2 ? 2 : 3) << "\ntoken "
         << package.token << "\nmodel " << plant::info(package.model).name << "\nstep_ns "
         << package.step.count() << "\nstart";
    const VehicleStart& start = package.start;
    for (const double value : {start.x_m, start.y_m, start.yaw_rad, start.vx_mps})
        text << ' ' << plant::plain(value);
    text << '\n';
    for (const Parameter& each : plant::list_parameters(package.setup))
        text << word_of(each.kind) << ' ' << each.name << ' ' << value_of(each) << '\n';
    return text.str();
}

VehiclePackage vehicle_package_from(const std::string& text) {
    PackageReader reader;
    reader.read(text);
    return reader.finish();
}

VehiclePackage read_vehicle_package(const std::filesystem::path& resources) {
    const std::filesystem::path file = resources / package_file;
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error) throw std::invalid_argument(file.string() + ": " + error.message());
    if (size > longest_file) throw std::invalid_argument(file.string() + ": is too long");
    std::ifstream stream(file, std::ios::binary);
    std::string text(size, '\0');
    if (!stream.read(text.data(), static_cast<std::streamsize>(size)))
        throw std::invalid_argument(file.string() + ": cannot be read");
    return vehicle_package_from(text);
}

}  // namespace gateway::fmu
