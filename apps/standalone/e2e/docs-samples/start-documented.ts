import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  copyStandaloneTemplate,
  databasesFolder,
  findClosedPort,
  httpRequest,
  PROJECT_ROOT,
  type Service,
  spawnService,
  TEST_KEYS,
  waitUntil,
  waitUntilReady,
} from '@multilane/testing';
import type { Facts } from './build-scripts.js';

const START_LIMIT_MS = 240_000;
const A_DAY_MS = 86_400_000;

/** The models that samples name, which the simulator answers. */
const CHAT_MODELS = ['simulator', 'gpt-4o', 'gpt-5-mini', 'gpt-5-nano', 'our-model', 'our-next-model'];
const TYPED_MODELS = {
  painter: ['simulator-image', 'image'],
  narrator: ['simulator-speech', 'speech'],
  listener: ['simulator-transcription', 'transcription'],
  voice: ['simulator-realtime', 'realtime'],
  'simulator-image': ['simulator-image', 'image'],
  'simulator-speech': ['simulator-speech', 'speech'],
  'simulator-transcription': ['simulator-transcription', 'transcription'],
  'text-embedding-3-small': ['simulator-embedding', 'embedding'],
} as const;

/** An owner, whose password the samples may use to sign in. */
export const OWNER = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' };

/** Both services in one process, as `npm start` runs them, with everything that samples name. */
export interface Documented extends Facts {
  readonly service: Service;
  stop(): Promise<void>;
}

/** Starts a gateway and a workspace, and creates an owner, a team, keys and models. */
export async function startDocumented(): Promise<Documented> {
  const folder = mkdtempSync(join(databasesFolder(), 'multilane-docs-samples-'));
  const port = await findClosedPort();
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'gateway.yaml'), describeConfig());
  await copyStandaloneTemplate(folder);
  const entry = join(PROJECT_ROOT, 'apps/standalone/dist/main.js');
  const command = ['-c', 'cd "$0" && exec "$@"', folder, process.execPath, entry];
  const service = await spawnService('/bin/sh', command, { PORT: String(port), HOST: '127.0.0.1' });
  const stop = async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(service, `${url}/readyz`, START_LIMIT_MS);
    const token = await waitUntil('the setup token', () => /ml_setup_\w+/.exec(service.stdout())?.[0]);
    return { url, fileKey: TEST_KEYS.research, service, stop, ...(await fill(url, token)) };
  } catch (error) {
    await stop();
    throw error;
  }
}

function describeConfig(): string {
  const chat = CHAT_MODELS.map((name) => ({ logical_name: name, provider: 'simulator', upstream_model: 'simulator' }));
  const typed = Object.entries(TYPED_MODELS).map(([name, [upstream, type]]) => ({
    logical_name: name,
    provider: 'simulator',
    upstream_model: upstream,
    type,
  }));
  return JSON.stringify({
    server: { drain_delay_ms: 0, drain_ms: 1_000 },
    network: { allow_private: ['127.0.0.1/32'] },
    providers: [{ name: 'simulator', kind: 'simulator' }],
    models: [...chat, ...typed],
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'editor' }] }],
    mcp: { servers: [{ name: 'sample', kind: 'sample' }] },
  });
}

async function fill(url: string, setupToken: string): Promise<Omit<Facts, 'url' | 'fileKey'>> {
  let cookie = '';
  const call = async <Body>(path: string, body?: object): Promise<Body> => {
    const answer = await httpRequest({ url: url + path, body, headers: { cookie, origin: url } });
    if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}: ${answer.text}`);
    cookie ||= answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return answer.json() as Body;
  };
  await call('/auth/setup', { token: setupToken, ...OWNER });
  const { data } = await call<{ data: { id: string }[] }>('/admin/workspaces');
  const workspaceId = data[0]?.id ?? '';
  const provider = await call<{ id: string }>('/admin/providers', { name: 'ours', kind: 'simulator' });
  for (const name of CHAT_MODELS) {
    await call('/admin/models', { logical_name: name, provider_id: provider.id, upstream_model: 'simulator' });
  }
  const team = await call<{ id: string }>('/admin/teams', { name: 'our-team' });
  const binding = { name: 'docs', team: 'our-team', workspace_id: workspaceId, role: 'editor' };
  const { key } = await call<{ key: string }>('/admin/keys', binding);
  const expiresAt = new Date(Date.now() + A_DAY_MS).toISOString();
  const token = { name: 'docs', workspace_id: workspaceId, expires_at: expiresAt };
  const { token: pat } = await call<{ token: string }>('/auth/tokens', token);
  return { key, pat, session: cookie, teamId: team.id, workspaceId };
}
