/**
 * Words that more than one part of the service uses, each with its values once: what the API answers, what gateway.yaml takes,
 * what the database stores and what the audit log says are the same.
 */

/** Role of a key on the control plane (docs/contract/authentication.md#api-keys). */
export const KEY_ROLES = ['member', 'editor', 'admin'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** Role of a person in the whole organization (docs/contract/control-plane.md#roles). */
export const ORGANIZATION_ROLES = ['owner', 'org_admin', 'org_member'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** Role of a person in one workspace (docs/contract/control-plane.md#roles). */
export const WORKSPACE_ROLES = ['admin', 'editor', 'viewer'] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

/** Role of a virtual account for the knowledge of its workspace (docs/contract/knowledge.md#access). */
export const ACCOUNT_ROLES = ['viewer', 'editor'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** Credentials that are stored as hashes (docs/contract/authentication.md#token-forms). */
export const CREDENTIAL_KINDS = ['api_key', 'pat', 'vat'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** Kind of credential by which a caller proved who it is (docs/contract/authentication.md#token-forms). */
export type CredentialType = CredentialKind | 'oidc' | 'session';

/**
 * Period after which the spending of a budget starts from zero again, in UTC: at midnight, on Monday, on the first, or
 * never.
 */
export const BUDGET_PERIODS = ['daily', 'weekly', 'monthly', 'never'] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** Dimension of requests that a budget rule covers, outermost first (docs/contract/budgets.md#rules). */
export const BUDGET_SCOPES = [
  'organization',
  'workspace',
  'team',
  'service_account',
  'user',
  'api_key',
  'tag',
  'customer',
  'model',
  'provider',
] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];

/** Unit of a budget rule. */
export const BUDGET_UNITS = ['usd', 'tokens', 'requests'] as const;
export type BudgetUnit = (typeof BUDGET_UNITS)[number];

/** Length of the window of a budget rule. */
export const BUDGET_WINDOWS = ['hour', 'day', 'week', 'month', 'quarter', 'year', 'total'] as const;
export type BudgetWindowLength = (typeof BUDGET_WINDOWS)[number];

/** Effect of a budget rule that is spent. */
export const BUDGET_ACTIONS = ['refuse', 'alert', 'downgrade'] as const;
export type BudgetAction = (typeof BUDGET_ACTIONS)[number];

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * Charge of one request to one budget (docs/contract/budgets.md). The audit log and the database use these field names.
 */
export interface BudgetCharge {
  /** Names the budget: its holder and its unit. */
  readonly account: string;
  /** Start of the period that is charged, RFC 3339 in UTC. */
  readonly period_start: string;
  /** In the budget's unit: US dollars, tokens or requests. */
  readonly amount: number;
  /** The lease that was spent from, whichever process records the charge. Null if nothing was leased. */
  readonly lease: string | null;
}

/** Source of a request's token counts (docs/contract/usage.md#estimates). */
export const USAGE_SOURCES = ['reported', 'estimated', 'none'] as const;
export type UsageSource = (typeof USAGE_SOURCES)[number];

/** Outcome of a request (docs/contract/audit.md#records). */
export const REQUEST_OUTCOMES = ['success', 'refused', 'failed', 'cancelled'] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/**
 * Kind of a request (docs/contract/audit.md#kinds): a call of a model, a tool or knowledge; a list, poll or look-up; a
 * change, or something that was accepted and runs later. Usage counts calls alone.
 */
export const REQUEST_KINDS = ['call', 'read', 'write'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Priority classes of requests that wait for a slot, lowest first (docs/contract/limits.md#queues). */
export const REQUEST_PRIORITIES = ['low', 'normal', 'high', 'critical'] as const;
export type RequestPriority = (typeof REQUEST_PRIORITIES)[number];

/** Decision of a policy about a request (docs/contract/metrics.md#policy-decisions). */
export type PolicyOutcome = 'allowed' | 'audited' | 'refused';

/** Phase that a guardrail checks: requests or responses (docs/contract/guardrails.md#guardrails). */
export const GUARDRAIL_PHASES = ['before', 'after'] as const;
export type GuardrailPhase = (typeof GUARDRAIL_PHASES)[number];

/** Mode of a guardrail: it blocks, or only records (docs/contract/guardrails.md#guardrails). */
export const GUARDRAIL_MODES = ['enforce', 'audit'] as const;
export type GuardrailMode = (typeof GUARDRAIL_MODES)[number];

/**
 * The result of a guardrail's check: nothing found, a finding, a checker that failed, or one that exceeded its time limit. It
 * never says what was found, because no text may reach a log.
 */
export type GuardrailVerdict = 'pass' | 'finding' | 'failure' | 'timeout';
