// Loaded into a service under test with `--import`. Answers on 127.0.0.1 how long the service's main thread was
// busy without a pause and how its memory grew since it was last asked. Busy means processor time: what other processes of
// the machine do counts for nothing.
import { createServer } from 'node:http';
import { sampleFixedWork, slownessOf } from '../../dist/measure-hold.js';

const TICK_MS = 2;

// It is loaded as `watch-loop.mjs?<port>`.
const port = Number(new URL(import.meta.url).search.slice(1));

// Times of the fixed work of measure-hold.ts before the request: how much slower this machine is than the reference.
/** @type {number[]} */
let samples = [];

let atLastTick = process.threadCpuUsage();
let longestBusyMicros = 0;
let rssBefore = 0;
let highestRss = 0;

function look() {
  const { user, system } = process.threadCpuUsage();
  longestBusyMicros = Math.max(longestBusyMicros, user + system - atLastTick.user - atLastTick.system);
  atLastTick = { user, system };
  highestRss = Math.max(highestRss, process.memoryUsage.rss());
}

/** Measures how slow the machine was around the request: it is compensated only if it was measured before. */
function measureSlowness() {
  return samples.length === 0 ? 1 : slownessOf([...samples, ...sampleFixedWork()]);
}

/**
 * Holds up everything: what the watch must see.
 *
 * @param {number} milliseconds
 */
function burn(milliseconds) {
  const before = process.threadCpuUsage();
  const spent = () => process.threadCpuUsage(before);
  while (spent().user + spent().system < milliseconds * 1000 * slownessOf(samples));
}

setInterval(look, TICK_MS).unref();

function report() {
  look();
  const factor = measureSlowness();
  return {
    busyMs: longestBusyMicros / 1000 / factor,
    factor,
    grownMb: (highestRss - rssBefore) / 1e6,
    rssMb: process.memoryUsage.rss() / 1e6,
  };
}

/**
 * Begins to watch again.
 *
 * @param {URLSearchParams} asked
 */
function reset(asked) {
  if (asked.has('collect')) globalThis.gc?.();
  // It takes longer than most of the requests that are watched: only what is measured again is measured against it.
  samples = asked.has('compensate') ? sampleFixedWork() : [];
  rssBefore = process.memoryUsage.rss();
  highestRss = rssBefore;
  atLastTick = process.threadCpuUsage();
  longestBusyMicros = 0;
}

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (pathname === '/burn') burn(200);
  if (pathname === '/reset') reset(searchParams);
  response.end(JSON.stringify(pathname === '/read' ? report() : {}));
})
  .listen(port, '127.0.0.1')
  .unref();
