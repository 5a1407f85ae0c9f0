import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyStandaloneTemplate } from '../databases/embedded-template.js';
import { databasesFolder } from '../databases/server-process.js';
import { findClosedPort } from '../http/find-closed-port.js';
import { type HttpAnswer, httpRequest } from '../http/http-request.js';
import { PROJECT_ROOT } from '../project-root.js';
import { waitUntil } from '../wait-until.js';
import { spawnService } from './spawn-service.js';
import { waitUntilReady } from './wait-until-ready.js';

/** The embedded database starts, and the services with it, on a machine that is busy. */
const START_LIMIT_MS = 300_000;

/** Limits that nothing that people send or configure may exceed (docs/contract/bounds.md). */
export const MOST_BUSY_MS = 100;
export const MOST_GROWN_MB = 200;

export interface Watch {
  /** The longest that the main thread was busy without a pause, in milliseconds of processor time of the reference machine. */
  readonly busyMs: number;
  /** Factor by which this machine is slower; 1 if it is not compensated. */
  readonly factor: number;
  readonly grownMb: number;
  readonly rssMb: number;
}

export function isWithinBounds({ busyMs, grownMb }: Pick<Watch, 'busyMs' | 'grownMb'>): boolean {
  return busyMs <= MOST_BUSY_MS && grownMb <= MOST_GROWN_MB;
}

export interface ResetOptions {
  /** True if memory that is not used any more is returned before. */
  readonly collect: boolean;
  /** True if times are divided by how much slower the machine is than the reference (measure-hold.ts). */
  readonly compensate: boolean;
}

/** A service with a watch in its process. */
export interface Watched {
  readonly url: string;
  setupToken(): Promise<string>;
  /** Begins to watch again. */
  reset(options: ResetOptions): Promise<void>;
  read(): Promise<Watch>;
  /** Holds up the service for 200 ms of the reference machine. */
  burn(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts both services in one process, or the gateway by itself, and watches how long the main thread is busy.
 *
 * @param config What gateway.yaml says.
 * @param app The gateway by itself has no database.
 */
export async function startWatched(config: object, app: 'standalone' | 'gateway' = 'standalone'): Promise<Watched> {
  const folder = mkdtempSync(join(databasesFolder(), 'multilane-hostile-'));
  // JSON is YAML.
  writeFileSync(join(folder, 'gateway.yaml'), JSON.stringify(config));
  const [port, watchPort] = [await findClosedPort(), await findClosedPort()];
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    OLLAMA_HOST: `127.0.0.1:${await findClosedPort()}`,
  };
  const watch = pathToFileURL(join(PROJECT_ROOT, 'libs/testing/src/services/watch-loop.mjs'));
  watch.search = String(watchPort);
  if (app === 'standalone') await copyStandaloneTemplate(folder);
  const entry = join(PROJECT_ROOT, `apps/${app}/dist/main.js`);
  const inFolder = ['-c', 'cd "$0" && exec "$@"', folder];
  const service = await spawnService(
    '/bin/sh',
    [...inFolder, process.execPath, '--expose-gc', '--import', watch.href, entry],
    env,
  );
  await waitUntilReady(service, `${url}/readyz`, START_LIMIT_MS);
  const ask = (path: string): Promise<HttpAnswer> =>
    httpRequest({ url: `http://127.0.0.1:${watchPort}${path}`, timeoutMs: 60_000 });
  return {
    url,
    setupToken: () => waitUntil('the setup token', () => /ml_setup_\w+/.exec(service.stdout() + service.stderr())?.[0]),
    reset: async ({ collect, compensate }) => {
      await ask(`/reset?${[...(collect ? ['collect'] : []), ...(compensate ? ['compensate'] : [])].join('&')}`);
    },
    read: async () => (await ask('/read')).json() as Watch,
    burn: async () => {
      await ask('/burn');
    },
    stop: async () => {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
