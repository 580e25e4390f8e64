'use strict';
// This module replaces @duckdb/node-bindings in the bundles (alias in esbuild.js), because a VSIX has no node_modules.
// The path is computed, so that esbuild leaves it to Node. The universal VSIX has no DuckDB.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const platform = `${process.platform}-${process.arch}`;
const file = join(__dirname, 'native', platform, 'duckdb.node');
if (!existsSync(file))
  throw new Error(
    `This build of Datastore Explorer has no engine for local files on ${platform}. Install the build for ${platform}.`,
  );

module.exports = require(file);
