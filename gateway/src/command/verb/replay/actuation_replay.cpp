// SPDX-License-Identifier: MIT
#include "actuation_replay.hpp"

#include "replay_plot.hpp"

#include "columns/mcap_trace.hpp"
#include "frozen/changed_files.hpp"
#include "output/output_file.hpp"
#include "output/temporary_file.hpp"
#include "rerun/recorded_commands.hpp"

#include <plant/actuation_replay.hpp>

namespace gateway {

namespace {

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

}  // namespace

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

}  // namespace gateway
