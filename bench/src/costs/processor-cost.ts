import { readProcessorTime } from '../read-process.js';
import type { RunningServer } from '../server-under-test.js';

/** Processor time that servers take for some work, in milliseconds. @throws where there is no `/proc` */
export async function measureProcessor<Result>(
  servers: readonly Pick<RunningServer, 'processId'>[],
  work: () => Promise<Result>,
): Promise<{ readonly milliseconds: number; readonly result: Result }> {
  const before = await sumTimes(servers);
  const result = await work();
  return { milliseconds: (await sumTimes(servers)) - before, result };
}

async function sumTimes(servers: readonly Pick<RunningServer, 'processId'>[]): Promise<number> {
  const times = await Promise.all(servers.map(({ processId }) => readProcessorTime(processId)));
  return times.reduce<number>((sum, time) => {
    if (time === undefined) throw new Error('the costs need /proc');
    return sum + time;
  }, 0);
}
