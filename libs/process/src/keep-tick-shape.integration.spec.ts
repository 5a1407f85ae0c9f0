import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const SOURCE = pathToFileURL(join(import.meta.dirname, 'keep-tick-shape.ts')).href;

/** A process that uses ticks, and whose heap is collected now and then while none waits. Prints what a tick costs, in µs. */
const PROGRAM = `
import { setImmediate as turn } from 'node:timers/promises';
if (process.argv[1] === 'kept') (await import('${SOURCE}')).keepTickShape();
const callback = () => {};
async function measure() {
  let best = Infinity;
  for (let round = 0; round < 30; round++) {
    const began = performance.now();
    for (let count = 0; count < 1000; count++) process.nextTick(callback);
    best = Math.min(best, performance.now() - began);
    await turn();
  }
  return best;
}
for (let round = 0; round < 5; round++) {
  await measure();
  for (let count = 0; count < 6; count++) {
    await turn();
    gc();
  }
}
console.log(await measure());
`;

function measureTick(what: 'kept' | 'not kept'): number {
  const flags = ['--expose-gc', '--no-warnings', '--input-type=module', '--eval', PROGRAM];
  const { stderr, stdout } = spawnSync(process.execPath, [...flags, what], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return Number(stdout);
}

describe('the hidden class of ticks', () => {
  it('outlives collections of the heap, after which each tick would cost several times as much', () => {
    expect(measureTick('kept')).toBeLessThan(measureTick('not kept') / 2);
  }, 30_000);
});
