// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include <functional>

namespace plant {

/// Parameters whose residuals' sum of squares is to be small.
struct LeastSquaresProblem {
    std::function<Eigen::VectorXd(const Eigen::VectorXd&)> residuals;
    Eigen::VectorXd start;
    Eigen::VectorXd lower;  ///< equal to upper for a parameter that is held
    Eigen::VectorXd upper;
    Eigen::VectorXd step;  ///< of the central differences
};

struct LeastSquaresFit {
    Eigen::VectorXd values;
    Eigen::VectorXd standard_errors;  ///< infinite where the residuals do not depend on it
    double sum_of_squares = 0.0;
};

/// Levenberg-Marquardt with the diagonal of J'J as damping; steps are cut at the bounds.
LeastSquaresFit least_squares(const LeastSquaresProblem& problem, int most_iterations);

}  // namespace plant
