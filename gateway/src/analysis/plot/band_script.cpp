// SPDX-License-Identifier: MIT
#include "band_script.hpp"

#include "output/gnuplot.hpp"
#include "page/palette.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstddef>

namespace gateway {

std::string bands_script(const std::vector<FaultBand>& bands) {
    std::string script;
    int object = 0;
    for (const FaultBand& band : bands)
        script += fmt::format(
            "set object {} rectangle from first {:.17g}, graph 0 to first {:.17g}, graph 1 "
            "fillcolor rgb '{}' fillstyle transparent solid 0.3 noborder behind\n",
            ++object, band.from_s, band.until_s, palette::band);
    return script;
}

std::string band_names_script(const std::vector<FaultBand>& bands) {
    std::string script;
    std::size_t row = 0;
    for (const FaultBand& band : bands)
        script += "set label " + gnuplot_quoted(band.name) +
                  fmt::format(
                      " at first {:.17g}, graph {:.2f} left offset character 0.3,0 front "
                      "font ',8' textcolor rgb '{}'\n",
                      band.from_s, 0.95 - 0.08 * static_cast<double>(row++ % 4), palette::muted);
    return script;
}

}  // namespace gateway
