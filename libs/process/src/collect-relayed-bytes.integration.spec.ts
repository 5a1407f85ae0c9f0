import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const SOURCE = pathToFileURL(join(import.meta.dirname, '../dist/collect-relayed-bytes.js')).href;

/** A process that reads 256 MB from a socket. Prints the most memory that its buffers took, in MB. */
const PROGRAM = `
import { connect, createServer } from 'node:net';
const { noteRelayedBytes } = await import('${SOURCE}');
const note = process.argv[1] === 'noted' ? noteRelayedBytes : () => {};
const piece = Buffer.alloc(64 * 1024);
const server = createServer(async (socket) => {
  for (let count = 0; count < 4096; count++) if (!socket.write(piece)) await new Promise((done) => socket.once('drain', done));
  socket.end();
}).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
let most = 0;
for await (const bytes of connect(server.address().port, '127.0.0.1')) {
  most = Math.max(most, process.memoryUsage().arrayBuffers);
  note(bytes.length);
}
server.close();
console.log(most / 1024 / 1024);
`;

/** A process in which 32 bodies of 500 KB are in use at any time, 3,000 in all. Prints how often V8 collected its whole heap. */
const USING = `
import { constants, PerformanceObserver } from 'node:perf_hooks';
const { holdBytes, noteRelayedBytes } = await import('${SOURCE}');
const hold = process.argv[1] === 'held' ? holdBytes : (count) => () => noteRelayedBytes(count);
let whole = 0;
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) whole++;
}).observe({ entryTypes: ['gc'] });
const inUse = [];
for (let count = 0; count < 3000; count++) {
  const body = Buffer.allocUnsafeSlow(500_000);
  inUse.push({ body, release: hold(body.length) });
  if (inUse.length > 32) inUse.shift().release();
  await new Promise((done) => setImmediate(done));
}
console.log(whole);
`;

function measure(how: string, program = PROGRAM): number {
  const flags = ['--no-warnings', '--input-type=module', '--eval', program];
  const { stderr, stdout } = spawnSync(process.execPath, [...flags, how], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return Number(stdout);
}

describe('the buffers of bodies that are passed on', () => {
  it('are collected while they come, and not after tens of megabytes', () => {
    const noted = measure('noted');
    expect(noted).toBeLessThan(24);
    expect(noted).toBeLessThan(measure('not noted'));
  }, 60_000);

  it('that are in use for a while are not left to a collection of the whole heap', () => {
    const held = measure('held', USING);
    expect(held).toBeLessThan(measure('noted', USING) / 2);
  }, 60_000);
});
