import type { AccessMatrix, IdMakers, Tenant } from './access-matrix.js';

const ACTOR = { type: 'system', id: null, name: 'test' } as const;

/** People with a role in a workspace, and the administrators of a team by their keys. */
const READERS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner', 'key_admin'],
  refused: ['stranger', 'org_member', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** Editors and keys do it for their own team alone: alerts.integration.spec.ts. */
const MANAGERS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'pat_owner', 'key_admin'],
  refused: ['stranger', 'org_member', 'workspace_viewer', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

export const ALERTS: AccessMatrix = {
  'GET /admin/alerts': READERS,
  'GET /admin/alerts/:id': READERS,
  'POST /admin/alerts/:id/acknowledge': MANAGERS,
  'GET /admin/alerts/deliveries': READERS,
  'GET /admin/alerts/deliveries/:id': READERS,
  'POST /admin/alerts/rules': MANAGERS,
  'GET /admin/alerts/rules': READERS,
  'GET /admin/alerts/rules/:id': READERS,
  'PATCH /admin/alerts/rules/:id': { ...MANAGERS, body: { enabled: false } },
  'DELETE /admin/alerts/rules/:id': MANAGERS,
  'POST /admin/alerts/channels': MANAGERS,
  'GET /admin/alerts/channels': READERS,
  'GET /admin/alerts/channels/:id': READERS,
  'PATCH /admin/alerts/channels/:id': { ...MANAGERS, body: { enabled: false } },
  'DELETE /admin/alerts/channels/:id': MANAGERS,
  'POST /admin/alerts/channels/:id/test': MANAGERS,
};

const FINDING = {
  subjectType: 'api_key',
  subjectId: 'k',
  subjectName: 'k',
  threshold: 80,
  windowKey: 'w',
  value: 81,
  severity: 'warning',
  title: 'The budget is spent',
  lines: [],
  link: null,
} as const;

const makeRule = ({ organizationId, workspace, workspaceId }: Tenant) =>
  workspace.database.change(ACTOR, ({ alertRules }) =>
    alertRules.create(organizationId, {
      workspaceId,
      teamId: null,
      name: 'budgets',
      kind: 'budget',
      settings: { thresholds: [80], forecast: false },
      channelIds: [],
      enabled: true,
    }),
  );

const makeChannel = ({ organizationId, workspace, workspaceId }: Tenant) =>
  workspace.database.change(ACTOR, ({ alertChannels }) =>
    alertChannels.create(organizationId, {
      workspaceId,
      teamId: null,
      name: 'hook',
      kind: 'slack',
      hint: 'https://hooks.example.com',
      quiet: null,
      enabled: true,
      secrets: { url: 'https://hooks.example.com/T0/B0' },
    }),
  );

export const IDS: IdMakers = {
  '/admin/alerts/:id': async (tenant) => {
    const { database } = tenant.workspace;
    const rule = await makeRule(tenant);
    const [alert] = await database.inTransaction((sql) => database.alertWork.open(sql, rule, [FINDING]));
    return alert?.id ?? '';
  },
  '/admin/alerts/deliveries/:id': async (tenant) => {
    const { database } = tenant.workspace;
    const channel = await makeChannel(tenant);
    const message = {
      event: 'test',
      title: 'Test',
      severity: 'info',
      rule: { id: channel.id, name: 'Test', kind: 'test' },
      workspace_id: null,
      team_id: null,
      alerts: [],
      more: 0,
      link: null,
    } as const;
    const made = { channelId: channel.id, ruleId: null, event: 'test', message } as const;
    return database.inTransaction((sql) => database.alertWork.createDelivery(sql, channel, made));
  },
  '/admin/alerts/rules/:id': async (tenant) => (await makeRule(tenant)).id,
  '/admin/alerts/channels/:id': async (tenant) => (await makeChannel(tenant)).id,
};
