// Preloaded into the process that exports: what it took, into the file that WATCH_FILE names, when it ends.
import fs from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
// Loading the program is no stall of an export.
setImmediate(() => delay.reset());
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpu = (userCPUTime + systemCPUTime) / 1e6;
  const taken = { cpu, megabytes: maxRSS / 1024, stallMs: delay.max / 1e6 };
  fs.writeFileSync(process.env.WATCH_FILE, JSON.stringify(taken));
});
