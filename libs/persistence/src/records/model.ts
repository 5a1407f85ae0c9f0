import type { JsonObject } from './json.js';

/** A provider that a workspace registered. Its secrets stay sealed; `UpstreamSecrets` alone opens them. */
export interface WorkspaceProviderRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly name: string;
  /** A provider kind (docs/contract/providers.md#kinds). */
  readonly kind: string;
  readonly baseUrl: string | null;
  /** The kind's other fields that are no secret: region, project, api_version, timeouts, … */
  readonly settings: JsonObject;
  /** The names of the secrets that are set, such as `api_key`; never their values. */
  readonly secretNames: readonly string[];
  /** The encryption key that sealed them, where several did one that seals no more; null when there are none. */
  readonly secretsKeyId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Secrets of a provider by field name, such as `{ api_key: '…' }`; `headers` are by their names. */
export type ProviderSecrets = Readonly<Record<string, string | readonly string[] | Readonly<Record<string, string>>>>;

/** Secrets to set, by field name; null takes one away, one that is not named stays. */
export type SecretChanges = Readonly<Record<string, ProviderSecrets[string] | null>>;

/**
 * Unencrypted parts of a provider's secrets: the end of `api_key` and `access_key_id`, and of each of `api_keys`, that
 * is long enough; the names of `headers`; the project of `credentials_json`. A secret that an earlier release stored
 * has none.
 */
export type SecretHints = Readonly<Record<string, string | readonly string[]>>;

/** A model of a workspace without declared prices, or a virtual one: what budgets in dollars may not count. */
export interface UndeclaredPriceRecord extends Pick<WorkspaceModelRecord, 'workspaceId' | 'logicalName' | 'aliases'> {
  /** The models that a virtual one routes to; null for a model. */
  readonly targets: readonly { readonly model: string }[] | null;
  /** Null for a virtual one. */
  readonly provider: Pick<WorkspaceProviderRecord, 'kind' | 'baseUrl'> | null;
  readonly upstreamModel: string | null;
}

/** A model of a workspace: one of a provider's, or a virtual one that routes to others. */
export interface WorkspaceModelRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Unique in the workspace among logical names and aliases. */
  readonly logicalName: string;
  readonly aliases: readonly string[];
  readonly kind: 'model' | 'virtual';
  /** chat, embedding, … */
  readonly type: string;
  /** Provider of a model; null for a virtual one. */
  readonly providerId: string | null;
  readonly upstreamModel: string | null;
  readonly contextWindow: number | null;
  readonly prices: JsonObject | null;
  readonly mediaPrices: JsonObject | null;
  readonly capabilities: JsonObject | null;
  /** Routing of a virtual model: `{ strategy, targets, retry, sticky }` as gateway.yaml has it; null for a model. */
  readonly routing: JsonObject | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
