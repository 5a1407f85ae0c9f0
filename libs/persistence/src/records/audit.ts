import type { BudgetCharge } from '@multilane/contracts';
import type { JsonObject } from './json.js';
import type { Rating } from './requests/request-annotation.js';
import type { ImportedChoice } from './usage/usage-import.js';

/** A request as the audit log keeps it; null is what did not apply or was not known. */
export interface AuditRow {
  readonly id: string;
  /** Time when the request arrived. */
  readonly time: Date;
  readonly requestId: string;
  readonly endpoint: string;
  readonly method: string;
  /** `call`, `read` or `write`: only a call is counted in usage. */
  readonly kind: string;
  readonly status: number | null;
  readonly outcome: string;
  readonly errorCode: string | null;
  readonly workspaceId: string | null;
  readonly workspace: string | null;
  readonly teamId: string | null;
  readonly team: string | null;
  readonly userId: string | null;
  readonly serviceAccountId: string | null;
  readonly credentialType: string | null;
  readonly credentialId: string | null;
  readonly credentialName: string | null;
  readonly keyRole: string | null;
  readonly model: string | null;
  readonly logicalName: string | null;
  /** The provider's own name; of records of earlier versions its kind. */
  readonly provider: string | null;
  readonly providerKind: string | null;
  readonly upstreamModel: string | null;
  readonly streamed: boolean;
  readonly durationMs: number;
  readonly timeToFirstByteMs: number | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly totalTokens: number | null;
  readonly cachedTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly usageSource: string;
  readonly attempts: number;
  /** `hit` or `miss`; null if the response cache was not asked. */
  readonly cache: string | null;
  readonly costUsd: number | null;
  readonly priceVersion: string | null;
  readonly clientAddress: string | null;
  readonly images: number | null;
  /** Unicode code points of the text that was spoken. */
  readonly characters: number | null;
  /** Seconds of sound, as the provider reports them. */
  readonly audioSeconds: number | null;
  readonly charges: readonly BudgetCharge[] | null;
  /** Tags by name; null if there are none. */
  readonly tags: Readonly<Record<string, string>> | null;
  /** Customer of the caller that the request was made for. */
  readonly customer: string | null;
  /** Program that sent the request, such as `claude-code`, with its version. */
  readonly client: string | null;
  readonly clientVersion: string | null;
  /** Session of the client. */
  readonly session: string | null;
  /** Details from policies beyond the outcome: its routing, and findings of guardrails. */
  readonly details: JsonObject | null;
}

/** Requests and usage that a caller may see; undefined: everything of the organization. */
export interface AuditScope {
  /** Any of these; none if it is empty. */
  readonly workspaceIds?: readonly string[] | undefined;
  readonly teamId?: string | undefined;
}

/** Filters of requests. Filters add up. */
export interface AuditFilters extends AuditScope {
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly to?: Date | undefined;
  /** The id of a team, or the name of one that has none. */
  readonly team?: string | undefined;
  /** The id of a credential, or the name of one that has none. */
  readonly credential?: string | undefined;
  readonly userId?: string | undefined;
  /** The name it resolved to, or what was asked for where it resolved to none. */
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly endpoint?: string | undefined;
  /** Endpoints whose requests are left out. */
  readonly excludedEndpoints?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  readonly status?: number | undefined;
  readonly outcome?: string | undefined;
  readonly errorCode?: string | undefined;
  /** At least and at most these milliseconds. */
  readonly minDurationMs?: number | undefined;
  readonly maxDurationMs?: number | undefined;
  /** At least and at most these US dollars; a request without a price costs 0. */
  readonly minCostUsd?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly requestId?: string | undefined;
  /** Any of these ids of requests. */
  readonly requestIds?: readonly string[] | undefined;
  /** MCP server of a tool call, the tool's name there, and whether the call was let go to the server. */
  readonly mcpServer?: string | undefined;
  readonly mcpTool?: string | undefined;
  readonly mcpDecision?: string | undefined;
  /** Tags that a request must all have. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly customer?: string | undefined;
  readonly client?: string | undefined;
  readonly session?: string | undefined;
  /** Only requests with one of these marks. */
  readonly ratings?: readonly Rating[] | undefined;
  /** Only queries of this knowledge base, and none of its documents. */
  readonly queriesOf?: string | undefined;
}

/** Orders of requests: the time of arrival, duration or cost, and with a hyphen the other way round. */
export const AUDIT_ORDERS = ['-time', 'time', '-duration_ms', 'duration_ms', '-cost_usd', 'cost_usd'] as const;

/** Dimensions by which usage can be grouped. */
export const USAGE_GROUPS = ['day', 'workspace', 'team', 'key', 'user', 'model', 'provider'] as const;

export type UsageGroup = (typeof USAGE_GROUPS)[number];

export interface UsageRequest extends AuditScope {
  /** The first day, `2026-11-21`, in UTC. */
  readonly fromDay: string;
  /** The last day, included. */
  readonly toDay: string;
  readonly groups: readonly UsageGroup[];
  readonly team?: string | undefined;
  readonly credential?: string | undefined;
  readonly userId?: string | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly limit: number;
  /** Rows to leave out at the beginning. */
  readonly offset: number;
  /** Role of imported usage. Left out: none, as budgets, statements and forecasts need it. */
  readonly imported?: ImportedChoice | undefined;
}

/** Sums of the requests of a group; columns that are not grouped by are null. */
export interface UsageRow {
  readonly day: string | null;
  readonly workspaceId: string | null;
  readonly teamId: string | null;
  readonly team: string | null;
  readonly credentialId: string | null;
  readonly credentialName: string | null;
  readonly userId: string | null;
  readonly serviceAccountId: string | null;
  readonly model: string | null;
  readonly provider: string | null;
  readonly providerKind: string | null;
  readonly requests: number;
  readonly refusedRequests: number;
  readonly failedRequests: number;
  readonly cancelledRequests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
  readonly costUsd: number;
  readonly images: number;
  readonly characters: number;
  readonly audioSeconds: number;
  /** Share of the sums that was imported, and is in no record. Left out: nothing. */
  readonly importedRequests?: number;
  readonly importedCostUsd?: number;
}

/** Members of a row of usage that say whose it is, where it is not grouped by them. */
export const NO_GROUPS = {
  day: null,
  workspaceId: null,
  teamId: null,
  team: null,
  credentialId: null,
  credentialName: null,
  userId: null,
  serviceAccountId: null,
  model: null,
  provider: null,
  providerKind: null,
} as const satisfies Partial<UsageRow>;

/** Contents of the request and the answer of an audit record. */
export interface AuditPayload {
  /** The record's. */
  readonly id: string;
  readonly organizationId: string;
  /** Time when the request arrived. */
  readonly time: Date;
  /** JSON, as whoever recorded it wrote it. */
  readonly text: string;
}
