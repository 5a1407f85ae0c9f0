import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCaller, OWNER, type World } from './world.js';

const START_LIMIT_MS = 240_000;
const POLL_MS = 200;

/** Playwright runs in the folder of the console. */
const ENTRY = resolve('../standalone/dist/main.js');

/** With this variable, the service has that gateway.yaml, which can name another database than the embedded one. */
const OWN_CONFIG = process.env.MULTILANE_CONSOLE_CONFIG;

/** Files of an embedded database whose schema is up to date, where the run has such: to make them takes seconds of processor time. */
const TEMPLATE = process.env.TEST_EMBEDDED_TEMPLATE;

/** In memory, where the run has such a folder (scripts/launch/memory-folder.mjs). */
const DATABASES_FOLDER = process.env.TEST_DATABASES_FOLDER || tmpdir();

/**
 * Configuration that `npm start` writes if it finds no provider, with this machine among the addresses that people may name: tools, servers
 * and hooks of the tests listen on it, and the service lets nothing but providers be there.
 */
const CONFIG = `
network: { allow_private: [127.0.0.1/32] }
server: { host: 127.0.0.1, drain_delay_ms: 0, drain_ms: 5000 }
telemetry: { log_level: warn }
audit: { spool_dir: .multilane/spool }
models:
  - { logical_name: simulator, provider: simulator, upstream_model: simulator }
  - { logical_name: simulator-image, provider: simulator, upstream_model: simulator-image, type: image }
  - { logical_name: simulator-speech, provider: simulator, upstream_model: simulator-speech, type: speech }
  - { logical_name: simulator-transcription, provider: simulator, upstream_model: simulator-transcription, type: transcription }
  - { logical_name: simulator-realtime, provider: simulator, upstream_model: simulator-realtime, type: realtime }
mcp: { servers: [{ name: sample, kind: sample }] }
teams:
  - name: demo
    api_keys: [{ name: quickstart, key: ml-Console7Tests2Quickstart9Key4xQ8w, role: editor }]
`;

/** All worlds of such a run are one. */
export const isOnOwnConfig = OWN_CONFIG !== undefined;

export interface RunningWorld {
  readonly world: World;
  stop(): Promise<void>;
}

/**
 * Starts the built service in a folder of its own, with its embedded database and the simulator, and gives it an owner, a
 * provider, a model, a team and a key. One world serves many tests, so a test names what it makes in its own way.
 *
 * @param env further variables of the service
 * @throws if there is no build, or the service does not become ready in time; the error has what it printed
 */
export async function startWorld(env: Readonly<Record<string, string>> = {}): Promise<RunningWorld> {
  const started = await startService(env);
  try {
    return { world: await seedWorld(started.url, started.setupToken), stop: started.stop };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

export interface StartedService {
  readonly url: string;
  /** The token that makes the first owner. */
  readonly setupToken: string;
  stop(): Promise<void>;
}

/** The same without an owner, for the tests of the set-up. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<StartedService> {
  if (!existsSync(ENTRY)) throw new Error(`${ENTRY} is missing: run pnpm build first.`);
  const folder = mkdtempSync(join(DATABASES_FOLDER, 'multilane-console-'));
  const [free, nobody] = [await findClosedPort(), await findClosedPort()];
  const port = env.PORT ?? free;
  const config = join(folder, 'gateway.yaml');
  writeFileSync(config, CONFIG);
  if (TEMPLATE) cpSync(TEMPLATE, join(folder, '.multilane/data/postgres'), { recursive: true });
  const service = spawn(process.execPath, [ENTRY], {
    cwd: folder,
    // Nothing of the environment: a provider's key in it would make another world.
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      OLLAMA_HOST: `127.0.0.1:${nobody}`,
      GATEWAY_CONFIG: OWN_CONFIG ?? config,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', (data: Buffer) => printed.push(String(data)));
  const stop = async (): Promise<void> => {
    await endProcess(service);
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const setupToken = await waitForToken(service, printed).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, setupToken, stop };
}

/** The service prints the token once it listens. */
async function waitForToken(service: ChildProcess, printed: readonly string[]): Promise<string> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit && service.exitCode === null) {
    const text = printed.join('');
    const token = /ml_setup_\w+/.exec(text)?.[0];
    if (token !== undefined && text.includes('Ctrl+C')) return token;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  throw new Error(`The service did not start:\n${printed.join('')}`);
}

async function seedWorld(url: string, setupToken: string): Promise<World> {
  const nobody = createCaller(url, '');
  const cookie = await nobody.takeCookie('/auth/setup', { token: setupToken, ...OWNER });
  const owner = createCaller(url, cookie);
  const { data } = await owner.call<{ data: { id: string; name: string }[] }>('GET', '/admin/workspaces');
  const [workspace] = data;
  if (workspace === undefined) throw new Error('The set-up made no workspace.');
  const provider = await owner.call<{ id: string }>('POST', '/admin/providers', {
    name: 'simulated',
    kind: 'simulator',
  });
  const model = { logical_name: 'lane-one', provider_id: provider.id, upstream_model: 'simulator' };
  await owner.call('POST', '/admin/models', model);
  await owner.call('POST', '/admin/models', { ...model, logical_name: 'lane-two' });
  const team = await owner.call<{ id: string; name: string }>('POST', '/admin/teams', { name: 'research' });
  const key = await owner.call<{ id: string; key: string }>('POST', '/admin/keys', {
    name: 'first',
    team: team.name,
    workspace_id: workspace.id,
  });
  return {
    url,
    cookie,
    workspace: { id: workspace.id, name: workspace.name },
    providerId: provider.id,
    team: { id: team.id, name: team.name },
    key: { id: key.id, secret: key.key },
  };
}

async function endProcess(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null) return;
  const ended = new Promise((done) => service.once('exit', done));
  service.kill('SIGTERM');
  const timer = setTimeout(() => service.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}

/** A port that nothing listens on. */
export async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
