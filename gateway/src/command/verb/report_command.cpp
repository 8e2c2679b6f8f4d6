// SPDX-License-Identifier: MIT
#include "report_command.hpp"

#include "line/gateway_line.hpp"

#include <gateway/base/exit_code.hpp>
#include "bench_page/bench_page.hpp"
#include "config/common/named_files.hpp"
#include "output/output_file.hpp"
#include "run_report/run_page.hpp"

#include <ddc/interface/visible.hpp>

#include <filesystem>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway {
namespace {

/// The page in the folder that is given, or in the folder of the first file.
std::filesystem::path default_page(const std::filesystem::path& first) {
    constexpr const char* name = "report.html";
    return std::filesystem::is_directory(first)
               ? first / name
               : std::filesystem::path(first).replace_filename(name);
}

}  // namespace

struct ReportCommand::Arguments {
    std::vector<std::string> files;
    std::string output;
};

ReportCommand::ReportCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "report")) {
    Arguments& given = *given_;
    command_
        .add_option("FILE", given.files,
                    "Files of one run, or a folder with them: traces (CSV), recordings (MCAP), the "
                    "summary (JSON), the configuration (YAML). Or summaries of realtime runs and "
                    "results of bench-machine (JSON)")
        .required();
    command_.add_option("-o,--output", given.output,
                        "The page (default: report.html in the folder, or beside the first file)");
    command_.set_footer(
        "Examples:\n"
        "  ddc-gateway report out/run.mcap -o out/report.html\n"
        "  ddc-gateway report out/trace.csv out/summary.json run.yaml\n"
        "  ddc-gateway report out/run7\n"
        "  ddc-gateway report out/hil1.json out/hil2.json -o out/bench.html");
}

ReportCommand::~ReportCommand() = default;

bool ReportCommand::is_given() const {
    return command_.is_given();
}

int ReportCommand::run(std::ostream& out, const Log& log) const {
    const Arguments& given = *given_;
    const std::optional<bench_page::Bench> bench = bench_page::read_bench(given.files);
    const run_report::Run run = bench ? run_report::Run{} : run_report::read_run(given.files);
    const std::filesystem::path page =
        given.output.empty() ? default_page(given.files[0]) : std::filesystem::path(given.output);
    std::vector<NamedFile> inputs;
    for (const auto& file : bench ? bench->files : run.files) inputs.push_back({"FILE", file});
    const std::string problem = overwriting({{"--output", page}}, inputs);
    if (!problem.empty()) throw std::invalid_argument(problem);
    const std::string text =
        bench ? bench_page::page_of(*bench, log) : run_report::page_of(run, log);
    OutputFile file(page);
    file.stream() << text;
    file.close();
    out << ddc::interface::visible(page.string()) << '\n';
    return exit_code::done;
}

}  // namespace gateway
