import { readBuildStamp } from '@multilane/http';
import type { Database } from '@multilane/persistence';
import type { Logger, Metrics, TaskReport } from '@multilane/telemetry';
import type { AgentService } from '../services/agent-service.js';
import type { KnowledgeService } from '../services/knowledge-service.js';
import type { McpExchange, McpReply, McpService, McpToolListing } from '../services/mcp-service.js';

export interface McpParts {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly database: Pick<Database, 'knowledgeBases' | 'mcpConnections' | 'mcpServerStates' | 'mcpTools'> | undefined;
  /** Names this process among all gateways. */
  readonly replicaId: string;
  /** Reports of the storing of servers' states. */
  readonly stateTask: TaskReport;
  readonly knowledge: KnowledgeService | undefined;
  /** Undefined if there are none. */
  readonly agents: AgentService | undefined;
}

type Gateway = McpService & { readonly degraded: number; close(): Promise<void> };

/** The MCP gateway. Its packages are loaded with the first request, so that a gateway without one does without their memory. */
export function openMcp(parts: McpParts): McpService & { close(): Promise<void> } {
  return new DeferredMcp(parts);
}

class DeferredMcp implements McpService {
  #opening: Promise<Gateway> | undefined;

  constructor(private readonly parts: McpParts) {}

  async serve(exchange: McpExchange): Promise<McpReply> {
    this.#opening ??= this.#open();
    return (await this.#opening).serve(exchange);
  }

  async listTools(admission: McpExchange['admission'], server: string): Promise<readonly McpToolListing[]> {
    this.#opening ??= this.#open();
    return (await this.#opening).listTools(admission, server);
  }

  async #open(): Promise<Gateway> {
    const { agents, database, knowledge, logger, metrics, replicaId, stateTask: task } = this.parts;
    const { McpGateway } = await import('../mcp/mcp-gateway.js');
    const { ServerReports } = await import('../mcp/server-reports.js');
    const { version } = readBuildStamp('multilane-gateway', new URL('../../', import.meta.url));
    const gateway = new McpGateway({
      logger,
      version,
      pins: database?.mcpTools,
      reports: database && new ServerReports({ store: database.mcpServerStates, replicaId, task }),
      connections: database?.mcpConnections,
      agents,
      knowledge: knowledge && database && { service: knowledge, bases: database.knowledgeBases },
    });
    metrics.setDegradedMcpServersSource(() => gateway.degraded);
    return gateway;
  }

  async close(): Promise<void> {
    await (await this.#opening)?.close();
  }
}
