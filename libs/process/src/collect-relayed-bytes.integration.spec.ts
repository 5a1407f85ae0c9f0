import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCE = pathToFileURL(join(import.meta.dirname, 'collect-relayed-bytes.ts')).href;

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

function measure(how: 'noted' | 'not noted'): number {
  const flags = ['--no-warnings', '--input-type=module', '--eval', PROGRAM];
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
});
