'use strict';
// Stands for @duckdb/node-bindings in the bundles (alias in esbuild.js): the engine lies beside the bundle, because a
// VSIX has no node_modules. The path is computed, so that esbuild leaves it to Node.
const { join } = require('node:path');

module.exports = require(join(__dirname, 'native', `${process.platform}-${process.arch}`, 'duckdb.node'));
