// SPDX-License-Identifier: MIT
// Lichtblick's own configuration for its web app, without the check of types, and with esbuild
// in place of TypeScript's compiler: a build then needs minutes and 4 GB.
// The working directory is Lichtblick's source tree.
const { createRequire } = require("node:module");
const { join } = require("node:path");

const source = process.cwd();
const theirs = createRequire(join(source, "package.json"));
theirs("ts-node").register({
    transpileOnly: true,
    skipProject: true,
    cwd: source,
    compilerOptions: { module: "commonjs", esModuleInterop: true, ignoreDeprecations: "6.0" },
});
const makeMain = theirs("./web/webpack.config.ts").default.at(-1);

function isCompiler(rule) {
    return Array.isArray(rule.use) && rule.use.some((use) => use.loader === "ts-loader");
}

function compiledQuickly(rule) {
    if (!isCompiler(rule)) return rule;
    const options = { target: "es2022", jsx: "automatic" };
    return { ...rule, use: [{ loader: "esbuild-loader", options }] };
}

module.exports = (environment, argv) => {
    const config = makeMain(environment, argv);
    config.module.rules = config.module.rules.map(compiledQuickly);
    config.plugins = config.plugins.filter(
        (plugin) => plugin.constructor.name !== "ForkTsCheckerWebpackPlugin",
    );
    config.devtool = false;
    return config;
};
