import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@multilane/testing';
import { listCounts, type OwnCallers } from './finding.js';
import { startOwnGateway } from './start-own-gateway.js';

const CALLERS = 8;
const WORKERS = 3;
/** They start one after the other. */
const START_LIMIT_MS = 240_000;

/** A connection that nobody answers or ends for so long hangs, in milliseconds. A machine that is busy takes its time. */
const HANGS_MS = 15_000;

/** A worker is stopped for so long before it is killed, so that connections are given to it that it does not take. Milliseconds. */
const STOPPED_MS = 300;

/** Callers with a new connection each time, of a gateway whose worker processes are killed one after the other. */
export async function startWorkerKills(): Promise<OwnCallers> {
  const gateway = await startOwnGateway({ server: { workers: WORKERS, drain_delay_ms: 0, drain_ms: 2_000 } });
  const { pid, port } = gateway;
  const serveAll = async (): Promise<true | undefined> => (await countServing(port)) === WORKERS || undefined;
  await waitUntil('all workers', serveAll, START_LIMIT_MS);
  const seen = { answered: 0, reset: 0, refused: 0, hung: 0 };
  const stopping = new AbortController();
  const call = async (): Promise<void> => {
    while (!stopping.signal.aborted) seen[await askOnce(port)] += 1;
  };
  const listWorkers = (): number[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  let kills = 0;
  const kill = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const workers = listWorkers();
      const worker = workers[kills % workers.length];
      // Otherwise nobody might be left who serves: a machine that is busy takes its time to start one.
      if (worker !== undefined && (await countServing(port)) === WORKERS) {
        process.kill(worker, 'SIGSTOP');
        await sleep(STOPPED_MS);
        process.kill(worker, 'SIGKILL');
        kills += 1;
      }
      await sleep(3_000);
    }
  };
  const running = Promise.all([kill(), ...Array.from({ length: CALLERS }, call)]);
  return {
    stop: async () => {
      stopping.abort();
      await running;
      await gateway.stop();
      return {
        text: `${kills} workers killed; requests on new connections: ${listCounts(seen)}`,
        breaches: [
          ...(seen.hung === 0 ? [] : [`${seen.hung} connections given to a worker that was killed hung`]),
          ...(seen.refused === 0 ? [] : [`${seen.refused} connections were refused while other workers served`]),
          ...(kills > 0 ? [] : ['no worker was killed']),
        ],
      };
    },
  };
}

async function countServing(port: number): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
  return Number(/^service_worker_processes (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

function askOnce(port: number): Promise<'answered' | 'reset' | 'refused' | 'hung'> {
  return new Promise((resolve) => {
    const asked = request({ port, host: '127.0.0.1', path: '/health', agent: new Agent() }, (response) => {
      response.resume();
      response.once('end', () => resolve('answered'));
      response.once('error', () => resolve('reset'));
    });
    asked.setTimeout(HANGS_MS, () => {
      resolve('hung');
      asked.destroy();
    });
    asked.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'refused' : 'reset'));
    asked.end();
  });
}
