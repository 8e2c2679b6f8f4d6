// SPDX-License-Identifier: MIT
#include "campaign/design/distribution_file.hpp"
#include "campaign/design/read_distribution.hpp"
#include "campaign/plan/campaign_file.hpp"
#include "output/scratch_folder.hpp"

#include <doctest/doctest.h>
#include <boost/math/distributions/normal.hpp>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>

namespace distribution_file_test {

using gateway::ScratchFolder;
using namespace gateway::campaign;
using doctest::Approx;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* grid_file = R"(<?xml version="1.0"?>
<OpenSCENARIO>
  <FileHeader author="x" date="2026-01-01T00:00:00" description="" revMajor="1" revMinor="2"/>
  <ParameterValueDistribution>
    <ScenarioFile filepath="not_read.xosc"/>
    <Deterministic>
      <DeterministicSingleParameterDistribution parameterName="vehicle.start.vx_mps">
        <DistributionRange stepWidth="0.1"><Range lowerLimit="0" upperLimit="0.3"/></DistributionRange>
      </DeterministicSingleParameterDistribution>
      <DeterministicSingleParameterDistribution parameterName="program.exec[3]">
        <DistributionSet><Element value="soft"/><Element value="4000"/></DistributionSet>
      </DeterministicSingleParameterDistribution>
    </Deterministic>
  </ParameterValueDistribution>
</OpenSCENARIO>
)";

std::string file_of(const std::string& inside) {
    return "<OpenSCENARIO>\n<ParameterValueDistribution>\n" + inside +
           "\n</ParameterValueDistribution>\n</OpenSCENARIO>\n";
}

std::string stochastic(const std::string& distribution) {
    return file_of(
        "<Stochastic numberOfTestRuns=\"20\" randomSeed=\"5\"><StochasticDistribution "
        "parameterName=\"a.b\">\n" +
        distribution + "</StochasticDistribution></Stochastic>");
}

struct Scene {
    ScratchFolder folder;

    explicit Scene(const std::string& text, const std::string& campaign = "") {
        std::ofstream(folder.path() / "d.xosc") << text;
        std::ofstream(folder.path() / "run.yaml") << "{}\n";
        std::ofstream(folder.path() / "c.yaml") << "run: run.yaml\ndistributions: d.xosc\n"
                                                << campaign;
    }
    DistributionFile file() const { return load_distributions(folder.path() / "d.xosc"); }
    CampaignFile campaign() const { return read_campaign_file(folder.path() / "c.yaml"); }
    std::string error() const {
        try {
            campaign();
            return {};
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
    }
};

Distribution one(const std::string& distribution) {
    return Scene(stochastic(distribution)).file().sets.at(0).at(0).distribution;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The cumulative probability of a value, estimated by many equidistant quantiles.
double share_below(const Distribution& distribution, double end) {
    constexpr int count = 20000;
    int below = 0;
    for (int i = 0; i < count; ++i)
        below += distribution.at((i + 0.5) / count).get<double>() < end ? 1 : 0;
    return static_cast<double>(below) / count;
}

double normal_below(double end) {
    return boost::math::cdf(boost::math::normal(10, 2), end);
}

}  // namespace

TEST_CASE("A deterministic file is a grid of its sets and ranges") {
    const CampaignFile sut = Scene(grid_file).campaign();
    CHECK(sut.design == DesignKind::grid);
    CHECK(sut.runs == 8);
    REQUIRE(sut.parameters.size() == 2);
    CHECK(sut.parameters[0].path == "vehicle.start.vx_mps");
    const auto& steps = sut.parameters[0].distribution.values();
    REQUIRE(steps.size() == 4);
    CHECK(steps[2].get<double>() == Approx(0.2));
    CHECK(steps[3] == 0.3);
    CHECK(sut.parameters[1].distribution.form() == Json{"soft", 4000});
}

TEST_CASE("A file of distributions can be combined with a design and parameters of the campaign") {
    const CampaignFile sut =
        Scene(grid_file, "design: sobol\nruns: 16\nparameters: {seed: {whole: [1, 9]}}\n")
            .campaign();
    CHECK(sut.design == DesignKind::sobol);
    CHECK(sut.runs == 16);
    CHECK(sut.parameters.size() == 3);
    CHECK(contains(Scene(grid_file, "parameters: {\"program.exec[3]\": 1}\n").error(),
                   "c.yaml:2:16: distributions: program.exec[3]: is also in `parameters`"));
}

TEST_CASE("Values that are set together stay together in every combination") {
    const Scene scene(
        file_of("<Deterministic><DeterministicMultiParameterDistribution><ValueSetDistribution>"
                "<ParameterValueSet><ParameterAssignment parameterRef=\"a\" value=\"1\"/>"
                "<ParameterAssignment parameterRef=\"b\" value=\"x\"/></ParameterValueSet>"
                "<ParameterValueSet><ParameterAssignment parameterRef=\"b\" value=\"y\"/>"
                "<ParameterAssignment parameterRef=\"a\" value=\"2\"/></ParameterValueSet>"
                "</ValueSetDistribution></DeterministicMultiParameterDistribution>"
                "</Deterministic>"),
        "parameters: {c: [true, false]}\n");
    const CampaignFile sut = scene.campaign();
    CHECK(sut.runs == 4);
    std::map<std::string, Json> columns;
    for (const Parameter& each : sut.parameters) columns[each.path] = each.distribution.form();
    CHECK(columns["c"] == Json{true, true, false, false});
    CHECK(columns["a"] == Json{1, 2, 1, 2});
    CHECK(columns["b"] == Json{"x", "y", "x", "y"});
}

TEST_CASE(
    "A stochastic file gives the number of runs and the seed unless the campaign gives them") {
    const std::string uniform =
        "<UniformDistribution><Range lowerLimit=\"2\" upperLimit=\"4\"/></UniformDistribution>";
    const CampaignFile sut = Scene(stochastic(uniform)).campaign();
    CHECK(sut.design == DesignKind::random);
    CHECK(sut.runs == 20);
    CHECK(sut.seed == 5);
    CHECK(sut.parameters.at(0).distribution.form() == Json{{"uniform", {2.0, 4.0}}});
    const CampaignFile other =
        Scene(stochastic(uniform), "runs: 7\nseed: 9\ndesign: lhs\n").campaign();
    CHECK(other.runs == 7);
    CHECK(other.seed == 9);
    CHECK(other.design == DesignKind::lhs);
}

TEST_CASE("A normal distribution has the given variance and is truncated to its range") {
    const Distribution whole = one("<NormalDistribution expectedValue=\"10\" variance=\"4\"/>");
    CHECK(share_below(whole, 12) == Approx(normal_below(12)).epsilon(1e-3));
    const Distribution sut =
        one("<NormalDistribution expectedValue=\"10\" variance=\"4\">"
            "<Range lowerLimit=\"9\" upperLimit=\"13\"/></NormalDistribution>");
    CHECK(sut.at(0).get<double>() >= 9);
    CHECK(sut.at(1 - 0x1p-53).get<double>() <= 13);
    const double between = normal_below(13) - normal_below(9);
    CHECK(share_below(sut, 11) ==
          Approx((normal_below(11) - normal_below(9)) / between).epsilon(1e-3));
}

TEST_CASE("The logarithm of a log-normal number is normally distributed") {
    const Distribution sut = one("<LogNormalDistribution expectedValue=\"10\" variance=\"4\"/>");
    CHECK(share_below(sut, std::exp(9.0)) == Approx(normal_below(9)).epsilon(1e-3));
}

TEST_CASE("A Poisson distribution with a range gives the whole numbers in the range") {
    const Distribution sut =
        one("<PoissonDistribution expectedValue=\"2\">"
            "<Range lowerLimit=\"0.5\" upperLimit=\"3\"/></PoissonDistribution>");
    const double one_is = 2, two_is = 2, three_is = 8.0 / 6;
    const double sum = one_is + two_is + three_is;
    CHECK(share_below(sut, 1) == 0);
    CHECK(share_below(sut, 1.5) == Approx(one_is / sum).epsilon(1e-3));
    CHECK(share_below(sut, 2.5) == Approx((one_is + two_is) / sum).epsilon(1e-3));
    CHECK(share_below(sut, 3.5) == 1);
}

TEST_CASE("Weights of values and of histogram bins are their frequencies") {
    const Distribution set =
        one("<ProbabilityDistributionSet><Element value=\"1\" weight=\"3\"/>"
            "<Element value=\"5\" weight=\"1\"/></ProbabilityDistributionSet>");
    CHECK(share_below(set, 2) == Approx(0.75));
    CHECK(set.with_values({2, 6}).form() == Json{{"weights", {{2, 3.0}, {6, 1.0}}}});
    const Distribution bins =
        one("<Histogram><Bin weight=\"1\"><Range lowerLimit=\"0\" upperLimit=\"10\"/></Bin>"
            "<Bin weight=\"3\"><Range lowerLimit=\"20\" upperLimit=\"30\"/></Bin></Histogram>");
    CHECK(share_below(bins, 5) == Approx(0.125));
    CHECK(share_below(bins, 15) == Approx(0.25));
    CHECK(share_below(bins, 25) == Approx(0.625));
}

TEST_CASE("A distribution can be read back from its form in a plan") {
    for (const char* form :
         {R"({"normal":[1.0,2.0,0.0,3.0]})", R"({"poisson":[2.0,1.0,3.0]})",
          R"({"weights":[["soft",3.0],["hard",1.0]]})",
          R"({"histogram":[[0.0,1.0,2.0],[1.0,3.0,1.0]]})", R"({"lognormal":[0.0,1.0]})"}) {
        const Distribution sut = distribution_of(Json::parse(form));
        CHECK(sut.form().dump() == form);
    }
}

TEST_CASE("Errors in a file of distributions are reported with their lines") {
    const auto error_of = [](const std::string& inside) { return Scene(file_of(inside)).error(); };
    CHECK(contains(Scene("<a>\n<b>\n</a>").error(), "d.xosc:3: is not XML: "));
    CHECK(contains(Scene("<a/>").error(), "must have an element OpenSCENARIO"));
    CHECK(contains(error_of("<Deterministic/>"), "d.xosc:2: ParameterValueDistribution: has no"));
    CHECK(contains(error_of("<Stochastic>\n</Stochastic>"),
                   "d.xosc:3: Stochastic: must have an attribute numberOfTestRuns"));
    CHECK(contains(Scene(stochastic("<UserDefinedDistribution type=\"x\"/>")).error(),
                   "d.xosc:4: UserDefinedDistribution: is unknown here; expected Uniform"));
    CHECK(contains(
        Scene(stochastic("<NormalDistribution expectedValue=\"$x\" variance=\"1\"/>")).error(),
        "d.xosc:4: NormalDistribution: expectedValue: expressions are"));
    CHECK(contains(Scene(stochastic("<NormalDistribution expectedValue=\"0\" variance=\"1\">"
                                    "<Range lowerLimit=\"40\" upperLimit=\"50\"/>"
                                    "</NormalDistribution>"))
                       .error(),
                   "the probability between its ends is a billionth or less"));
    CHECK(contains(Scene(stochastic("<UniformDistribution><Range lowerLimit=\"4\" "
                                    "upperLimit=\"2\"/></UniformDistribution>"))
                       .error(),
                   "lowerLimit must not be above upperLimit"));
}

TEST_CASE("A range of too many steps is rejected before the steps are created") {
    const std::string text = grid_file;
    const std::string one_step = "stepWidth=\"0.1\"";
    for (const char* step : {"stepWidth=\"1e-9\"", "stepWidth=\"0\"", "stepWidth=\"-1\""}) {
        std::string changed = text;
        changed.replace(changed.find(one_step), one_step.size(), step);
        CHECK(contains(Scene(changed).error(), "stepWidth: must be above 0"));
    }
}

}  // namespace distribution_file_test
