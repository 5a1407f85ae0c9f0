// Loaded into a service under test with `--import`. Answers on 127.0.0.1 how long the service's main thread was
// busy without a pause and how its memory grew since it was last asked. Busy means processor time: what other processes of
// the machine do counts for nothing.
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const TICK_MS = 2;

// It is loaded as `watch-loop.mjs?<port>`.
const port = Number(new URL(import.meta.url).search.slice(1));

// Processor time is itself longer while others use the caches and the other half of a core: by how much, a fixed piece of
// work shows. No more than this is compensated.
const MOST_SLOWNESS = 3;
const SAMPLE = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => ({ index, text: `sample ${index}` })));

function timeSample() {
  const before = process.threadCpuUsage();
  for (let round = 0; round < 5; round++) JSON.stringify(JSON.parse(SAMPLE));
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

// The clock may be coarse: of many measurements the second smallest is one that can be believed.
let [, atBest = 1] = Array.from({ length: 20 }, timeSample).sort((one, other) => one - other);

function measureSlowness() {
  const now = Math.min(timeSample(), timeSample());
  atBest = Math.max(1_000, Math.min(atBest, now));
  return Math.min(MOST_SLOWNESS, Math.max(1, now / atBest));
}

let slowness = 1;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

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

/**
 * Holds up everything: what the watch must see.
 *
 * @param {number} milliseconds
 */
function burn(milliseconds) {
  const before = process.threadCpuUsage();
  const spent = () => process.threadCpuUsage(before);
  while (spent().user + spent().system < milliseconds * 1000 * slowness);
}

setInterval(look, TICK_MS).unref();

createServer((request, response) => {
  if (request.url === '/burn') burn(150);
  look();
  const report = {
    busyMs: longestBusyMicros / 1000 / slowness,
    delayMs: delay.max / 1e6,
    grownMb: (highestRss - rssBefore) / 1e6,
    rssMb: process.memoryUsage.rss() / 1e6,
  };
  if (request.url?.startsWith('/reset')) {
    const asked = new URL(request.url, 'http://localhost').searchParams;
    if (asked.has('collect')) globalThis.gc?.();
    // It takes as long as many of the requests that are watched: only what is measured again is measured against it.
    slowness = asked.has('compensate') ? measureSlowness() : 1;
    delay.reset();
    rssBefore = process.memoryUsage.rss();
    highestRss = rssBefore;
    atLastTick = process.threadCpuUsage();
    longestBusyMicros = 0;
  }
  response.end(JSON.stringify(report));
})
  .listen(port, '127.0.0.1')
  .unref();
