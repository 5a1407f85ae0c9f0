import type { Logger } from '@multilane/telemetry';
import type { McpServer, SnapshotMcp } from '../snapshot/mcp-servers.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import type { ServerHealth } from './server-health.js';
import type { ServerReports } from './server-reports.js';
import { ServerState, type ToolPins } from './server-state.js';
import type { McpUpstream } from './upstreams/upstream.js';
import type { CallerConnection } from './user-oauth/user-connections.js';

/** Servers with the account of one person, of all people together: those that were asked last. */
const MOST_OF_PEOPLE = 500;

export interface ServerStatesOptions {
  readonly open: (server: McpServer, account: CallerConnection | undefined) => McpUpstream;
  readonly pins: ToolPins | undefined;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** Undefined if nobody is told how servers do. */
  readonly reports: ServerReports | undefined;
}

/** The servers that this process has asked, by server and credential. Those that no snapshot has any more are closed. */
export class ServerStates {
  readonly #states = new Map<string, ServerState>();
  /** States with the account of a person, by the id of the connection: the one that was asked last is the last. */
  readonly #ofPeople = new Map<string, { readonly state: ServerState; readonly serverKey: string }>();
  /** Health of each server, with any credential. */
  readonly #healths = new Map<string, ServerHealth>();
  #current: SnapshotMcp | undefined;
  #ownOrganizationId: string | undefined;

  constructor(private readonly options: ServerStatesOptions) {}

  /** The servers that could not be asked when they were last tried. */
  get degraded(): number {
    return [...this.#states.values()].filter(({ status }) => status === 'degraded').length;
  }

  /** A server with the account of a person, which no other person's requests use. */
  getOf(server: McpServer, account: CallerConnection): ServerState {
    const { id } = account.connection;
    const serverKey = keyOf(server);
    const known = this.#ofPeople.get(id);
    const { logger, open, pins } = this.options;
    const isKnown = known?.serverKey === serverKey;
    const state = isKnown
      ? known.state
      : new ServerState(server, open(server, account), pins, logger, this.#healthOf(server, serverKey));
    state.follow(server);
    if (known !== undefined && !isKnown) close(known.state);
    this.#ofPeople.delete(id);
    this.#ofPeople.set(id, { state, serverKey });
    const [oldest] = this.#ofPeople;
    if (this.#ofPeople.size > MOST_OF_PEOPLE && oldest !== undefined) {
      this.#ofPeople.delete(oldest[0]);
      close(oldest[1].state);
    }
    return state;
  }

  get(server: McpServer): ServerState {
    const key = keyOf(server);
    const known = this.#states.get(key);
    if (known !== undefined) {
      known.follow(server);
      return known;
    }
    const { logger, open, pins } = this.options;
    const made = new ServerState(server, open(server, undefined), pins, logger, this.#healthOf(server, key));
    this.#states.set(key, made);
    return made;
  }

  /** Closes the servers that are gone, or have another address or credential now. */
  follow({ mcp, ownOrganization }: Pick<Snapshot, 'mcp' | 'ownOrganization'>): void {
    this.#ownOrganizationId = ownOrganization.id;
    if (mcp === this.#current) return;
    this.#current = mcp;
    const kept = new Set([...mcp.declared, ...[...mcp.byWorkspace.values()].flat()].map(keyOf));
    for (const [key, state] of this.#states) {
      if (kept.has(key)) continue;
      this.#states.delete(key);
      close(state);
    }
    for (const [key, health] of this.#healths) {
      if (kept.has(key)) continue;
      this.#healths.delete(key);
      this.options.reports?.forget(health);
    }
    for (const [id, { serverKey, state }] of this.#ofPeople) {
      if (kept.has(serverKey)) continue;
      this.#ofPeople.delete(id);
      close(state);
    }
  }

  /** Undefined for a server that no administrator has in a list, such as the knowledge bases. */
  #healthOf({ key: serverKey, stored, trusted }: McpServer, key: string): ServerHealth | undefined {
    const organizationId = stored?.organizationId ?? (trusted ? this.#ownOrganizationId : undefined);
    if (organizationId === undefined) return undefined;
    const known = this.#healths.get(key);
    const subject = { organizationId, serverKey, serverId: stored?.id ?? null };
    const health = known ?? this.options.reports?.open(subject);
    if (health !== undefined) this.#healths.set(key, health);
    return health;
  }

  async close(): Promise<void> {
    this.options.reports?.close();
    const states = [...this.#states.values(), ...[...this.#ofPeople.values()].map(({ state }) => state)];
    this.#states.clear();
    this.#ofPeople.clear();
    await Promise.allSettled(states.map((state) => state.close()));
  }
}

function close(state: ServerState): void {
  // Nobody uses it any more, whatever becomes of its connection.
  void state.close().catch(() => undefined);
}

/** A connection belongs to one server, at one address and with one credential. */
function keyOf({ fingerprint, key }: McpServer): string {
  return `${key} ${fingerprint}`;
}
