import { newId } from '@multilane/persistence';
import { EMBEDDING, type PoisonPlace } from './poison-place.js';
import { markerOf } from './trap.js';

/** A job that somebody waits for. */
export interface Question {
  readonly kind: string;
  /** Answer that the caller got: a status such as 503, or `failed` for a queue. */
  readonly told: Promise<string>;
}

/** Makes what is asked about. Resolves to what asks. */
type Prepare = (place: PoisonPlace, marker: string) => Promise<() => Promise<unknown>>;

interface Id {
  readonly id: string;
}

const LIMITS = { takenWithinMs: 20_000, answeredWithinMs: 90_000 };

/** One of each kind that somebody waits for, and that is therefore never begun again. */
const QUESTIONS: Readonly<Record<string, Prepare>> = {
  'knowledge.list_pages': async ({ call, trap }, marker) => {
    const { id: kb_id } = await call<Id>('POST', '/w/kb', { name: 'listed', embedding_model: EMBEDDING });
    return () => call('POST', '/w/ingest/url', { kb_id, url: `${trap.url}/${marker}`, pages: {} });
  },
  'knowledge.query': async ({ call, makeBase }, marker) => {
    const { kbId } = await makeBase('asked', 'asked');
    return () => call('POST', `/w/kb/${kbId}/query`, { query: marker });
  },
  // The service wants a public address of its own, which nobody has here: the queue is asked as it asks.
  'mcp.connect': async ({ call, database, organizationId, queues, trap, workspaceId }, marker) => {
    const url = `${trap.url}/${marker}`;
    const { id: serverId } = await call<Id>('POST', '/admin/mcp-servers', { name: 'poison', url, user_oauth: {} });
    const { rows } = await database.sql.executeSql('SELECT id FROM users WHERE organization_id = $1', [organizationId]);
    const [user] = rows as Id[];
    const connectionId = await database.mcpConnections.begin({
      organizationId,
      workspaceId,
      serverId,
      userId: user?.id ?? '',
      sessionId: newId(),
      resource: url,
      pendingUntil: new Date(Date.now() + 600_000),
    });
    const asked = { organization_id: organizationId, connection_id: connectionId, step: 'begin' } as const;
    return async () => {
      const { state } = await queues.ask('mcp.connect', { ...asked, redirect_uri: 'https://a.example/back' }, LIMITS);
      throw new Error(`is answered ${state}:`);
    };
  },
  'provider.check': async ({ call, trap }, marker) => {
    const provider = {
      name: 'poison',
      kind: 'openai',
      base_url: `${trap.url}/${marker}/v1`,
      api_key: 'chaos-trap-key',
    };
    const { id } = await call<Id>('POST', '/admin/providers', provider);
    return () => call('POST', `/admin/providers/${id}/test`);
  },
};

/** Resolves to what asks a question of each kind, all at once: what answers them does not wait long. */
export async function prepareQuestions(place: PoisonPlace): Promise<() => readonly Question[]> {
  const prepared: (readonly [kind: string, ask: () => Promise<unknown>])[] = [];
  for (const [kind, prepare] of Object.entries(QUESTIONS)) {
    prepared.push([kind, await prepare(place, markerOf(kind))]);
  }
  const start = ([kind, ask]: (typeof prepared)[number]): Question => {
    place.trap.set(kind);
    const told = ask().then(
      (answer) => `an answer: ${JSON.stringify(answer)}`,
      (error: unknown) => /is answered (\w+):/.exec(String(error))?.[1] ?? String(error),
    );
    return { kind, told };
  };
  return () => prepared.map(start);
}
