import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';

const SOURCE = pathToFileURL(join(import.meta.dirname, '../dist/release-start-memory.js')).href;

/** A process that has parsed 100 MB at its start and uses none of it. Prints the size of its heap, in MB. */
const PROGRAM = `
const { releaseStartMemory } = await import('${SOURCE}');
let parsed = Array.from({ length: 400 }, (_, at) => JSON.parse(JSON.stringify(Array.from({ length: 4000 }, () => ({ at })))));
parsed = undefined;
await new Promise((done) => setImmediate(done));
if (process.argv[1] === 'released') releaseStartMemory();
console.log(process.memoryUsage().heapTotal / 1024 / 1024);
`;

function measureHeap(what: 'released' | 'as it is'): number {
  const flags = ['--no-warnings', '--input-type=module', '--eval', PROGRAM];
  const { stderr, stdout } = spawnSync(process.execPath, [...flags, what], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return Number(stdout);
}

it('gives back the memory of a start, which V8 would keep', () => {
  expect(measureHeap('released')).toBeLessThan(measureHeap('as it is') / 2);
}, 30_000);
