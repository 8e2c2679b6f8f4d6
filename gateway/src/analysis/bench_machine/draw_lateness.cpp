// SPDX-License-Identifier: MIT
#include "bench_report.hpp"

#include "output/gnuplot.hpp"
#include "page/palette.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sstream>
#include <string>

namespace gateway::machine {
namespace {

constexpr int width_px = 1000, height_px = 600;
constexpr std::array<const char*, 4> colours{palette::blue, palette::orange, palette::green,
                                             palette::pink};
constexpr int bars_per_octave = 4;
/// A logarithmic axis has no zero.
constexpr double smallest_us = 0.1, no_count = 0.1;

/// The counts of bars that are a quarter of an octave wide, from the first to the last one: bar i
/// ends at 2^(i / 4) us.
std::map<int, std::uint64_t> bars_of(const Histogram& values) {
    std::map<int, std::uint64_t> bars;
    values.for_each([&bars](std::chrono::nanoseconds edge, std::uint64_t count) {
        const double us = std::chrono::duration<double, std::micro>(edge).count();
        bars[static_cast<int>(std::ceil(bars_per_octave * std::log2(std::max(us, smallest_us))))] +=
            count;
    });
    for (int bar = bars.begin()->first - 1; bar <= bars.rbegin()->first; ++bar) bars[bar];
    return bars;
}

/// Collects blocks of data and the curves that draw them.
class LatenessScript {
  public:
    void add(const LoopBench& loop) {
        const std::string period = "period " + time_text(loop.setup.period);
        add_curve(loop.idle.lateness, period, "1");
        add_curve(loop.loaded.lateness, period + ", with load", "(8,4)");
        ++loops_;
    }

    std::string text(const std::filesystem::path& picture) const {
        return gnuplot_terminal(picture, width_px, height_px) + data_.str() +
               fmt::format(
                   "set logscale xy\nset grid lt 1 lw 0.5 lc rgb '{}'\n"
                   "set border lc rgb '{}'\nset key opaque Left reverse\n"
                   "set xlabel 'lateness (us)'\nset ylabel 'periods'\nset yrange [0.5:]\n",
                   palette::grid, palette::border) +
               "plot " + curves_ + '\n';
    }

  private:
    void add_curve(const Histogram& values, const std::string& title, const char* dashes) {
        if (values.count() == 0) return;
        const std::string name = fmt::format("$data{}", ++blocks_);
        data_ << name << " << END\n";
        for (const auto& [bar, count] : bars_of(values))
            data_ << fmt::format("{} {}\n", std::exp2(static_cast<double>(bar) / bars_per_octave),
                                 std::max(static_cast<double>(count), no_count));
        data_ << "END\n";
        curves_ += fmt::format("{}{} with fsteps lw 2 dt {} lc rgb '{}' title {}",
                               curves_.empty() ? "" : ", ", name, dashes,
                               colours[loops_ % colours.size()], gnuplot_quoted(title));
    }

    std::ostringstream data_;
    std::string curves_;
    std::size_t loops_ = 0;
    int blocks_ = 0;
};

}  // namespace

void draw_lateness(const MachineBench& bench, const std::filesystem::path& picture) {
    LatenessScript script;
    for (const LoopBench& loop : bench.loops) script.add(loop);
    draw_with_gnuplot(script.text(picture), picture);
}

}  // namespace gateway::machine
