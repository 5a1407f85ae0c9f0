/**
 * Words that more than one part of the service uses, each with its values once: what the API answers, what gateway.yaml takes,
 * what the database stores and what the audit log says are the same.
 */

/** What a key may do on the control plane (docs/contract/authentication.md#api-keys). */
export const KEY_ROLES = ['member', 'editor', 'admin'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** What a person may do in the whole organization (docs/contract/control-plane.md#roles). */
export const ORGANIZATION_ROLES = ['owner', 'org_admin', 'org_member'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** What a person may do in one workspace (docs/contract/control-plane.md#roles). */
export const WORKSPACE_ROLES = ['admin', 'editor', 'viewer'] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

/** Credentials that are stored as hashes (docs/contract/authentication.md#token-forms). */
export const CREDENTIAL_KINDS = ['api_key', 'pat', 'vat'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** How a caller proved who it is (docs/contract/authentication.md#token-forms). */
export type CredentialType = CredentialKind | 'oidc' | 'session';

/** When the spending of a budget starts from zero again, in UTC: at midnight, on Monday, on the first, or never. */
export const BUDGET_PERIODS = ['daily', 'weekly', 'monthly', 'never'] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** Where the token counts of a request come from (docs/contract/usage.md#estimates). */
export type UsageSource = 'reported' | 'estimated' | 'none';

/** What a policy decided of a request (docs/contract/metrics.md#policy-decisions). */
export type PolicyOutcome = 'allowed' | 'audited' | 'refused';
