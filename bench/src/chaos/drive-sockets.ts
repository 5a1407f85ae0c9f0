import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import { VOICE_MODEL } from './chaos-model.js';
import type { ChaosWorld } from './chaos-world.js';
import { type Finding, listCounts, type OwnCallers } from './finding.js';

const CALLERS = 8;
/** Responses of one session, before its client says goodbye. */
const RESPONSES = 20;
const PAUSE_MS = 20;
/** Nothing of a response comes so late. */
const STUCK_MS = 20_000;
const RECORDS_LIMIT_MS = 20_000;

interface Seen {
  sessions: number;
  responses: number;
  /** Sessions that the provider ended, by the code that the client was told. */
  readonly codes: Record<string, number>;
  /** Told another code than the provider's end is to be told by. */
  wrongCodes: number;
  stuck: number;
}

/** Holds realtime sessions through all gateways until it is stopped. */
export function startSocketCallers(world: ChaosWorld): OwnCallers {
  const seen: Seen = { sessions: 0, responses: 0, codes: {}, wrongCodes: 0, stuck: 0 };
  let isStopping = false;
  const call = async (_: unknown, caller: number): Promise<void> => {
    for (let count = 0; !isStopping; count += 1) {
      const url = world.gatewayUrls[(caller + count) % world.gatewayUrls.length] ?? '';
      seen.sessions += 1;
      await holdSession(new Session(url, world.keys.open), world, seen, () => isStopping);
      await sleep(PAUSE_MS);
    }
  };
  const calls = Array.from({ length: CALLERS }, call);
  return {
    stop: async () => {
      isStopping = true;
      await Promise.all(calls);
      return readFinding(world, seen);
    },
  };
}

async function holdSession(session: Session, world: ChaosWorld, seen: Seen, isStopping: () => boolean): Promise<void> {
  const created = await session.next();
  if (typeof created === 'object') {
    const id = created.session?.id ?? '';
    for (let count = 0; count < RESPONSES && !isStopping(); count += 1) {
      session.ask();
      const end = await readResponse(session);
      if (end === 'done') {
        seen.responses += 1;
        continue;
      }
      if (end === 'stuck') seen.stuck += 1;
      else noteEnd(seen, end, world.upstream.sockets.codeOf(id));
      session.leave();
      return;
    }
    // The provider may have ended it right behind the response.
    const expected = world.upstream.sockets.codeOf(id);
    if (expected !== undefined) {
      const end = await session.next();
      noteEnd(seen, typeof end === 'number' ? end : 0, expected);
    }
  } else noteEnd(seen, created === 'stuck' ? 0 : created, undefined);
  session.leave();
}

function noteEnd(seen: Seen, code: number, expected: number | undefined): void {
  seen.codes[code] = (seen.codes[code] ?? 0) + 1;
  if (code !== expected) seen.wrongCodes += 1;
}

/** Resolves to the close code where the session ended instead. */
async function readResponse(session: Session): Promise<'done' | 'stuck' | number> {
  for (;;) {
    const event = await session.next();
    if (typeof event !== 'object') return event;
    if (event.type === 'response.done') return 'done';
  }
}

interface SessionEvent {
  readonly type: string;
  readonly session?: { readonly id: string };
}

/** A client's side of a session. */
class Session {
  private readonly socket: WebSocket;
  private readonly events: SessionEvent[] = [];
  private code: number | undefined = undefined;
  private wake: () => void = () => undefined;

  constructor(gatewayUrl: string, key: string) {
    const url = `${gatewayUrl.replace(/^http/, 'ws')}/v1/realtime?model=${VOICE_MODEL}`;
    this.socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
    this.socket.on('message', (data: Buffer) => {
      this.events.push(JSON.parse(data.toString()) as SessionEvent);
      this.wake();
    });
    this.socket.on('close', (code) => {
      this.code = code;
      this.wake();
    });
    this.socket.on('error', () => undefined);
  }

  ask(): void {
    this.socket.send('{"type":"response.create"}', () => undefined);
  }

  /** The next event, or the code with which the session ended. */
  async next(): Promise<SessionEvent | number | 'stuck'> {
    const deadline = performance.now() + STUCK_MS;
    while (this.events.length === 0 && this.code === undefined) {
      if (performance.now() > deadline) return 'stuck';
      await Promise.race([new Promise<void>((resolve) => (this.wake = resolve)), sleep(1_000)]);
    }
    return this.events.shift() ?? this.code ?? 'stuck';
  }

  leave(): void {
    this.socket.close(1000);
  }
}

interface TurnRow {
  readonly records: number;
  readonly turns: number;
}

async function readFinding({ databaseUrl, upstream }: ChaosWorld, seen: Seen): Promise<Finding> {
  const finished = upstream.sockets.responses;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const deadline = performance.now() + RECORDS_LIMIT_MS;
    let row: TurnRow = { records: 0, turns: 0 };
    do {
      await sleep(500);
      const { rows } = await client.query<TurnRow>(
        "SELECT count(*)::int AS records, count(DISTINCT request_id)::int AS turns FROM audit_records WHERE details->>'session' IS NOT NULL",
      );
      row = rows[0] ?? row;
    } while (row.turns < finished && performance.now() < deadline);
    const breaches: string[] = [];
    if (seen.responses !== finished) breaches.push(`${finished} responses sent, ${seen.responses} received`);
    if (row.turns !== finished) breaches.push(`${finished} responses sent, ${row.turns} recorded`);
    if (row.records !== row.turns) breaches.push(`${row.records - row.turns} responses recorded twice`);
    if (seen.wrongCodes > 0) breaches.push(`${seen.wrongCodes} sessions ended with a wrong code`);
    if (seen.stuck > 0) breaches.push(`${seen.stuck} sessions stood still`);
    return {
      text: `${seen.sessions} sessions, ended by the provider with ${listCounts(seen.codes) || 'no code'} (wrong codes ${seen.wrongCodes}, stuck ${seen.stuck}); of ${finished} responses: received ${seen.responses}, recorded ${row.turns}, recorded twice ${row.records - row.turns}`,
      breaches,
    };
  } finally {
    await client.end();
  }
}
