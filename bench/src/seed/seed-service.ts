import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { totpCodeAt } from '@multilane/auth';
import { findClosedPort, PROJECT_ROOT, waitUntil } from '@multilane/testing';

const START_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 15_000;

/** The service of a folder, while it runs. */
export interface SeedService {
  readonly url: string;
  /** What makes the first owner; undefined once there is one. */
  readonly setupToken: string | undefined;
  stop(): Promise<void>;
}

/** Configuration of the folder, with this machine among the addresses that webhooks may go to. */
function configOf(database: string | undefined): string {
  return `${database === undefined ? '' : `database: { url: '${database}' }\n`}organization: { name: Brightline }
network: { allow_private: [127.0.0.1/32] }
server: { host: 127.0.0.1, drain_delay_ms: 0, drain_ms: 5000 }
telemetry: { log_level: warn }
audit: { spool_dir: .multilane/spool }
mcp: { servers: [{ name: tickets, kind: sample }] }
`;
}

/** Writes the configuration of a folder that has none yet. */
export function prepareFolder(folder: string, database: string | undefined): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'gateway.yaml');
  if (!existsSync(file)) writeFileSync(file, configOf(database), { mode: 0o600 });
}

/** Starts the built service in a folder that has its configuration, as people start it. @throws with what it printed if it is not there in time */
export async function startSeedService(folder: string): Promise<SeedService> {
  const port = await findClosedPort();
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'apps/standalone/dist/main.js')], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += String(data)));
  const hasStarted = (): true | undefined => {
    if (child.exitCode !== null) throw new Error(`The service did not start:\n${printed}`);
    return printed.includes('Ctrl+C') ? true : undefined;
  };
  try {
    await waitUntil('the service', hasStarted, START_LIMIT_MS);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`The service did not start:\n${printed}`, { cause: error });
  }
  return {
    url: `http://127.0.0.1:${port}`,
    setupToken: /ml_setup_\w+/.exec(printed)?.[0],
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(timer);
}

/** Calls the API as somebody. */
export interface SeedCaller {
  readonly url: string;
  readonly cookie: string;
  /** @throws for every answer that is no success, with its body */
  call<Answer = Named>(method: string, path: string, body?: object): Promise<Answer>;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Makes a caller of somebody whose session cookie is known; an empty one is nobody's. */
export function createSeedCaller(url: string, cookie: string): SeedCaller {
  return {
    url,
    cookie,
    call: async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
      const answer = await ask(url, cookie, method, path, body);
      return (answer.status === 204 ? undefined : await answer.json()) as Answer;
    },
  };
}

/** Sessions show where somebody signed in. */
const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

async function ask(url: string, cookie: string, method: string, path: string, body?: object): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { origin: url, cookie, 'user-agent': BROWSER, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/**
 * Answers the session cookie that a call sets: of the set-up, a sign-up or a sign-in. With the secret of an authenticator app, the sign-in has a
 * second step.
 */
export async function takeSession(url: string, path: string, body: object, secret?: string): Promise<string> {
  let answer = await ask(url, '', 'POST', path, body);
  if (secret !== undefined) {
    const { token } = (await answer.json()) as { token: string };
    answer = await ask(url, '', 'POST', '/auth/login/code', { token, code: totpCodeAt(secret, Date.now()) });
  }
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Calls at once while much is made. */
const LANES = 4;

/** Does something with each item, some at once; answers in the order of the items. */
export async function inLanes<Item, Answer>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = new Array(items.length);
  const entries = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of entries) answers[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return answers;
}
