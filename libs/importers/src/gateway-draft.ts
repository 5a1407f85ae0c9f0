import type { ModelType } from '@multilane/contracts';
import { stringify } from 'yaml';

export interface ProviderDraft {
  readonly kind: string;
  readonly api_key?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_version?: string | undefined;
  readonly region?: string | undefined;
  readonly access_key_id?: string | undefined;
  readonly secret_access_key?: string | undefined;
  readonly session_token?: string | undefined;
  readonly project?: string | undefined;
  readonly location?: string | undefined;
  readonly credentials_json?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly timeouts?: Readonly<Record<string, number>> | undefined;
}

export interface ModelDraft {
  readonly logical_name: string;
  /** For virtual models alone: callers cannot name it. */
  readonly internal?: true | undefined;
  /** False: callers may name it, and lists leave it out. */
  readonly listed?: false | undefined;
  aliases?: string[];
  readonly provider: string;
  readonly upstream_model: string;
  readonly type?: ModelType | undefined;
  readonly prices?: Readonly<Record<string, number>> | undefined;
  readonly media_prices?: Readonly<Record<string, number>> | undefined;
  readonly context_window?: number | undefined;
  readonly capabilities?: { readonly api: 'responses' } | undefined;
  readonly unsupported_parameters?: { readonly drop: readonly string[] } | undefined;
}

export interface TargetDraft {
  readonly model: string;
  readonly weight?: number | undefined;
  readonly timeout_ms?: number | undefined;
  readonly requires?: string | undefined;
}

export interface RouteDraft {
  readonly name: string;
  readonly internal?: true | undefined;
  readonly listed?: false | undefined;
  readonly strategy: 'failover' | 'weighted' | 'least_latency' | 'least_busy' | 'lowest_cost';
  readonly targets: readonly TargetDraft[];
  readonly retry?: { readonly attempts?: number; readonly on?: readonly number[] } | undefined;
  readonly cache?: { readonly enabled: boolean; readonly ttl_seconds?: number | undefined } | undefined;
  readonly guardrails?: readonly string[] | undefined;
  readonly timeouts?: Readonly<Record<string, number>> | undefined;
}

export interface GuardrailDraft {
  readonly name: string;
  readonly phase: 'before' | 'after';
  readonly mode: 'enforce' | 'audit';
  readonly kind: string;
  models?: readonly string[] | undefined;
  readonly config: Readonly<Record<string, unknown>>;
}

/** A gateway.yaml in the making. Sections that stay empty are left out. */
export class GatewayDraft {
  readonly server: Record<string, unknown> = {};
  readonly database: Record<string, unknown> = {};
  readonly redis: Record<string, unknown> = {};
  readonly models: ModelDraft[] = [];
  readonly virtualModels: RouteDraft[] = [];
  readonly routingConfigs: RouteDraft[] = [];
  readonly rateLimits: Record<string, unknown> = {};
  readonly cache: Record<string, unknown> = {};
  readonly budgetRules: Readonly<Record<string, unknown>>[] = [];
  readonly guardrails: GuardrailDraft[] = [];
  readonly pii: Record<string, unknown> = {};
  readonly telemetry: Record<string, unknown> = {};
  readonly auth: Record<string, unknown> = {};
  readonly mcpServers: (Readonly<Record<string, unknown>> & { readonly name: string })[] = [];
  private readonly providers = new Map<string, { readonly name: string; readonly draft: ProviderDraft }>();

  /** The name of the entry with these settings: entries that are the same are one. */
  nameOfProvider(draft: ProviderDraft): string {
    const settings = JSON.stringify(withoutUndefined(draft));
    const known = this.providers.get(settings);
    if (known !== undefined) return known.name;
    const before = [...this.providers.values()].filter(({ draft: { kind } }) => kind === draft.kind).length;
    const name = before === 0 ? draft.kind : `${draft.kind}-${before + 1}`;
    this.providers.set(settings, { name, draft });
    return name;
  }

  toYaml(product: string): string {
    const sections = {
      server: this.server,
      database: this.database,
      redis: this.redis,
      models: this.models,
      providers: [...this.providers.values()].map(({ name, draft }) => ({ name, ...draft })),
      virtual_models: this.virtualModels,
      routing_configs: this.routingConfigs,
      rate_limits: this.rateLimits,
      budgets: this.budgetRules.length > 0 ? { rules: this.budgetRules } : {},
      cache: this.cache,
      guardrails: this.guardrails,
      pii: this.pii,
      auth: this.auth,
      mcp: this.mcpServers.length > 0 ? { servers: this.mcpServers } : {},
      telemetry: this.telemetry,
    };
    const filled = Object.fromEntries(
      Object.entries(sections).filter(([, section]) => Object.keys(section).length > 0),
    );
    const title = `# Imported from ${product}. Check it with: multilane check gateway.yaml\n`;
    return title + (Object.keys(filled).length === 0 ? '' : stringify(withoutUndefined(filled), { lineWidth: 0 }));
  }
}

function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
