// SPDX-License-Identifier: MIT
#include "identification/least_squares.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <cmath>
#include <limits>

namespace plant {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A smaller mean square of the slopes is rounding error and counts as zero.
constexpr double no_slope = 1e-18;

MatrixXd jacobian(const LeastSquaresProblem& problem, const VectorXd& at, Eigen::Index rows) {
    MatrixXd result = MatrixXd::Zero(rows, at.size());
    for (Eigen::Index i = 0; i < at.size(); ++i) {
        VectorXd low = at, high = at;
        low[i] = std::max(at[i] - problem.step[i], problem.lower[i]);
        high[i] = std::min(at[i] + problem.step[i], problem.upper[i]);
        if (!(high[i] > low[i])) continue;
        result.col(i) = (problem.residuals(high) - problem.residuals(low)) / (high[i] - low[i]);
        if (result.col(i).squaredNorm() < no_slope * static_cast<double>(rows)) {
            result.col(i).setZero();
        }
    }
    return result;
}

/// J'J with 1 on the diagonal for parameters without effect, so that they keep their values.
MatrixXd normal_matrix(const MatrixXd& j) {
    MatrixXd result = j.transpose() * j;
    for (Eigen::Index i = 0; i < result.rows(); ++i) {
        if (result(i, i) == 0.0) result(i, i) = 1.0;
    }
    return result;
}

VectorXd standard_errors(const MatrixXd& j, double sum_of_squares) {
    const double freedom = static_cast<double>(std::max<Eigen::Index>(j.rows() - j.cols(), 1));
    const MatrixXd normal = normal_matrix(j);
    // Scaled to a unit diagonal: the parameters' units differ by orders of magnitude.
    const VectorXd scale = normal.diagonal().cwiseSqrt().cwiseInverse();
    const MatrixXd inverse = (scale.asDiagonal() * normal * scale.asDiagonal()).inverse();
    VectorXd result(j.cols());
    for (Eigen::Index i = 0; i < j.cols(); ++i) {
        const double variance = sum_of_squares / freedom * inverse(i, i) * scale[i] * scale[i];
        const bool is_seen = j.col(i).squaredNorm() > 0.0 && variance >= 0.0;
        result[i] = is_seen ? std::sqrt(variance) : std::numeric_limits<double>::infinity();
    }
    return result;
}

}  // namespace

LeastSquaresFit least_squares(const LeastSquaresProblem& problem, int most_iterations) {
    VectorXd at = problem.start;
    VectorXd residuals = problem.residuals(at);
    double cost = residuals.squaredNorm();
    double damping = 1e-3;
    MatrixXd j = jacobian(problem, at, residuals.size());
    for (int i = 0; i < most_iterations && damping < 1e9; ++i) {
        MatrixXd normal = normal_matrix(j);
        normal.diagonal() *= 1.0 + damping;
        const VectorXd wanted = at - normal.ldlt().solve(j.transpose() * residuals);
        const VectorXd next = wanted.cwiseMax(problem.lower).cwiseMin(problem.upper);
        const VectorXd next_residuals = problem.residuals(next);
        const double next_cost = next_residuals.squaredNorm();
        if (!(next_cost < cost)) {
            damping *= 10.0;
            continue;
        }
        const bool is_settled = cost - next_cost <= 1e-12 * cost;
        at = next;
        residuals = next_residuals;
        cost = next_cost;
        damping *= 0.1;
        j = jacobian(problem, at, residuals.size());
        if (is_settled) break;
    }
    return {at, standard_errors(j, cost), cost};
}

}  // namespace plant
