// SPDX-License-Identifier: MIT
#include "cma_es.hpp"

#include "number/random.hpp"

#include <boost/math/distributions/normal.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gateway::campaign {
namespace {

using Eigen::ArrayXd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double first_step = 0.5, least_step = 1e-4;

/// A sequence of random numbers.
class Draws {
  public:
    Draws(std::uint64_t seed, std::uint64_t start) : draw_{seed, start, stream_of("cma_es"), 0} {}

    double unit() {
        const double unit = random_unit(draw_);
        ++draw_.block;
        return unit;
    }
    double normal() {
        return boost::math::quantile(boost::math::normal(), std::max(unit(), 0x1p-54));
    }

  private:
    Draw draw_;
};

/// The parameters of the tutorial's table 1 for a number of dimensions and a population size.
struct Settings {
    int population, parents;
    VectorXd weights;
    double mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, expected_length;

    Settings(double n, int size) : population(size), parents(size / 2), weights(parents) {
        for (int i = 0; i < parents; ++i) weights[i] = std::log((size + 1) / 2.0) - std::log(i + 1);
        weights /= weights.sum();
        mu_eff = 1 / weights.squaredNorm();
        c_sigma = (mu_eff + 2) / (n + mu_eff + 5);
        d_sigma = 1 + 2 * std::max(0.0, std::sqrt((mu_eff - 1) / (n + 1)) - 1) + c_sigma;
        c_c = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n);
        c_1 = 2 / ((n + 1.3) * (n + 1.3) + mu_eff);
        c_mu =
            std::min(1 - c_1, 2 * (0.25 + mu_eff + 1 / mu_eff - 2) / ((n + 2) * (n + 2) + mu_eff));
        expected_length = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    }
};

struct Sample {
    VectorXd point;
    double value = 0;
};

/// One search, from its start until it has converged.
class Strategy {
  public:
    Strategy(Eigen::Index dimensions, int population, Draws& draws)
        : draws_(draws),
          settings_(static_cast<double>(dimensions), population),
          mean_(dimensions),
          covariance_(MatrixXd::Identity(dimensions, dimensions)),
          axes_(covariance_),
          lengths_(VectorXd::Ones(dimensions)),
          step_path_(VectorXd::Zero(dimensions)),
          covariance_path_(step_path_) {
        for (double& value : mean_) value = draws_.unit();
    }

    /// Evaluates a generation. @return false if the objective ends the search
    bool generation(const Objective& objective) {
        samples_.assign(static_cast<std::size_t>(settings_.population), {});
        for (Sample& sample : samples_) {
            sample.point = drawn();
            const auto value = objective({sample.point.begin(), sample.point.end()});
            if (!value) return false;
            sample.value = *value;
        }
        std::stable_sort(samples_.begin(), samples_.end(),
                         [](const Sample& a, const Sample& b) { return a.value < b.value; });
        ++generations_;
        adapt();
        return true;
    }
    bool has_come_together() const {
        return samples_.front().value == samples_.back().value ||
               step_ * lengths_.maxCoeff() < least_step;
    }

  private:
    VectorXd drawn() {
        VectorXd normal(mean_.size());
        for (double& value : normal) value = draws_.normal();
        const VectorXd point = mean_ + step_ * (axes_ * lengths_.cwiseProduct(normal));
        return point.cwiseMax(0).cwiseMin(1);
    }
    void adapt();
    void adapt_covariance(const MatrixXd& steps, bool is_path_held);

    Draws& draws_;
    Settings settings_;
    VectorXd mean_;
    MatrixXd covariance_, axes_;
    VectorXd lengths_;  ///< lengths of the axes for a step of 1
    VectorXd step_path_, covariance_path_;
    double step_ = first_step;
    int generations_ = 0;
    std::vector<Sample> samples_;
};

/// Equations 41 to 47 of the tutorial.
void Strategy::adapt() {
    const Settings& s = settings_;
    MatrixXd steps(mean_.size(), s.parents);
    for (int i = 0; i < s.parents; ++i)
        steps.col(i) = (samples_[static_cast<std::size_t>(i)].point - mean_) / step_;
    const VectorXd step = steps * s.weights;
    mean_ += step_ * step;

    const VectorXd whitened = axes_ * (axes_.transpose() * step).cwiseQuotient(lengths_);
    step_path_ =
        (1 - s.c_sigma) * step_path_ + std::sqrt(s.c_sigma * (2 - s.c_sigma) * s.mu_eff) * whitened;
    const double length = step_path_.norm();
    const double begun = 1 - std::pow(1 - s.c_sigma, 2.0 * generations_);
    const auto n = static_cast<double>(mean_.size());
    const bool is_path_held = length / std::sqrt(begun) >= (1.4 + 2 / (n + 1)) * s.expected_length;
    covariance_path_ *= 1 - s.c_c;
    if (!is_path_held) covariance_path_ += std::sqrt(s.c_c * (2 - s.c_c) * s.mu_eff) * step;
    adapt_covariance(steps, is_path_held);
    step_ *= std::exp(s.c_sigma / s.d_sigma * (length / s.expected_length - 1));
}

void Strategy::adapt_covariance(const MatrixXd& steps, bool is_path_held) {
    const Settings& s = settings_;
    const double lost = is_path_held ? s.c_1 * s.c_c * (2 - s.c_c) : 0;
    covariance_ = (1 + lost - s.c_1 - s.c_mu) * covariance_ +
                  s.c_1 * covariance_path_ * covariance_path_.transpose() +
                  s.c_mu * steps * s.weights.asDiagonal() * steps.transpose();
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(covariance_);
    axes_ = solver.eigenvectors();
    lengths_ = solver.eigenvalues().cwiseMax(1e-20).cwiseSqrt();
}

}  // namespace

void minimise_by_cma_es(std::size_t dimensions, std::uint64_t seed, std::uint64_t start,
                        const Objective& objective) {
    Draws draws(seed, start);
    int population = 4 + static_cast<int>(3 * std::log(static_cast<double>(dimensions)));
    for (;; population *= 2) {
        Strategy strategy(static_cast<Eigen::Index>(dimensions), population, draws);
        do
            if (!strategy.generation(objective)) return;
        while (!strategy.has_come_together());
    }
}

}  // namespace gateway::campaign
