import type { AccessMatrix, IdMakers } from './access-matrix.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

/** Callers with a role in a workspace, and the admin key of a team; the budgets that they see are another matter. */
const READERS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner', 'key_admin'],
  refused: ['stranger', 'org_member', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** Over the organization alone: a budget keeps the people of a workspace, and keys, within bounds. */
const MANAGERS = {
  allowed: ['owner', 'org_admin'],
  refused: [
    ...['stranger', 'org_member', 'workspace_admin', 'workspace_editor', 'workspace_viewer'],
    ...['key_admin', 'key_editor', 'key_member', 'pat_owner', 'vat', 'scim'],
  ],
} as const;

export const BUDGETS: AccessMatrix = {
  'GET /admin/budgets': READERS,
  'GET /admin/gateway/budgets/status': READERS,
  'GET /admin/budgets/:id': READERS,
  'POST /admin/budgets/:id/reset': MANAGERS,
};

export const IDS: IdMakers = {
  '/admin/budgets/:id': async ({ workspace, organizationId }) => {
    const made = await workspace.database.change(SETUP, ({ teams }) =>
      teams.create(organizationId, { name: `t${Math.random()}`, tokenBudgetMonthly: 1 }),
    );
    return made.id;
  },
};
