import type { GatewayConfig, McpServerEntry, VirtualModelEntry } from '@multilane/config';

type Declaration = Pick<
  GatewayConfig,
  'organization' | 'models' | 'virtual_models' | 'guardrails' | 'prompts' | 'providers' | 'mcp'
>;

interface DeclaredModel {
  readonly logicalName: string;
  readonly type: string;
}

/** The names that gateway.yaml declares, and that policies of the database may use. */
export class DeclaredNames {
  private models: ReadonlyMap<string, DeclaredModel> = new Map();
  private virtualModels: ReadonlyMap<string, VirtualModelEntry> = new Map();
  private guardrails: ReadonlySet<string> = new Set();
  /** Prompts with a protected label. */
  private releasedPrompts: ReadonlySet<string> = new Set();
  private mcpServers: ReadonlyMap<string, McpServerEntry> = new Map();
  /** Time at which the file was read. */
  readAt = new Date();
  /** Names under `providers`. */
  providers: readonly string[] = [];
  private organizationName = '';

  constructor(declaration: Declaration) {
    this.replace(declaration);
  }

  /** Takes what the edited file says. */
  replace(declaration: Declaration): void {
    const { organization, mcp, models, virtual_models: virtualModels, guardrails, prompts, providers } = declaration;
    const byName = new Map<string, DeclaredModel>();
    for (const { logical_name: logicalName, aliases, type } of models) {
      for (const name of [logicalName, ...aliases]) byName.set(name, { logicalName, type });
    }
    const targets = new Map(virtualModels.map(({ name, targets: [first] }) => [name, first?.model ?? name]));
    for (const { name } of virtualModels) {
      let end = name;
      // The file has been checked: no virtual model leads back to itself.
      for (let next = targets.get(end); next !== undefined; next = targets.get(end)) end = next;
      byName.set(name, { logicalName: name, type: byName.get(end)?.type ?? 'chat' });
    }
    this.models = byName;
    this.virtualModels = new Map(virtualModels.map((entry) => [entry.name, entry]));
    this.guardrails = new Set(guardrails.map(({ name }) => name));
    const released = prompts.filter(({ protected_labels: labels }) => labels.length > 0);
    this.releasedPrompts = new Set(released.map(({ name }) => name));
    this.mcpServers = new Map(mcp.servers.map((entry) => [entry.name, entry]));
    this.readAt = new Date();
    this.providers = providers.map(({ name }) => name);
    this.organizationName = organization.name;
  }

  /** Every name of a model of the catalog or of a virtual one. */
  get modelNames(): readonly string[] {
    return [...this.models.keys()];
  }

  /** A model of the catalog, or a virtual one, by any of its names. */
  findModel(name: string): DeclaredModel | undefined {
    return this.models.get(name);
  }

  /** Finds a virtual model of the file; undefined for any other name. */
  findVirtualModel(name: string): VirtualModelEntry | undefined {
    return this.virtualModels.get(name);
  }

  /** True if an organization may use an MCP server of the file: those are for its own. */
  hasMcpServer(name: string, organizationName: string): boolean {
    return organizationName === this.organizationName && this.mcpServers.has(name);
  }

  /** The MCP servers of the file, for its own organization. */
  listMcpServers(organizationName: string): readonly McpServerEntry[] {
    return organizationName === this.organizationName ? [...this.mcpServers.values()] : [];
  }

  /** True if a guardrail of the file holds for an organization: those of the file are for its own. */
  hasGuardrail(name: string, organizationName: string): boolean {
    return organizationName === this.organizationName && this.guardrails.has(name);
  }

  /** True if the file has a prompt with a protected label for an organization: those of the file are for its own. */
  protectsPrompt(name: string, organizationName: string): boolean {
    return organizationName === this.organizationName && this.releasedPrompts.has(name);
  }
}
