// SPDX-License-Identifier: MIT
#include "identify_command.hpp"

#include "line/gateway_line.hpp"

#include "config/common/named_files.hpp"
#include "output/output_file.hpp"

#include <plant/actuation_params.hpp>
#include <plant/file_error.hpp>
#include <plant/identification.hpp>

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <ostream>
#include <stdexcept>

namespace gateway {
namespace {

constexpr double good_share = 0.98, fair_share = 0.9;

const char* judgement(double explained) {
    if (explained >= good_share) return "good";
    return explained >= fair_share ? "fair"
                                   : "poor (other model, other maps, or limits were active)";
}

void print(const plant::FittedParameter& parameter, std::ostream& out) {
    if (!std::isfinite(parameter.standard_error)) {
        out << "# " << parameter.key << ": cannot be determined from this recording\n";
        return;
    }
    const bool is_vague = parameter.standard_error > 0.2 * std::abs(parameter.value);
    out << fmt::format("{}: {:.6g}  # +- {:.2g}{}\n", parameter.key, parameter.value,
                       parameter.standard_error, is_vague ? ", uncertain" : "");
}

void print(const plant::Identification& found, const std::string& recording, const std::string& fit,
           std::ostream& out) {
    out << fmt::format(
        "# Fit {} of {}: {} rows compared, rms residual {:.3g} {}, {:.2f} % of the variance\n"
        "# explained: {}. The value after +- is one standard error for white noise.\n",
        fit, recording, found.rows, found.rms_residual, found.unit, 100.0 * found.explained,
        judgement(found.explained));
    for (const plant::FittedParameter& parameter : found.parameters) print(parameter, out);
}

}  // namespace

struct IdentifyCommand::Arguments {
    std::string recording, fit, vehicle, output;

    plant::Identification identify() const {
        const plant::Recording rows = plant::load_recording(recording);
        if (fit == "steer") return plant::identify_steer(rows);
        if (fit == "vgr") return plant::identify_vgr(rows);
        plant::ActuationParams params;
        if (!vehicle.empty()) params = plant::load_actuation(vehicle).params;
        return plant::identify_longitudinal(rows, params);
    }
};

IdentifyCommand::IdentifyCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "identify")) {
    Arguments& given = *given_;
    command_
        .add_file("LOG", given.recording,
                  "The recorded drive as CSV: t,accel_cmd,brake_cmd,steer_cmd,vx,ax,steer_report; "
                  "only the columns of the fit are required")
        .required();
    command_
        .add_option("--fit", given.fit,
                    "steer: lag of the tyre angle; longitudinal: lags of the pedals; vgr: gear "
                    "ratio and lag of the steering wheel")
        .required()
        .one_of({"steer", "longitudinal", "vgr"});
    command_.add_file("--vehicle", given.vehicle,
                      "Actuation parameters with the maps of the pedals (default: those of the "
                      "family car)");
    command_.add_file("--output", given.output, "Write the parameters to this YAML file");
    command_.set_footer(
        "Examples:\n"
        "  ddc-gateway identify drive.csv --fit steer\n"
        "  ddc-gateway identify drive.csv --fit longitudinal --vehicle car.yaml --output lag.yaml\n"
        "The exit code is 3 if the fit explains less than 90 % of the response's variance.");
}

IdentifyCommand::~IdentifyCommand() = default;

bool IdentifyCommand::is_given() const {
    return command_.is_given();
}

bool IdentifyCommand::run(std::ostream& out) const {
    auto inputs = files_read("LOG", given_->recording);
    for (NamedFile& named : files_read("--vehicle", given_->vehicle))
        inputs.push_back(std::move(named));
    const std::string problem = overwriting({{"--output", given_->output}}, inputs);
    if (!problem.empty()) throw std::invalid_argument(problem);
    plant::Identification found;
    try {
        found = given_->identify();
    } catch (const plant::FileError&) {
        throw;
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(given_->recording + ": " + error.what());
    }
    if (given_->output.empty()) {
        print(found, given_->recording, given_->fit, out);
    } else {
        OutputFile file(given_->output);
        print(found, given_->recording, given_->fit, file.stream());
        file.close();
    }
    return found.explained >= fair_share;
}

}  // namespace gateway
