import type { Logger } from '@multilane/telemetry';
import type { McpServer, SnapshotMcp } from '../snapshot/mcp-servers.js';
import { ServerState, type ToolPins } from './server-state.js';
import type { McpUpstream } from './upstreams/upstream.js';

export interface ServerStatesOptions {
  readonly open: (server: McpServer) => McpUpstream;
  readonly pins: ToolPins | undefined;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/** The servers that this process has asked, by server and credential. Those that no snapshot has any more are closed. */
export class ServerStates {
  readonly #states = new Map<string, ServerState>();
  #current: SnapshotMcp | undefined;

  constructor(private readonly options: ServerStatesOptions) {}

  /** The servers that could not be asked when they were last tried. */
  get degraded(): number {
    return [...this.#states.values()].filter(({ status }) => status === 'degraded').length;
  }

  get(server: McpServer): ServerState {
    const key = keyOf(server);
    const known = this.#states.get(key);
    if (known !== undefined) {
      known.server = server;
      return known;
    }
    const { logger, open, pins } = this.options;
    const made = new ServerState(server, open(server), pins, logger);
    this.#states.set(key, made);
    return made;
  }

  /** Closes the servers that are gone, or have another address or credential now. */
  follow(mcp: SnapshotMcp): void {
    if (mcp === this.#current) return;
    this.#current = mcp;
    const kept = new Set([...mcp.declared, ...[...mcp.byWorkspace.values()].flat()].map(keyOf));
    for (const [key, state] of this.#states) {
      if (kept.has(key)) continue;
      this.#states.delete(key);
      void state.close().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    const states = [...this.#states.values()];
    this.#states.clear();
    await Promise.allSettled(states.map((state) => state.close()));
  }
}

/** A connection belongs to one server, at one address and with one credential. */
function keyOf({ fingerprint, key }: McpServer): string {
  return `${key} ${fingerprint}`;
}
