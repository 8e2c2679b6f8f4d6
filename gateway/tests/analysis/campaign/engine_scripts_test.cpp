// SPDX-License-Identifier: MIT
#include "campaign/pool/engine_scripts.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

namespace engine_scripts_test {

using namespace gateway::campaign;

namespace {

std::string script(const std::string& engine, const ScriptValues& values) {
    const EngineScript* const found = engine_script(engine);
    REQUIRE(found != nullptr);
    return text_of(*found, values);
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const ScriptValues twenty{"/opt/ddc-gateway", "/data/Gain 7_", 20, {}};
const ScriptValues four_at_once{"/opt/ddc-gateway", "/data/c", 20, 4};

}  // namespace

TEST_CASE(
    "The script of each engine has an array from its first index and the share of every element") {
    CHECK(has(script("slurm", twenty), "--array=0-19\n"));
    CHECK(has(script("slurm", twenty), "--shard \"$SLURM_ARRAY_TASK_ID/20\""));
    CHECK(has(script("pbs", twenty), "-J 0-19\n"));
    CHECK(has(script("lsf", twenty), "[1-20]\"\n"));
    CHECK(has(script("lsf", twenty), "--shard \"$((LSB_JOBINDEX - 1))/20\""));
    CHECK(has(script("sge", twenty), "-t 1-20\n"));
    CHECK(has(script("sge", twenty), "--shard \"$((SGE_TASK_ID - 1))/20\""));
    CHECK(has(script("htcondor", twenty), "--shard $(Process)/20\""));
    CHECK(has(script("htcondor", twenty), "\nqueue 20\n"));
    CHECK(has(script("kubernetes", twenty), "completions: 20\n  parallelism: 20\n"));
    CHECK(has(script("mpirun", twenty), "--shard auto"));
    CHECK(has(script("parallel", twenty), "seq 0 19 |"));
    CHECK(has(script("parallel", twenty), "--shard {}/20\n"));
}

TEST_CASE("The limit of simultaneous jobs is written in the syntax of each engine") {
    CHECK(has(script("slurm", four_at_once), "--array=0-19%4\n"));
    CHECK(has(script("pbs", four_at_once), "-J 0-19%4\n"));
    CHECK(has(script("lsf", four_at_once), "[1-20]%4\"\n"));
    CHECK(has(script("sge", four_at_once), "\n#$ -tc 4\n"));
    CHECK(has(script("htcondor", four_at_once), "\nmax_materialize = 4\n"));
    CHECK(has(script("kubernetes", four_at_once), "parallelism: 4\n"));
    CHECK(has(script("mpirun", four_at_once), "mpirun -np 4 "));
    CHECK(has(script("parallel", four_at_once), " --jobs 4 "));
}

TEST_CASE("No more simultaneous jobs are requested than there are elements") {
    const ScriptValues hundred{"/opt/ddc-gateway", "/data/c", 20, 100};
    CHECK(has(script("slurm", hundred), "--array=0-19%20\n"));
    CHECK(has(script("kubernetes", hundred), "parallelism: 20\n"));
}

TEST_CASE("Time limit, modules and variables are written for each engine that supports them") {
    ScriptValues values = twenty;
    values.setup.time = "1:30:00";
    CHECK(has(script("slurm", values), "#SBATCH --time=1:30:00\n"));
    CHECK(has(script("pbs", values), "#PBS -l walltime=1:30:00\n"));
    CHECK(has(script("lsf", values), "#BSUB -W 1:30\n"));
    CHECK(has(script("sge", values), "#$ -l h_rt=1:30:00\n"));
    CHECK_THROWS_WITH_AS(script("parallel", values), doctest::Contains("--time: is not supported"),
                         std::invalid_argument);
    values.setup = {"", {"gcc/12"}, {"WORDS=it's a b"}};
    for (const char* engine : {"slurm", "pbs", "lsf", "sge", "mpirun", "parallel"})
        CHECK(has(script(engine, values), "module load 'gcc/12'\nexport WORDS='it'\\''s a b'\n"));
    CHECK_THROWS_WITH_AS(script("htcondor", values), doctest::Contains("--module"),
                         std::invalid_argument);
}

TEST_CASE("A path with special characters is quoted") {
    const ScriptValues odd{"/it's a \"{name}\"/ddc-gateway", "/data/c", 2, {}};
    CHECK(has(script("slurm", odd), "exec '/it'\\''s a \"{name}\"/ddc-gateway' campaign"));
    CHECK(has(script("kubernetes", odd), R"(- "/it's a \"{name}\"/ddc-gateway")"));
    CHECK(has(script("htcondor", odd), "executable = /it's a \"{name}\"/ddc-gateway\n"));
}

TEST_CASE("The job is named after the folder with the characters that every engine accepts") {
    CHECK(has(script("slurm", twenty), "--job-name=ddc-gain-7\n"));
    CHECK(has(script("kubernetes", twenty), "name: ddc-gain-7\n"));
    CHECK(has(script("pbs", {"/g", "/", 1, {}}), "-N ddc\n"));
}

TEST_CASE("No placeholder remains in a script") {
    for (const EngineScript& engine : engine_scripts()) {
        CAPTURE(engine.name);
        const std::string text = text_of(engine, four_at_once) + submit_command(engine);
        for (const char* word : {"{gateway", "{name}", "{elements}", "{last}", "{limit}", "{jobs}",
                                 "{file}", "{time}", "{setup}", "{hms}", "{hm}"})
            CHECK_FALSE(has(text, word));
        CHECK(has(submit_command(engine), file_of(engine)));
    }
    CHECK(engine_script("nqs") == nullptr);
}

}  // namespace engine_scripts_test
