// `npm test` runs these tests in one of six runs, and a sample of them each time: bench/src/describe-gateway.e2e.spec.ts.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { PROJECT_ROOT, spawnService, waitUntil } from '@multilane/testing';

/** The built one, because the file that it loads into services must be JavaScript. */
const BUILT = pathToFileURL(join(PROJECT_ROOT, 'bench/dist/soak/live-memory.js')).href;
const HELD = 50_000_000;
const SCRIPT = `
  let garbage = Array.from({ length: 50 }, () => 'x'.repeat(1e6) + Math.random());
  const held = Buffer.alloc(${HELD}, 1);
  garbage = undefined;
  setInterval(() => held.length, 1e6);
  console.log('up');`;

it('reads what a process holds, in its heap and outside, without its garbage', async () => {
  const { describeCollection, readLiveMemory } = (await import(BUILT)) as typeof import('./live-memory.js');
  const folder = mkdtempSync(join(tmpdir(), 'multilane-live-'));
  const { environment, nodeOptions } = describeCollection(folder);
  const service = await spawnService(process.execPath, [...nodeOptions, '-e', SCRIPT], environment);
  try {
    await waitUntil('the process', () => service.stdout() || undefined, 20_000);
    const megabytes = await readLiveMemory(folder, service.pid);
    expect(megabytes).toBeGreaterThan(HELD / 1e6);
    expect(megabytes).toBeLessThan(HELD / 1e6 + 30);
  } finally {
    await service.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
