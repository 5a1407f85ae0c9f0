import type { SeenMcpTools } from '@multilane/persistence';
import type { Logger } from '@multilane/telemetry';
import type { McpServer } from '../snapshot/mcp-servers.js';
import { boundLists, keepApproved, needsApproval, readSeen, type SeenItem } from './seen-items.js';
import type { ServerHealth } from './server-health.js';
import type { McpUpstream, ServerLists } from './upstreams/upstream.js';
import { ApprovalsUnknown, describeFailure, type UpstreamFailure } from './upstreams/upstream-failure.js';

/** After a failure a server is asked again so much later, in milliseconds; after each further one twice as long. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A refresh that nobody waits for any more ends after this, in milliseconds. */
const REFRESH_MS = 20_000;

/** Stores what was seen of tools, and knows what is approved. */
export interface ToolPins {
  record(seen: SeenMcpTools): Promise<ReadonlyMap<string, string | null>>;
}

export type ServerStatus = 'unknown' | 'ready' | 'degraded';

/** State of one server with one credential in this process. The last lists are kept while the server is away. */
export class ServerState {
  status: ServerStatus = 'unknown';
  #lists: ServerLists | undefined;
  #offered: ServerLists | undefined;
  #seen: readonly SeenItem[] = [];
  #approved: ReadonlyMap<string, string | null> = new Map();
  /** The version of the database that the approvals are of. */
  #approvedAt: number | undefined;
  /** The rule that they were read for. */
  #approvedFor: McpServer['approval'] | undefined;
  #reading: Promise<void> | undefined;
  #readingSince = 0;
  #pinning: Promise<void> | undefined;
  #nextAt = 0;
  #failures = 0;
  #failure: UpstreamFailure | undefined;

  constructor(
    private current: McpServer,
    readonly upstream: McpUpstream,
    private readonly pins: ToolPins | undefined,
    private readonly logger: Pick<Logger, 'warn' | 'info'>,
    /** Record of the server's health; undefined if nobody reads it. */
    readonly health?: ServerHealth,
  ) {}

  get server(): McpServer {
    return this.current;
  }

  /** Takes the server as the newest snapshot has it: its rules may change, not its address. */
  follow(server: McpServer): void {
    if (server.approval !== this.current.approval) this.#offered = undefined;
    this.current = server;
  }

  /** Offer of the server, as it was last read; undefined if it never could be. */
  get lists(): ServerLists | undefined {
    return this.#lists;
  }

  /** The same, without what needs an approval and has none. */
  get offered(): ServerLists | undefined {
    if (this.server.approval === 'none') return this.#lists;
    this.#offered ??= this.#lists && this.#keepApproved(this.#lists);
    return this.#offered;
  }

  #keepApproved(lists: ServerLists): ServerLists {
    const approved = this.#seen.filter(({ hash, key }) => this.#approved.get(key) === hash);
    const keys = new Set(approved.map(({ key }) => key));
    return keepApproved(lists, this.server.approval, (key) => keys.has(key));
  }

  /** True if the lists are to be read again. A server that failed is not asked again at once. */
  get isDue(): boolean {
    return this.#reading === undefined && performance.now() >= this.#nextAt;
  }

  /** Reason of the last failure to read the lists. */
  get failure(): UpstreamFailure | undefined {
    return this.#failure;
  }

  /** True if the server was asked for its lists, and never gave any. */
  get hasOnlyFailed(): boolean {
    return this.#lists === undefined && this.#failures > 0;
  }

  /** True if somebody has waited so long for the lists that are being read. Milliseconds. */
  isReadFor(limitMs: number): boolean {
    return this.#reading !== undefined && performance.now() - this.#readingSince >= limitMs;
  }

  /** Resolves when the lists are read, or cannot be; never rejects. Several requests share one reading. */
  read(refreshMs: number, version: number | undefined): Promise<void> {
    if (this.isDue) {
      this.#readingSince = performance.now();
      this.#reading = this.#read(refreshMs, version).finally(() => {
        this.#reading = undefined;
      });
    }
    return this.#reading ?? Promise.resolve();
  }

  /** True if the approvals are those of another version of the database, or were read for another rule. */
  isStale(version: number | undefined): boolean {
    if (this.#lists === undefined) return false;
    return version !== this.#approvedAt || this.server.approval !== this.#approvedFor;
  }

  /** Reads what is approved; never rejects. */
  renewApprovals(version: number | undefined): Promise<void> {
    // Earlier approvals stay in effect; the follower of the database reports that it is away.
    this.#pinning ??= this.#pin(version, this.#seen)
      .catch(() => undefined)
      .finally(() => {
        this.#pinning = undefined;
      });
    return this.#pinning;
  }

  async #read(refreshMs: number, version: number | undefined): Promise<void> {
    const { name } = this.server;
    try {
      const read = await this.upstream.list(AbortSignal.timeout(REFRESH_MS));
      this.health?.succeeded();
      const lists = boundLists(read);
      if (lists.tools.length < read.tools.length) {
        this.logger.warn({ mcp_server: name }, 'tools of an MCP server are left out: too long, unreadable or repeated');
      }
      const seen = readSeen(lists);
      await this.#pin(version, seen).catch((cause: unknown) => {
        throw new ApprovalsUnknown('the approvals could not be read', { cause });
      });
      this.#seen = seen;
      this.#lists = lists;
      this.#offered = undefined;
      if (this.status === 'degraded') this.logger.info({ mcp_server: name }, 'an MCP server is back');
      this.status = 'ready';
      this.#failure = undefined;
      this.#failures = 0;
      this.#nextAt = performance.now() + refreshMs;
    } catch (error) {
      // The texts of errors may hold what the server said.
      const failure = describeFailure(error);
      const { code, reason, status } = failure;
      const isNew = this.status !== 'degraded' || this.#failure?.message !== failure.message;
      if (isNew) this.logger.warn({ mcp_server: name, reason, status, code }, 'an MCP server cannot be asked');
      this.#failure = failure;
      // The server itself has answered.
      if (reason !== 'approvals_unknown') this.health?.failed(failure, 'list');
      this.status = 'degraded';
      this.#failures += 1;
      const wait = Math.min(LONGEST_WAIT_MS, refreshMs, FIRST_WAIT_MS * 2 ** (this.#failures - 1));
      this.#nextAt = performance.now() + wait;
    }
  }

  /** Notes what was seen and reads what is approved. For servers of gateway.yaml, the process remembers the items that it saw first. */
  async #pin(version: number | undefined, seen: readonly SeenItem[]): Promise<void> {
    const { approval, stored, tools } = this.server;
    if (approval === 'none') {
      this.#approvedAt = version;
      this.#approvedFor = approval;
      return;
    }
    const asked = seen.filter(({ kind }) => needsApproval(approval, kind));
    if (stored === undefined) {
      const approved = new Map(this.#approved);
      for (const { hash, key, kind } of asked) {
        const isNew = !approved.has(key) && (approval === 'changes' || (kind === 'tool' && tools?.has(key)));
        if (isNew) approved.set(key, hash);
      }
      this.#approved = approved;
    } else if (this.pins !== undefined) {
      this.#approved = await this.pins.record({
        organizationId: stored.organizationId,
        serverId: stored.id,
        tools: asked.map(({ definition, hash, key }) => ({ name: key, hash, definition: { ...definition } as never })),
        approvesNew: approval === 'changes',
      });
    }
    this.#offered = undefined;
    this.#approvedAt = version;
    this.#approvedFor = approval;
  }

  close(): Promise<void> {
    return this.upstream.close();
  }
}
