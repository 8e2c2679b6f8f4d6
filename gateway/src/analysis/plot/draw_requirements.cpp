// SPDX-License-Identifier: MIT
#include "draw_requirements.hpp"

#include "band_script.hpp"
#include "interval.hpp"
#include "requirement_strips.hpp"

#include "output/gnuplot.hpp"
#include "page/palette.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace gateway {
namespace {

using requirement::Outcome;
using requirement::Verdict;

constexpr std::size_t most_panels = 12, most_strips = 6;
constexpr int width_px = 1200, left_px = 90, right_px = 1180, edge_px = 20;
constexpr int line_px = 19, key_px = 22, plot_px = 170, axis_px = 44, gap_px = 18;
constexpr std::size_t line_letters = 150;

constexpr std::array other_colours{palette::green, palette::sky, palette::pink, palette::grey};

/// The colours of verdicts, as in the report of a campaign.
const char* colour_of(Verdict verdict) {
    constexpr const char* colours[] = {palette::pass, palette::fail, palette::error};
    return colours[static_cast<int>(verdict)];
}

/// Wraps a text into lines, at blanks if possible.
std::vector<std::string> lines_of(std::string text) {
    std::vector<std::string> lines;
    while (text.size() > line_letters) {
        std::size_t end = text.rfind(' ', line_letters);
        if (end == std::string::npos || end == 0) end = line_letters;
        while (end > 1 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
        lines.push_back(text.substr(0, end));
        text.erase(0, text[end] == ' ' ? end + 1 : end);
    }
    lines.push_back(std::move(text));
    return lines;
}

Interval values_of(const Strip& strip) {
    Interval interval;
    for (const Curve& curve : strip.curves)
        for (const ThinnedCurve::Point& point : curve.points.points()) interval.take(point.value);
    for (const Limit& limit : strip.limits) interval.take(limit.value);
    for (const double value : strip.decided) interval.take(value);
    return interval.with_room();
}

/// Builds the script from the top of the picture to its bottom, which determines its height.
class Script {
  public:
    Script(const TraceStrips& trace, const std::string& title) : trace_(trace) {
        label(title, palette::text, "Bold,12");
        body_ << bands_script(trace.bands);
        skip(line_px / 2);
    }

    void add(RequirementStrips what) {
        const Outcome& outcome = *what.outcome;
        colour_ = colour_of(outcome.verdict);
        std::string verdict = to_string(outcome.verdict);
        if (outcome.verdict != Verdict::error)
            verdict += fmt::format(", robustness {:.6g}", outcome.robustness);
        label(what.requirement->name + ": " + verdict, colour_, "Bold,11");
        label(what.requirement->text, palette::muted, ",10");
        label(outcome.reason, palette::text, ",10");
        if (!what.missing.empty())
            label(fmt::format("The trace has no column {}.", fmt::join(what.missing, ", ")),
                  palette::muted, ",10");
        const std::size_t left_out = keep_some(what.strips);
        if (left_out > 0)
            label(fmt::format("{} more are not drawn.", left_out), palette::muted, ",10");
        skip(line_px / 2);  // half of the last line
        if (!what.strips.empty()) body_ << band_names_script(trace_.bands);
        for (std::size_t i = 0; i < what.strips.size(); ++i)
            add_strip(what.strips[i], outcome, i + 1 == what.strips.size());
        skip(gap_px);
    }

    std::string text(const std::filesystem::path& picture) const {
        return gnuplot_terminal(picture, width_px, y_px_ + edge_px) +
               fmt::format("height = {}.0\n", y_px_ + edge_px) + data_.str() +
               fmt::format(
                   "set grid lc rgb '{}'\nset border lc rgb '{}'\n"
                   "set tics nomirror textcolor rgb '{}'\n",
                   palette::line, palette::missing, palette::muted) +
               "set style textbox opaque noborder fillcolor rgb 'white' margins 0.3,0.3\n"
               "set multiplot\n" +
               body_.str() + "unset multiplot\n";
    }

  private:
    void skip(int px) { y_px_ += px; }

    static std::string down(int y_px) { return fmt::format("1-{}/height", y_px); }

    void label(const std::string& text, const char* colour, const char* font) {
        for (const std::string& line : lines_of(text)) {
            skip(line_px);
            body_ << "set label " << gnuplot_quoted(line)
                  << fmt::format(
                         " at screen {:.4f}, screen {} font 'DejaVu Sans {}' textcolor rgb "
                         "'{}'\n",
                         static_cast<double>(edge_px) / width_px, down(y_px_), font, colour);
        }
    }

    /// Limits the number of strips, and moves the decisive one to the front. @return the number
    /// left out
    static std::size_t keep_some(std::vector<Strip>& strips) {
        if (strips.size() <= most_strips) return 0;
        std::stable_partition(strips.begin(), strips.end(),
                              [](const Strip& strip) { return !strip.decided.empty(); });
        const std::size_t left_out = strips.size() - most_strips;
        strips.resize(most_strips);
        return left_out;
    }

    void add_strip(const Strip& strip, const Outcome& outcome, bool is_last) {
        skip(key_px);
        body_ << fmt::format(
                     "set key at screen {:.4f}, screen {} left bottom horizontal Left "
                     "reverse samplen 2\n",
                     static_cast<double>(left_px) / width_px, down(y_px_ - 2))
              << fmt::format("set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}\n",
                             static_cast<double>(left_px) / width_px,
                             static_cast<double>(right_px) / width_px)
              << "set tmargin at screen " << down(y_px_) << '\n';
        skip(plot_px);
        body_ << "set bmargin at screen " << down(y_px_) << '\n';
        const Interval values = values_of(strip);
        set_axes(strip, outcome, values, is_last);
        if (has_moment(outcome)) mark(strip, outcome, values);
        plot(strip);
        skip(is_last ? axis_px : gap_px / 2);
    }

    void set_axes(const Strip& strip, const Outcome& outcome, const Interval& values,
                  bool is_last) {
        double end_s = trace_.end_s;
        if (has_moment(outcome)) end_s = std::max(end_s, outcome.time_s);
        if (end_s <= trace_.begin_s) end_s = trace_.begin_s + 1;
        body_ << fmt::format("set xrange [{:.17g}:{:.17g}]\nset yrange [{:.17g}:{:.17g}]\n",
                             trace_.begin_s, end_s, values.least, values.greatest)
              << "set ylabel " << gnuplot_quoted(strip.unit.empty() ? "" : "[" + strip.unit + "]")
              << "\nset xlabel '" << (is_last ? "time [s]" : "") << "'\nset format x '"
              << (is_last ? "%g" : "") << "'\n";
    }

    /// Marks the decisive time with a line, and the values at that time.
    void mark(const Strip& strip, const Outcome& outcome, const Interval& values) {
        const std::string time = fmt::format("{:.17g}", outcome.time_s);
        body_ << "set arrow from first " << time << ", graph 0 to first " << time
              << ", graph 1 nohead dt 3 lw 1.5 lc rgb '" << colour_ << "'\n";
        for (const double value : strip.decided)
            body_ << fmt::format(
                "set label '' at first {}, first {:.17g} point pt {} ps 1.5 lw 2.5 lc rgb '{}' "
                "front\n",
                time, value, outcome.verdict == Verdict::fail ? 2 : 6, colour_);
        if (strip.decided.empty()) return;
        const bool is_high = strip.decided[0] > values.least / 2 + values.greatest / 2;
        const bool is_late = outcome.time_s > (trace_.begin_s + trace_.end_s) / 2;
        body_ << "set label " << gnuplot_quoted(fmt::format("{:.9g} s", outcome.time_s))
              << " at first " << time << ", graph " << (is_high ? 0.1 : 0.9)
              << (is_late ? " right" : " left") << " offset character "
              << (is_late ? "-0.6" : "0.6") << ",0 front boxed textcolor rgb '" << colour_ << "'\n";
    }

    void plot(const Strip& strip) {
        std::string items;
        const auto add_item = [&](const std::string& what, const std::string& title) {
            items += (items.empty() ? "" : ", ") + what + " title " + gnuplot_quoted(title);
        };
        std::size_t others = 0;
        for (const Curve& curve : strip.curves) {
            const auto points = curve.points.points();
            if (points.empty()) continue;
            const char* colour =
                curve.has_decided ? colour_ : other_colours[others++ % other_colours.size()];
            const std::string name = fmt::format("$curve{}", ++curves_);
            data_ << name << " << END\n";
            for (const ThinnedCurve::Point& point : points)
                data_ << fmt::format("{:.9g} {:.9g}\n", point.time_s, point.value);
            data_ << "END\n";
            add_item(name + " with steps lw 2 lc rgb '" + colour + "'", curve.text);
        }
        for (const Limit& limit : strip.limits)
            add_item(fmt::format("{:.17g} with lines dt 2 lw 1.5 lc rgb '{}'", limit.value,
                                 palette::text),
                     "limit " + limit.text);
        body_ << "plot " << (items.empty() ? "NaN notitle" : items)
              << "\nunset label\nunset arrow\n";
    }

    const TraceStrips& trace_;
    std::ostringstream data_, body_;
    const char* colour_ = palette::text;  ///< of the verdict
    int y_px_ = edge_px;                  ///< top of the next element
    int curves_ = 0;
};

std::string title_of(const std::filesystem::path& trace, const std::vector<Outcome>& outcomes) {
    const auto count = [&](Verdict verdict) {
        return std::count_if(outcomes.begin(), outcomes.end(),
                             [&](const Outcome& each) { return each.verdict == verdict; });
    };
    std::string title =
        fmt::format("{}: {} pass, {} fail, {} error", trace.filename().string(),
                    count(Verdict::pass), count(Verdict::fail), count(Verdict::error));
    if (outcomes.size() > most_panels)
        title += fmt::format("; {} are not drawn", outcomes.size() - most_panels);
    return title;
}

/// Orders failed requirements first, then those that could not be evaluated.
int rank(const RequirementStrips& strips) {
    constexpr int ranks[] = {2, 0, 1};
    return ranks[static_cast<int>(strips.outcome->verdict)];
}

}  // namespace

std::filesystem::path picture_of_program(const std::filesystem::path& file,
                                         const std::string& program) {
    return std::filesystem::path(file).replace_extension(program + file.extension().string());
}

void draw_requirements(const std::filesystem::path& trace,
                       const std::vector<requirement::Requirement>& requirements,
                       const std::vector<Outcome>& outcomes, const std::filesystem::path& picture) {
    TraceStrips strips = read_strips(trace, requirements, outcomes);
    std::vector<RequirementStrips>& order = strips.requirements;
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return rank(a) < rank(b); });
    Script script(strips, title_of(trace, outcomes));
    for (std::size_t i = 0; i < std::min(order.size(), most_panels); ++i) script.add(order[i]);
    draw_with_gnuplot(script.text(picture), picture);
}

}  // namespace gateway
