import type { PolicyKind } from '@multilane/persistence';
import type { AccessMatrix, IdMakers, Tenant } from './access-matrix.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

/** People with a role in a workspace see its policies; keys and virtual accounts are governed by them and see none. */
const READERS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** Routes and caches belong to who edits the workspace. */
const EDITORS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'pat_owner'],
  refused: ['stranger', 'org_member', 'workspace_viewer', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** Policies that keep others within bounds belong to the workspace's admins. */
const ADMINS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'pat_owner'],
  refused: [
    'stranger',
    'org_member',
    'workspace_editor',
    'workspace_viewer',
    'key_admin',
    'key_editor',
    'key_member',
    'vat',
    'scim',
  ],
} as const;

const RATE_LIMITS = '/admin/gateway/policies/rate-limits';
const GUARDRAILS = '/admin/gateway/policies/guardrails';
const PII = '/admin/gateway/policies/pii';
const CACHE = '/admin/gateway/policies/cache';
const TAGS = '/admin/gateway/policies/tags';
const BUDGETS = '/admin/gateway/policies/budgets';
const ROUTES = '/admin/routing-configs';
const PROMPTS = '/admin/prompts';

const rowsOf = (path: string, managers: typeof EDITORS | typeof ADMINS): AccessMatrix => ({
  [`POST ${path}`]: managers,
  [`GET ${path}`]: READERS,
  [`GET ${path}/:id`]: READERS,
  [`PATCH ${path}/:id`]: managers,
  [`DELETE ${path}/:id`]: managers,
});

export const POLICIES: AccessMatrix = {
  ...rowsOf(RATE_LIMITS, ADMINS),
  [`PUT ${RATE_LIMITS}/:id`]: { ...ADMINS, body: { name: 'n', requests_per_minute: 1 } },
  ...rowsOf(GUARDRAILS, ADMINS),
  ...rowsOf(PII, ADMINS),
  ...rowsOf(CACHE, EDITORS),
  ...rowsOf(TAGS, ADMINS),
  ...rowsOf(BUDGETS, ADMINS),
  [`POST ${BUDGETS}/:id/reset`]: { ...ADMINS, body: { reason: 'a test' } },
  ...rowsOf(ROUTES, EDITORS),
  ...rowsOf(PROMPTS, EDITORS),
  [`POST ${PROMPTS}/:id/versions`]: { ...EDITORS, body: { messages: [{ role: 'user', content: 'Hello' }] } },
  [`PUT ${PROMPTS}/:id/labels/:label`]: { ...EDITORS, body: { version: 1 } },
  [`DELETE ${PROMPTS}/:id/labels/:label`]: EDITORS,
  // A dry run changes nothing.
  [`POST ${GUARDRAILS}/dry-run`]: READERS,
  [`POST ${PII}/dry-run`]: READERS,
  [`POST ${CACHE}/dry-run`]: READERS,
  [`POST ${RATE_LIMITS}/dry-run`]: READERS,
  [`POST ${ROUTES}/dry-run`]: READERS,
};

const make =
  (kind: PolicyKind, definition = {}) =>
  async ({ workspace, organizationId }: Tenant): Promise<string> => {
    const made = await workspace.database.change(SETUP, async ({ policies, workspaces }) => {
      const name = `of-${Math.random()}`;
      // A place has one policy of personal data.
      const { id: workspaceId } = await workspaces.create(organizationId, { name });
      return policies.create(organizationId, { kind, workspaceId, name, definition });
    });
    return made.id;
  };

const BUDGET = {
  ...{ scope: 'organization', amount: 1, unit: 'usd', window: 'month', action: 'refuse', time_zone: 'UTC' },
  ...{ rolling: false, week_start: 'monday', fiscal_year_start: 1, carry_over: false, include_media: false },
};

const PROMPT = { versions: [{ version: 1, messages: [{ role: 'user', content: 'Hello' }] }], labels: [] };

export const IDS: IdMakers = {
  [`${RATE_LIMITS}/:id`]: async ({ workspace, organizationId, workspaceId }) => {
    const values = { scope: 'workspace', workspaceId, model: null, appliesPer: 'shared', requestsPerDay: 1 } as const;
    const made = await workspace.database.change(SETUP, ({ rateLimitPolicies }) =>
      rateLimitPolicies.create(organizationId, { ...values, name: 'of a tenant' }),
    );
    return made.id;
  },
  [`${GUARDRAILS}/:id`]: make('guardrail'),
  [`${PII}/:id`]: make('pii'),
  [`${CACHE}/:id`]: make('cache'),
  [`${TAGS}/:id`]: make('tag', { required: [], allowed: [], assign: [], headers: [], baggage: [] }),
  [`${BUDGETS}/:id`]: make('budget', BUDGET),
  [`${BUDGETS}/:id/reset`]: make('budget', BUDGET),
  [`${ROUTES}/:id`]: make('routing_config'),
  [`${PROMPTS}/:id`]: make('prompt', PROMPT),
  [`${PROMPTS}/:id/versions`]: make('prompt', PROMPT),
  [`${PROMPTS}/:id/labels/:label`]: make('prompt', PROMPT),
};
