import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchPlan } from './bench-plan.js';
import type { Figure } from './figure.js';
import { readMemory } from './read-process.js';
import { type ServerDescription, startServer } from './server-under-test.js';
import { median } from './statistics.js';

/** Starts the gateway a few times alone: how long until it is ready, and what it holds in memory when nothing happens. */
export async function measureStartup(
  gateway: ServerDescription,
  directory: string,
  plan: BenchPlan,
  progress: (line: string) => void,
): Promise<Figure[]> {
  const seconds: number[] = [];
  const idle: number[] = [];
  for (let start = 1; start <= plan.starts; start += 1) {
    progress(`startup: start ${start} of ${plan.starts}`);
    const server = await startServer(gateway, directory);
    seconds.push(server.readyMilliseconds / 1000);
    await sleep(plan.settleMilliseconds);
    const memory = await readMemory(server.processId);
    if (memory !== undefined) idle.push(memory.resident);
    await server.stop();
  }
  const name = `start to first 200 on ${gateway.readyPath}`;
  const figures: Figure[] = [
    { scenario: 'startup', name, unit: 's', values: { gateway: median(seconds) }, bar: { below: 0.8 } },
  ];
  if (idle.length > 0) {
    figures.push({
      scenario: 'memory',
      name: 'idle memory',
      unit: 'MB',
      values: { gateway: median(idle) },
      bar: { below: 100 },
    });
  }
  return figures;
}
