import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken, newToken, TOKEN_PREFIXES, tokenHint } from '@multilane/auth';
import type { DatabaseWithSecrets } from '@multilane/persistence';
import { waitUntil } from '@multilane/testing';
import type { openSender } from '../../open-sender.js';
import type { ChaosWorld } from '../chaos-world.js';
import { signInMember } from '../workflows/workspace-member.js';
import type { HeldChanges } from './held-changes.js';
import type { Trap } from './trap.js';

/** Models of the workspace, and of gateway.yaml for what has no workspace's models. */
export const MODEL = 'trap-model';
export const OTHER_MODEL = 'trap-model-too';
/** Models for knowledge bases, which are those of gateway.yaml. Embedded again, they get the second. */
export const EMBEDDING = 'trap-embedding';
export const OTHER_EMBEDDING = 'trap-embedding-too';

const SERVED_LIMIT_MS = 60_000;
const FOLLOWED_MS = 3_000;
const READY_LIMIT_MS = 120_000;
const ACTOR = { type: 'operator', id: null, name: 'chaos' } as const;

/** A workspace whose models, addresses and receivers are the trap. */
export interface PoisonPlace {
  readonly trap: Trap;
  readonly changes: HeldChanges;
  readonly database: DatabaseWithSecrets;
  readonly queues: Awaited<ReturnType<typeof openSender>>;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Calls the workspace service as its owner. Throws for answers other than 2xx. */
  call<Answer>(method: string, path: string, body?: object): Promise<Answer>;
  /** Calls a gateway with a key of the workspace. */
  send<Answer>(path: string, body?: FormData | object): Promise<Answer>;
  /** Makes a knowledge base with one document that is ready, and answers both. */
  makeBase(name: string, text: string): Promise<Base>;
}

interface Base {
  readonly kbId: string;
  readonly documentId: string;
}

export interface DocumentState {
  readonly status: string;
  readonly error: string | null;
  readonly error_code: string | null;
}

type Parts = Pick<PoisonPlace, 'trap' | 'changes' | 'database' | 'queues'>;

export async function makePlace(world: ChaosWorld, parts: Parts): Promise<PoisonPlace> {
  const { database, trap } = parts;
  const { gatewayUrls, keys, workspaceUrls } = world;
  const { organizationId } = keys;
  const { call, workspaceId } = await signInMember(database, organizationId, workspaceUrls);
  const key = await addModels(database, { organizationId, workspaceId, trapUrl: trap.url });
  const send = sender(gatewayUrls, key);
  const lists = async (url: string): Promise<boolean> => {
    const { data } = await sender([url], key)<{ data: readonly { id: string }[] }>('/v1/models');
    return data.some(({ id }) => id === OTHER_MODEL);
  };
  // A gateway that is busy may not know the key yet.
  const isServed = async (): Promise<true | undefined> => {
    const found = await Promise.all(gatewayUrls.map((url) => lists(url).catch(() => false)));
    return found.every(Boolean) || undefined;
  };
  await waitUntil('the models of the workspace', isServed, SERVED_LIMIT_MS);
  addToCatalog(world.configFile, trap.url);
  const isFollowed = () =>
    call('POST', '/w/kb', { name: 'first', embedding_model: OTHER_EMBEDDING }).then(
      () => true as const,
      () => undefined,
    );
  await waitUntil('the embedding models', isFollowed, SERVED_LIMIT_MS);
  // The gateways follow the file as the workspace service does.
  await sleep(FOLLOWED_MS);
  const makeBase = async (name: string, text: string): Promise<Base> => {
    const { id: kbId } = await call<{ id: string }>('POST', '/w/kb', { name, embedding_model: EMBEDDING });
    const { id: documentId } = await call<{ id: string }>('POST', '/w/ingest/url', {
      kb_id: kbId,
      url: `${trap.url}/${text}`,
    });
    const readState = () => call<DocumentState>('GET', `/w/kb/${kbId}/documents/${documentId}`);
    await waitUntil(
      `the document of ${name}`,
      async () => ((await readState()).status === 'ready' ? true : undefined),
      READY_LIMIT_MS,
    );
    return { kbId, documentId };
  };
  return { ...parts, organizationId, workspaceId, call, send, makeBase };
}

function sender(urls: readonly string[], key: string): PoisonPlace['send'] {
  let calls = 0;
  return async <Answer>(path: string, body?: FormData | object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${urls[calls++ % urls.length]}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} is answered ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as Answer;
  };
}

interface Settings {
  readonly providers: readonly object[];
  readonly models: readonly object[];
}

/** Adds what is looked for in gateway.yaml alone: models of knowledge bases, of asynchronous requests and of batches. JSON is YAML. */
function addToCatalog(configFile: string, trapUrl: string): void {
  const settings = JSON.parse(readFileSync(configFile, 'utf8')) as Settings;
  const provider = { name: 'trap', kind: 'openai', api_key: 'chaos-trap-key', base_url: `${trapUrl}/v1` };
  const entry = (type: 'chat' | 'embedding') => (name: string) => ({
    logical_name: name,
    provider: 'trap',
    upstream_model: name,
    type,
  });
  const models = [...[EMBEDDING, OTHER_EMBEDDING].map(entry('embedding')), ...[MODEL, OTHER_MODEL].map(entry('chat'))];
  const more = { providers: [...settings.providers, provider], models: [...settings.models, ...models] };
  writeFileSync(configFile, JSON.stringify({ ...settings, ...more }));
}

interface ModelPlace {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly trapUrl: string;
}

/** Answers a key of the workspace. */
async function addModels(database: DatabaseWithSecrets, place: ModelPlace): Promise<string> {
  const { organizationId, trapUrl, workspaceId } = place;
  const token = newToken(TOKEN_PREFIXES.apiKey);
  await database.change(ACTOR, async ({ credentials, models, providers, teams }) => {
    const { id: teamId } = await teams.create(organizationId, { name: 'poison' });
    const { id: providerId } = await providers.create(organizationId, {
      workspaceId,
      name: 'trap',
      kind: 'openai',
      baseUrl: `${trapUrl}/v1`,
      secrets: { api_key: 'chaos-trap-key' },
    });
    for (const logicalName of [MODEL, OTHER_MODEL]) {
      const model = { workspaceId, kind: 'model', type: 'chat', providerId, logicalName } as const;
      await models.create(organizationId, { ...model, upstreamModel: logicalName });
    }
    const credential = { kind: 'api_key', name: 'poison', hint: tokenHint(token), hash: hashToken(token) } as const;
    await credentials.create(organizationId, { ...credential, workspaceId, teamId });
  });
  return token;
}
