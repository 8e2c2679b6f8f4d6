// SPDX-License-Identifier: MIT
#include "validation.hpp"

#include <gateway/vehicle/autohyu/pedal_map.hpp>
#include "config/load_run_config.hpp"
#include "http/json_body.hpp"
#include "path_rules.hpp"
#include "plant_server/load_plant_server_config.hpp"
#include "text/text.hpp"

#include <plant/actuation_params.hpp>
#include <plant/actuator_params.hpp>
#include <plant/file_error.hpp>
#include <plant/ground_params.hpp>
#include <plant/raw_vehicle_cmd_converter.hpp>
#include <plant/scenario.hpp>
#include <plant/sensor_params.hpp>
#include <plant/tyre_params.hpp>
#include <plant/vehicle_dynamics.hpp>
#include <plant/vehicle_params.hpp>

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace gateway::studio {
namespace {

namespace fs = std::filesystem;
using data_port::Refusal;

struct Reader {
    const char* kind;
    std::function<void(const fs::path&, ValidationResult&)> read;
};

template <class Load>
Reader parameters(const char* kind, const Load& load) {
    return {kind, [load](const fs::path& file, ValidationResult&) { load(file); }};
}

const std::vector<Reader>& readers() {
    static const std::vector<Reader> all{
        {"run", [](const fs::path& file, ValidationResult& to) { to.run = load_run_config(file); }},
        {"vdsim_realtime",
         [](const fs::path& file, ValidationResult& to) {
             to.plant = vdsim::load_plant_server_config(file);
         }},
        parameters("vehicle", plant::load_vehicle),
        parameters("tyre", [](const fs::path& file) { plant::load_tyre(file); }),
        parameters("actuator", plant::load_actuator),
        parameters("sensor", plant::load_sensors),
        parameters("ground", plant::load_ground),
        parameters("solver", plant::load_solver),
        parameters("scenario", plant::load_scenario),
        parameters("actuation", plant::load_actuation_config),
        parameters("converter", plant::load_converter),
        parameters("pedals", autohyu::load_pedal_map),
    };
    return all;
}

const Reader& reader_of(const std::string& kind) {
    for (const Reader& reader : readers())
        if (kind == reader.kind) return reader;
    throw Refusal(400, "kind: must be one of " + joined(readers(), ", ", &Reader::kind));
}

Problem from(const plant::Mistake& mistake, const Folder& folder, const fs::path& draft) {
    Problem problem{mistake.line, mistake.column, mistake.key, mistake.reason, {}};
    if (!mistake.file.empty() && fs::path(mistake.file) != draft)
        problem.file = folder.name_of(mistake.file);
    return problem;
}

/// An error without a position has the file's name in its text. It is replaced, since the user does
/// not know the draft's name.
std::string without_name(std::string text, const fs::path& draft) {
    const std::string name = draft.string();
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at))
        text.replace(at, name.size(), "this text");
    return text;
}

void read(const Reader& reader, const Folder& folder, const fs::path& draft,
          ValidationResult& result) {
    try {
        reader.read(draft, result);
    } catch (const plant::FileError& error) {
        for (const plant::Mistake& mistake : error.mistakes())
            result.problems.push_back(from(mistake, folder, draft));
    } catch (const std::exception& error) {
        result.problems.push_back({0, 0, {}, without_name(error.what(), draft), {}});
    }
}

/// Checks the paths in the loaded configuration, in addition to those that were found in the text.
void check_loaded(const Folder& folder, ValidationResult& result) {
    if (result.plant && result.plant->record)
        if (auto refusal = output_refusal(folder, *result.plant->record, Output::recording);
            !refusal.empty())
            result.problems.push_back({0, 0, "record", refusal, {}});
    if (!result.run) return;
    for (const ProgramConfig& program : result.run->programs) {
        const auto refuse = [&](const char* key, const std::string& refusal) {
            if (!refusal.empty()) result.problems.push_back({0, 0, key, refusal, {}});
        };
        if (!program.exec.empty()) refuse("exec[0]", program_refusal(folder, program.exec[0]));
        if (program.trace) refuse("trace", output_refusal(folder, *program.trace, Output::trace));
        if (program.record)
            refuse("record", output_refusal(folder, *program.record, Output::recording));
    }
}

/// Replaces the problems beyond the limit by their number.
void limit(Problems& problems) {
    constexpr std::size_t most_problems = 1000;
    if (problems.size() <= most_problems) return;
    const std::size_t more = problems.size() - most_problems;
    problems.resize(most_problems);
    problems.push_back({0, 0, {}, "and " + std::to_string(more) + " more that are not listed", {}});
}

}  // namespace

ValidationResult validate_draft(const Folder& folder, const std::string& kind,
                                const DraftFile& draft) {
    const Reader& reader = reader_of(kind);
    ValidationResult result;
    result.problems = path_problems(folder, draft.file());
    if (result.problems.empty()) read(reader, folder, draft.file(), result);
    if (result.problems.empty()) check_loaded(folder, result);
    limit(result.problems);
    return result;
}

}  // namespace gateway::studio
