// SPDX-License-Identifier: MIT
// The input is plan.json of a campaign's folder. A rejected plan gives an error that names the
// file; an accepted one has shards that contain each run once, and values for each run.
#include "expect.hpp"

#include "campaign/plan/plan.hpp"
#include "campaign/results/results.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

using namespace gateway::campaign;

namespace {

namespace fs = std::filesystem;

using fuzz::expect;

/// A folder of this process, removed at its end.
const fs::path& folder() {
    static const fs::path made = [] {
        fs::path path = fs::temp_directory_path() / ("fuzz_plan." + std::to_string(::getpid()));
        fs::create_directories(path);
        return path;
    }();
    static const int is_removed = std::atexit([] { fs::remove_all(folder()); });
    static_cast<void>(is_removed);
    return made;
}

void check_run(const Plan& plan, std::uint64_t run) {
    const Shard shard = plan.shard(plan.shard_of(run));
    expect(shard.first <= run && run < shard.end, "a run is in its shard");
    static_cast<void>(plan.seed(run));
    if (plan.is_search()) return;
    const Plan::Values values = plan.values(run);
    expect(values.size() == plan.parameters().size(), "each parameter has a value");
    try {
        static_cast<void>(plan.config(values));
    } catch (const std::invalid_argument&) {  // a path to no value
    } catch (const std::runtime_error&) {     // a value that YAML cannot hold
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fs::path file = folder() / "plan.json";
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    try {
        const Plan plan(folder());
        expect(plan.runs() > 0 && plan.shards() > 0, "a plan has runs");
        for (const std::uint64_t run : {std::uint64_t{0}, plan.runs() / 2, plan.runs() - 1})
            check_run(plan, run);
    } catch (const std::runtime_error& error) {
        expect(std::string(error.what()).rfind(file.string(), 0) == 0, "an error names the file");
    }
    return 0;
}
