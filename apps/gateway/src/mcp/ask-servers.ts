import { setTimeout as delay } from 'node:timers/promises';
import type { NeededServers } from './needed-servers.js';
import type { AskedServer } from './offered-tools.js';
import type { ServerState } from './server-state.js';

/** Servers that one message asks at a time. */
const AT_ONCE = 8;
/** A server that has not answered after this gives its place to the next one, in milliseconds. */
const PLACE_MS = 250;

export interface Asking {
  /** The servers whose lists the message needs. */
  readonly needed: NeededServers;
  /** Time limit of a message's wait for lists that were never read. */
  readonly limitMs: number;
  readonly refreshMs: number;
  readonly version: number | undefined;
}

/**
 * Sees to it that the lists of servers are as new as they have to be. Known lists are used at once and are renewed behind the message: it
 * waits only for servers that it needs and that were never asked, and for what is approved.
 */
export async function askServers(asked: readonly AskedServer[], asking: Asking): Promise<void> {
  const { limitMs, needed, version } = asking;
  const due = asked.filter(({ state }) => state.isDue);
  const awaited = asked.filter(({ server, state }) => needed.has(server.name) && isAwaited(state, asking));
  const stale = asked.filter(({ state }) => state.isStale(version));
  // Servers that the request waits for come first.
  const reading = readAll([...new Set([...awaited, ...due])], asking);
  const waits = [...awaited.map(({ server: { name } }) => reading.get(name)), ...stale.map(renew)];
  if (waits.length === 0) return;
  const ended = new AbortController();
  // It rejects once nobody waits for it.
  const limit = delay(limitMs, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([Promise.all(waits), limit]);
  ended.abort();

  function renew({ state }: AskedServer): Promise<void> {
    return state.renewApprovals(version);
  }
}

/** A server that only ever failed, or that others have waited for in vain, holds up nothing but a call of its own tools. */
function isAwaited(state: ServerState, { limitMs, needed }: Asking): boolean {
  return state.lists === undefined && (needed.isOne || !(state.hasOnlyFailed || state.isReadFor(limitMs)));
}

/** Starts to read lists, a few at a time. Each promise, by the name of the server, resolves when its lists are read or cannot be. */
function readAll(servers: readonly AskedServer[], { refreshMs, version }: Asking): ReadonlyMap<string, Promise<void>> {
  const begins: (() => Promise<void>)[] = [];
  const reads = new Map<string, Promise<void>>();
  for (const { server, state } of servers) {
    const read = new Promise<void>((resolve) => {
      begins.push(() => state.read(refreshMs, version).then(resolve));
    });
    reads.set(server.name, read);
  }
  const work = async (): Promise<void> => {
    for (let begin = begins.shift(); begin !== undefined; begin = begins.shift()) {
      const reading = begin();
      if (begins.length > 0) await Promise.race([reading, delay(PLACE_MS, undefined, { ref: false })]);
    }
  };
  for (let at = 0; at < AT_ONCE && begins.length > 0; at += 1) void work();
  return reads;
}
