import type { GatewayConfig, McpServerEntry } from '@multilane/config';

/** A team or a virtual account that may use a server. */
export interface McpGrant {
  readonly teamId?: string | undefined;
  readonly teamName?: string | undefined;
  readonly serviceAccountId?: string | undefined;
  /** Undefined: all tools of the server. */
  readonly tools: ReadonlySet<string> | undefined;
}

/** Settings of people's connections to a server. Omitted ones are discovered, or registered. */
export interface UserOauth {
  /** The only authorization server that is used. */
  readonly issuer?: string | undefined;
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly scope?: string | undefined;
}

/** An MCP server of gateway.yaml or of a workspace (docs/contract/mcp.md#servers). */
export interface McpServer
  extends Pick<
    McpServerEntry,
    'approval' | 'base_url' | 'command' | 'env' | 'headers' | 'oauth' | 'timeout_ms' | 'url'
  > {
  /** `knowledge`: the knowledge bases of a workspace. `agents`: its agents that are published as tools. */
  readonly kind: McpServerEntry['kind'] | 'knowledge' | 'agents';
  /** Names its state in this process: the id of its row, or its name in gateway.yaml. */
  readonly key: string;
  /** The row and its organization; undefined for one of gateway.yaml. */
  readonly stored: { readonly id: string; readonly organizationId: string } | undefined;
  readonly name: string;
  /** True if the operator named the address; addresses that people name are reached under guard. */
  readonly trusted: boolean;
  /** Network settings for its address. */
  readonly network: GatewayConfig['network'];
  /** The workspace whose knowledge bases it has. */
  readonly knowledgeOf?: { readonly organizationId: string; readonly workspaceId: string };
  /** The workspace whose agents it has. */
  readonly agentsOf?: { readonly organizationId: string; readonly workspaceId: string };
  /** The names of headers of the caller that calls carry on, in lower case. */
  readonly forwarded: readonly string[];
  /** Each person connects an account of their own. Undefined: the server has one credential for all. */
  readonly userOauth: UserOauth | undefined;
  /** Undefined: everyone. */
  readonly grants: readonly McpGrant[] | undefined;
  /** Undefined: all tools. */
  readonly tools: ReadonlySet<string> | undefined;
  /** Price of one call of a tool that has none of its own. */
  readonly priceUsd: number;
  /** By the name of the tool at the server. */
  readonly toolPricesUsd: ReadonlyMap<string, number>;
  /** Names the address and the credential: a connection is used for no other. */
  readonly fingerprint: string;
}

/** MCP servers, and how they are asked. */
export interface SnapshotMcp {
  readonly settings: Omit<GatewayConfig['mcp'], 'servers'>;
  /** Servers of gateway.yaml, for callers of its organization. */
  readonly declared: readonly McpServer[];
  /** By the id of the workspace. */
  readonly byWorkspace: ReadonlyMap<string, readonly McpServer[]>;
}
