// SPDX-License-Identifier: MIT
#include "replay_command.hpp"

#include "replay_plot.hpp"
#include "replay_settings.hpp"

#include <gateway/base/log.hpp>
#include "columns/mcap_trace.hpp"
#include "config/common/named_files.hpp"
#include "frozen/changed_files.hpp"
#include "line/gateway_line.hpp"
#include "line/plot_option.hpp"
#include "line/set_option.hpp"
#include "output/output_file.hpp"
#include "output/temporary_file.hpp"
#include "rerun/recorded_commands.hpp"
#include "summary/setting.hpp"
#include "summary/summary.hpp"

#include <plant/actuation_params.hpp>
#include <plant/actuation_replay.hpp>
#include <plant/manoeuvre.hpp>
#include <plant/scenario.hpp>

#include <spdlog/fmt/fmt.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <iosfwd>
#include <ostream>
#include <stdexcept>
#include <vector>

namespace gateway {
namespace {

/// The files of a replay of actuation commands.
struct ActuationReplay {
    std::filesystem::path vehicle;  ///< see plant::load_actuation_config
    std::filesystem::path inputs;   ///< see plant::load_actuation_rows
    std::filesystem::path output;   ///< may be empty
    std::filesystem::path plot;     ///< may be empty
    std::vector<Setting> settings;  ///< of the vehicle's file
};

plant::ActuationConfig load_changed(const std::filesystem::path& file,
                                    const std::vector<Setting>& settings) {
    plant::ActuationConfig config = plant::load_actuation_config(file);
    if (settings.empty()) return config;
    const ChangedFiles changed(file, settings);
    changed.read([&] { config = plant::load_actuation_config(changed.file()); });
    return config;
}

plant::ActuationConfig load_vehicle(const ActuationReplay& replay,
                                    const std::vector<plant::ActuationRow>& rows) {
    plant::ActuationConfig config = load_changed(replay.vehicle, replay.settings);
    if (rows.size() > 1 && !config.has_nominal_step)
        config.params.nominal_step_s = rows[1].t_s - rows[0].t_s;
    return config;
}

/// Writes the state after each row of the inputs to the output and draws the plot; if neither is
/// given, writes the states to `out`. If the vehicle's file has no step, that of the inputs is
/// used.
/// @param log receives notes about values that a recording does not contain
/// @throws plant::FileError for invalid files, std::runtime_error for a state that became infinite
/// and for an output that cannot be written
void run_actuation_replay(const ActuationReplay& replay, std::ostream& out, const Log& log) {
    const auto rows = is_mcap(replay.inputs) ? recorded_actuation(replay.inputs, log)
                                             : plant::load_actuation_rows(replay.inputs);
    const plant::ActuationConfig config = load_vehicle(replay, rows);
    if (replay.output.empty() && replay.plot.empty())
        return plant::replay_actuation(config, rows, out);

    const TemporaryFile scratch;
    const std::filesystem::path csv = replay.output.empty() ? scratch.name() : replay.output;
    OutputFile file(csv);
    plant::replay_actuation(config, rows, file.stream());
    file.close();
    const auto title =
        replay.vehicle.filename().string() + ": " + replay.inputs.filename().string();
    if (!replay.plot.empty()) draw_actuation_replay(title, csv, replay.plot);
}

using std::filesystem::path;

std::vector<std::string> strings(const std::vector<std::string_view>& names) {
    return {names.begin(), names.end()};
}

void write_report(const plant::Scenario& scenario, const std::vector<Setting>& settings,
                  const std::vector<plant::Finding>& findings, const path& file) {
    nlohmann::ordered_json report{{"scenario", scenario.name},
                                  {"findings", gateway::to_json(findings)}};
    for (const Setting& setting : settings) report["set"][setting.path] = setting.value;
    OutputFile out(file);
    out.stream() << report.dump(2) << '\n';
    out.close();
}

void print(const plant::Scenario& scenario, const std::vector<Setting>& settings,
           const std::vector<plant::Finding>& findings, std::ostream& out) {
    out << scenario.name << '\n';
    for (const Setting& setting : settings)
        out << "  set " << setting.path << '=' << setting.value << '\n';
    for (const plant::Finding& finding : findings)
        out << fmt::format("  {:<40} {:>12.5g} {}\n", finding.name, finding.value, finding.unit);
}

void list_manoeuvres(std::ostream& out) {
    for (const plant::ManoeuvreInfo& each : plant::manoeuvres())
        out << fmt::format("plant/data/scenario/{:<28} {:<11} {}\n",
                           std::string(each.name) + ".yaml", each.standard, each.what);
}

}  // namespace

struct ReplayCommand::Arguments {
    std::string file, inputs, output, report, plot;
    std::string model, vehicle, tyre, actuator, sensors;
    std::vector<std::string> set;
    bool is_list = false;

    plant::Scenario load_scenario(const ReplaySettings& settings, const Log& log) const {
        plant::Scenario result = settings.load_scenario(file);
        if (!model.empty()) result.model = plant::model_named(model);
        if (!inputs.empty())
            result.controls =
                is_mcap(inputs) ? recorded_controls(inputs, log) : plant::load_controls_csv(inputs);
        return result;
    }

    /// @param notes receives values that the tyre's file does not define
    plant::SessionConfig load_session(const ReplaySettings& settings,
                                      std::vector<std::string>& notes) const {
        return settings.load_session({vehicle, tyre, actuator, sensors}, notes);
    }

    /// @throws std::invalid_argument for an output that is also an input
    void check_files() const {
        std::vector<NamedFile> inputs_read;
        for (const auto& [option, read] : {std::pair("CONFIG", &file),
                                           {"--inputs", &inputs},
                                           {"--vehicle", &vehicle},
                                           {"--tyre", &tyre},
                                           {"--actuator", &actuator},
                                           {"--sensors", &sensors}})
            for (NamedFile& named : files_read(option, *read))
                inputs_read.push_back(std::move(named));
        const std::string problem = overwriting(
            {{"--output", output}, {"--report", report}, {"--plot", plot}}, inputs_read);
        if (!problem.empty()) throw std::invalid_argument(problem);
    }

    ActuationReplay actuation_replay() const {
        const std::pair<const char*, const std::string*> others[] = {
            {"--report", &report}, {"--model", &model},       {"--vehicle", &vehicle},
            {"--tyre", &tyre},     {"--actuator", &actuator}, {"--sensors", &sensors}};
        for (const auto& [option, value] : others)
            if (!value->empty())
                throw std::invalid_argument(std::string(option) + ": is for scenarios, but " +
                                            file + " is an actuation vehicle");
        if (inputs.empty())
            throw std::invalid_argument(
                "--inputs: is missing; " + file +
                " is an actuation vehicle, which needs a table of commands");
        return {file, inputs, output, plot, settings_of(set)};
    }
};

ReplayCommand::ReplayCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "replay")) {
    Arguments& given = *given_;
    command_.add_file("CONFIG", given.file,
                      fmt::format("A scenario, or the parameters of an actuation vehicle "
                                  "(YAML), whose `model` is one of {}",
                                  fmt::join(plant::model_names(plant::Takes::actuation), ", ")));
    command_.add_flag("--list", given.is_list, "List the included scenario files");
    command_.add_file("--inputs", given.inputs,
                      "Commands instead of the scenario's, CSV with t_s,steer_rad,throttle,brake"
                      "[,gear[,handbrake[,abs_off[,traction_off[,esc_off]]]]], for an actuation "
                      "vehicle "
                      "t,accel_cmd,brake_cmd,slope_accx,steer_cmd,gear[,reset]; or a recorded run "
                      "(MCAP)");
    command_.add_file("--output", given.output, "Write the state after each step as CSV");
    command_.add_file("--report", given.report,
                      "Write the results of the manoeuvre to this file, as JSON");
    add_plot_option(command_, given.plot, "Draw path, speed, steering and accelerations");
    command_.add_option("--model", given.model, "Vehicle model instead of the scenario's")
        .one_of(strings(plant::model_names(plant::Takes::pedals)));
    command_.add_file("--vehicle", given.vehicle, "Vehicle parameters (default: the sedan)");
    command_.add_file("--tyre", given.tyre, "Tyre parameters, YAML or .tir");
    command_.add_file("--actuator", given.actuator, "Actuator parameters (default: ideal)");
    command_.add_file("--sensors", given.sensors,
                      "Sensor parameters (default: ideal); adds their readings to --output");
    add_set_option(command_, given.set, "vehicle.parameters.mass_kg=1400");
    command_.set_footer(
        "The commands are applied to the vehicle model without a program.\n\n"
        "Examples:\n"
        "  ddc-gateway replay plant/data/scenario/iso_7401_step_2deg.yaml --plot step.png\n"
        "  ddc-gateway replay plant/data/scenario/braking.yaml --inputs in.csv --output out.csv\n"
        "  ddc-gateway replay plant/data/scenario/braking.yaml --inputs run.mcap --output out.csv\n"
        "  ddc-gateway replay plant/data/actuation/actuation_cmd.yaml --inputs in.csv --output "
        "out.csv\n"
        "The output of an actuation vehicle has a row for each row of the inputs. Without --output "
        "and --plot it is written to standard output.");
}

ReplayCommand::~ReplayCommand() = default;

bool ReplayCommand::is_given() const {
    return command_.is_given();
}

int ReplayCommand::run(std::ostream& out, const Log& log) const {
    if (given_->is_list) {
        list_manoeuvres(out);
        return 0;
    }
    if (given_->file.empty())
        throw std::invalid_argument("CONFIG: is missing; --list prints the scenario files");
    given_->check_files();
    if (plant::is_actuation_config(given_->file)) {
        run_actuation_replay(given_->actuation_replay(), out, log);
        return 0;
    }
    const ReplaySettings settings(settings_of(given_->set));
    const plant::Scenario scenario = given_->load_scenario(settings, log);
    std::vector<std::string> notes;
    const plant::SessionConfig config = given_->load_session(settings, notes);
    for (const std::string& note : notes) log(note);
    const auto session = plant::make_session(scenario, config);

    const TemporaryFile scratch;
    const path csv = given_->output.empty() ? scratch.name() : path(given_->output);
    OutputFile rows(csv);
    const plant::CsvColumns columns = plant::csv_columns(config);
    plant::write_csv_header(rows.stream(), columns);
    plant::Judge judge(scenario, config.vehicle);
    const plant::StepStatus status =
        plant::replay(scenario, *session, [&](const plant::Output& output) {
            plant::write_csv_row(rows.stream(), output, columns);
            judge.watch(output);
        });
    rows.close();

    const auto findings = judge.findings();
    print(scenario, settings.all(), findings, out);
    if (!given_->report.empty()) write_report(scenario, settings.all(), findings, given_->report);
    if (!given_->plot.empty()) draw_replay(scenario, csv, given_->plot);
    if (status == plant::StepStatus::ok) return 0;
    if (status == plant::StepStatus::rolled_over)
        throw std::runtime_error("the vehicle rolled over; the rows before that step are kept");
    throw std::runtime_error(std::string("the vehicle's ") + session->fault() +
                             " became infinite or undefined; the rows before that step are kept");
}

}  // namespace gateway
