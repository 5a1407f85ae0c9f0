/** `node drive-autocannon.js <load.json>`: sends one load with autocannon and prints the report of load-result.ts. */
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { formatLoadResult, type Load } from './load-result.js';
import { percentile } from './statistics.js';

const load = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Load;
const { url, headers, body, connections, seconds, timeoutSeconds } = load;

// autocannon's own percentiles are whole milliseconds, too coarse for what is measured here.
const milliseconds: number[] = [];
const running = autocannon({
  url,
  method: 'POST',
  headers: { ...headers },
  body,
  connections,
  duration: seconds,
  ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
});
running.on('response', (_client: unknown, _status: number, _bytes: number, duration: number) => {
  milliseconds.push(duration);
});
const result = await running;

process.stdout.write(
  formatLoadResult({
    requests: result.requests.total,
    seconds: result.duration,
    p50Milliseconds: milliseconds.length === 0 ? 0 : percentile(milliseconds, 0.5),
    p99Milliseconds: milliseconds.length === 0 ? 0 : percentile(milliseconds, 0.99),
    failures: result.errors + result.non2xx,
  }),
);
