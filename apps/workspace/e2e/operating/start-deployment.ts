import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findClosedPort,
  PROJECT_ROOT,
  type Service,
  spawnService,
  type TestDatabase,
  testEncryptionKey,
  useRedis,
  waitUntil,
  waitUntilReady,
} from '@multilane/testing';

const START_LIMIT_MS = 90_000;

const entryOf = (app: string): string => join(PROJECT_ROOT, 'apps', app, 'dist/main.js');

/** Everything that serves people and applications, as processes of their own. */
export interface Deployment {
  readonly workspaceUrl: string;
  /** Without `/v1`. */
  readonly gatewayUrl: string;
  /** Variables by which the command line finds the database; empty if the processes have it to themselves. */
  readonly operatorEnv: Readonly<Record<string, string>>;
  /** True if a change is in effect in the gateway before it is answered: both are one process. */
  readonly isOneProcess: boolean;
  /** Returns the token that the workspace printed for the first owner. */
  setupToken(): Promise<string>;
  /** Everything that the processes have written since their last start. */
  output(): string;
  /** Everything that they have written since the first. */
  allOutput(): string;
  /** Ends all processes with SIGKILL, and starts them again on what they left. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** On the embedded database: what `npm start` runs. Else two services on PostgreSQL and Redis. */
export function startDeployment(kind: TestDatabase): Promise<Deployment> {
  return kind.name === 'embedded' ? startStandalone() : startServices(kind);
}

interface Processes {
  readonly services: readonly Service[];
}

function makeFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-deployment-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A deployment of processes that `launch` starts, again and again. */
async function deploy(
  launch: () => Promise<Processes>,
  more: Pick<Deployment, 'workspaceUrl' | 'gatewayUrl' | 'operatorEnv' | 'isOneProcess'>,
  cleanUp: () => Promise<void>,
): Promise<Deployment> {
  let { services } = await launch();
  let before = '';
  const output = (): string => services.map((service) => service.stdout() + service.stderr()).join('\n');
  const end = (signal: NodeJS.Signals) => Promise.all(services.map((service) => service.stop(signal)));
  return {
    ...more,
    output,
    allOutput: () => before + output(),
    setupToken: () => waitUntil('the setup token', () => /ml_setup_\w+/.exec(output())?.[0]),
    crash: async () => {
      await end('SIGKILL');
      before += output();
      ({ services } = await launch());
    },
    stop: async () => {
      await end('SIGTERM');
      await cleanUp();
    },
  };
}

async function startReady(args: readonly string[], url: string, env: Record<string, string>): Promise<Service> {
  const [command = '', ...rest] = args;
  const service = await spawnService(command, rest, env);
  try {
    await waitUntilReady(service, `${url}/readyz`, START_LIMIT_MS);
  } catch (error) {
    await service.stop('SIGKILL');
    throw error;
  }
  return service;
}

async function startStandalone(): Promise<Deployment> {
  const { folder, remove } = makeFolder();
  const port = await findClosedPort();
  const url = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), HOST: '127.0.0.1', OLLAMA_HOST: `127.0.0.1:${await findClosedPort()}` };
  const command = ['/bin/sh', '-c', 'cd "$0" && exec "$@"', folder, process.execPath, entryOf('standalone')];
  return deploy(
    async () => ({ services: [await startReady(command, url, env)] }),
    { workspaceUrl: url, gatewayUrl: url, operatorEnv: {}, isOneProcess: true },
    () => Promise.resolve(remove()),
  );
}

async function startServices(kind: TestDatabase): Promise<Deployment> {
  const location = await kind.create();
  if (!('url' in location)) throw new Error('two services need a server');
  const redis = await useRedis();
  const { folder, remove } = makeFolder();
  const config = join(folder, 'gateway.yaml');
  writeFileSync(
    config,
    `server: { host: 127.0.0.1, drain_delay_ms: 0 }\nnetwork: { allow_private: [127.0.0.1/32] }\ntelemetry: { log_level: debug }\naudit: { spool_dir: ${folder}/spool }\n`,
  );
  const env = {
    GATEWAY_CONFIG: config,
    DATABASE_URL: location.url,
    REDIS_URL: redis.url,
    ENCRYPTION_KEY: testEncryptionKey(5),
  };
  const [workspacePort, gatewayPort] = [await findClosedPort(), await findClosedPort()];
  const start = (app: string, port: number): Promise<Service> =>
    startReady([process.execPath, entryOf(app)], `http://127.0.0.1:${port}`, { ...env, PORT: String(port) });
  return deploy(
    // The workspace brings the schema up to date.
    async () => {
      const workspace = await start('workspace', workspacePort);
      return { services: [workspace, await start('gateway', gatewayPort)] };
    },
    {
      workspaceUrl: `http://127.0.0.1:${workspacePort}`,
      gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
      operatorEnv: { GATEWAY_CONFIG: config, DATABASE_URL: location.url },
      isOneProcess: false,
    },
    async () => {
      remove();
      await redis.stop();
    },
  );
}
