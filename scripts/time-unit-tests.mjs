/**
 * Runs the unit tests and says how long they took beside the bar: what a contributor waits for after each change. The bar
 * is for two quiet cores, so a busy machine is reported and does not fail.
 * Usage: node scripts/time-unit-tests.mjs [jest arguments]
 */
import { spawn } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { JEST } from './jest/jest-command.mjs';

const BAR_SECONDS = 60;

const args = process.argv.slice(2);
const [loadBefore = 0] = loadavg();
const start = performance.now();
const jest = spawn(process.execPath, [...JEST, '--selectProjects=unit', '--reporters=summary', ...args], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
});
jest.on('close', (code) => {
  const seconds = (performance.now() - start) / 1000;
  if (args.length === 0) process.stdout.write(`${describeTime(seconds)}\n`);
  process.exitCode = code ?? 1;
});

/** @param {number} seconds */
function describeTime(seconds) {
  const cores = availableParallelism();
  const verdict = seconds <= BAR_SECONDS ? 'within' : 'over';
  const busy = loadBefore > cores / 2 ? `; the machine was busy before (load ${loadBefore.toFixed(1)})` : '';
  return `unit tests: ${seconds.toFixed(1)} s on ${cores} cores, ${verdict} the bar of ${BAR_SECONDS} s on two quiet ones${busy}`;
}
