import { canUseKnowledge } from '@multilane/auth';
import type { AgentPlace, AgentService } from '../services/agent-service.js';
import type { McpExchange } from '../services/mcp-service.js';
import type { McpServer } from '../snapshot/mcp-servers.js';
import type { Snapshot } from '../snapshot/snapshot.js';

export interface BuiltInPorts {
  readonly hasKnowledge: boolean;
  /** Undefined if there are none. */
  readonly agents: AgentService | undefined;
}

const KNOWLEDGE_TIMEOUT_MS = 60_000;
/** An agent may take long: its own limits end it too. */
const AGENTS_TIMEOUT_MS = 600_000;

/** The servers that the gateway itself has for the workspace of a caller: its knowledge bases, and its agents. */
export class BuiltInServers {
  private readonly servers = new WeakMap<object, Map<string, McpServer>>();

  constructor(private readonly ports: BuiltInPorts) {}

  find({ caller, snapshot }: McpExchange['admission']): readonly McpServer[] {
    const { agents, hasKnowledge } = this.ports;
    const { organizationId, workspaceId } = caller;
    if (organizationId === undefined || workspaceId === undefined) return [];
    const found: McpServer[] = [];
    const readsKnowledge =
      hasKnowledge &&
      snapshot.mcp.settings.knowledge &&
      canUseKnowledge({ ...caller, organizationId }, 'gateway.knowledge.read', workspaceId);
    if (readsKnowledge) found.push(this.get(snapshot, 'knowledge', { organizationId, workspaceId }));
    const place = agents?.placeOf(caller);
    if (place !== undefined) found.push(this.get(snapshot, 'agents', place));
    return found;
  }

  /** The same for all requests of a snapshot. */
  private get(
    snapshot: Snapshot,
    kind: 'knowledge' | 'agents',
    { organizationId, workspaceId }: AgentPlace,
  ): McpServer {
    const known = this.servers.get(snapshot) ?? new Map<string, McpServer>();
    this.servers.set(snapshot, known);
    const key = `${kind} ${workspaceId}`;
    const server = known.get(key) ?? toServer(snapshot, kind, { organizationId, workspaceId });
    known.set(key, server);
    return server;
  }
}

function toServer({ network }: Snapshot, kind: 'knowledge' | 'agents', of: AgentPlace): McpServer {
  return {
    key: `${kind} ${of.workspaceId}`,
    fingerprint: '',
    stored: undefined,
    name: kind,
    kind,
    ...(kind === 'knowledge' ? { knowledgeOf: of } : { agentsOf: of }),
    trusted: false,
    network,
    url: undefined,
    base_url: undefined,
    command: undefined,
    env: {},
    headers: {},
    oauth: undefined,
    userOauth: undefined,
    approval: 'none',
    grants: undefined,
    tools: undefined,
    priceUsd: 0,
    toolPricesUsd: new Map(),
    forwarded: [],
    timeout_ms: kind === 'knowledge' ? KNOWLEDGE_TIMEOUT_MS : AGENTS_TIMEOUT_MS,
  };
}
