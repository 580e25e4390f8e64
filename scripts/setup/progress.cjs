// Progress lines and child processes of the set-up.
'use strict';
const { spawnSync } = require('node:child_process');

/** A failure in words for the person at the terminal, who sees no stack. */
class SetupError extends Error {}

const say = (text) => console.log(`set-up: ${text}`);
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Runs a command to its end and returns its trimmed output, which is empty if it went to the terminal. */
function run(command, args, options = {}) {
  const result = spawnSync(command, args, { stdio: 'inherit', encoding: 'utf8', ...options });
  if (result.error) throw new SetupError(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0)
    throw new SetupError(`"${[command, ...args].join(' ')}" failed (exit ${result.status ?? result.signal})`);
  return (result.stdout ?? '').trim();
}

module.exports = { SetupError, run, say, seconds };
