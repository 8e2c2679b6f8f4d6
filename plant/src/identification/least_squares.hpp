// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include <functional>

namespace plant {

/// A least-squares problem: minimise the sum of squared residuals over the parameters.
struct LeastSquaresProblem {
    std::function<Eigen::VectorXd(const Eigen::VectorXd&)> residuals;
    Eigen::VectorXd start;
    Eigen::VectorXd lower;  ///< equal to upper for a fixed parameter
    Eigen::VectorXd upper;
    Eigen::VectorXd step;  ///< of the central differences
};

/// The solution.
struct LeastSquaresFit {
    Eigen::VectorXd values;
    Eigen::VectorXd standard_errors;  ///< infinite if the residuals do not depend on the parameter
    double sum_of_squares = 0.0;
};

/// Levenberg-Marquardt with the diagonal of J'J as damping; steps are limited to the bounds.
LeastSquaresFit least_squares(const LeastSquaresProblem& problem, int most_iterations);

}  // namespace plant
