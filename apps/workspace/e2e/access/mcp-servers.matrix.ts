import { type AccessMatrix, type IdMakers, NEVER_CHANGED } from './access-matrix.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

/** People with a role in the workspace see its MCP servers, without their secrets. Keys have no access to them. */
const READERS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** People with a role in the workspace connect an account in a session, and may look at it with a PAT. */
const PEOPLE_IN_SESSIONS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim', 'pat_owner'],
} as const;

const EVERY_SESSION = {
  allowed: [...PEOPLE_IN_SESSIONS.allowed, 'org_member'],
  refused: ['stranger', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim', 'pat_owner'],
} as const;

/** Credentials are the administrators'. */
const ADMINISTRATORS = {
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

export const MCP_SERVERS: AccessMatrix = {
  'POST /admin/mcp-servers': ADMINISTRATORS,
  'GET /admin/mcp-servers': READERS,
  'GET /admin/mcp-servers/:id': READERS,
  'PATCH /admin/mcp-servers/:id': ADMINISTRATORS,
  'DELETE /admin/mcp-servers/:id': ADMINISTRATORS,
  'GET /admin/mcp-servers/:id/tools': READERS,
  'POST /admin/mcp-servers/:id/connection': PEOPLE_IN_SESSIONS,
  'GET /admin/mcp-servers/:id/connection': READERS,
  'DELETE /admin/mcp-servers/:id/connection': { ...READERS, unversioned: NEVER_CHANGED },
  'GET /auth/mcp/callback': EVERY_SESSION,
  'POST /admin/mcp-servers/:id/tools/approve': { ...ADMINISTRATORS, body: { tools: [] } },
  'POST /admin/mcp-servers/:id/tools/reject': { ...ADMINISTRATORS, body: { tools: [] } },
};

export const IDS: IdMakers = {
  '/admin/mcp-servers/:id': async ({ workspace, organizationId, workspaceId }) => {
    const name = `of-${Math.random().toString(36).slice(2)}`;
    const made = await workspace.database.change(SETUP, ({ mcpServers }) =>
      mcpServers.create(organizationId, { workspaceId, name, url: 'https://mcp.example.com/mcp' }),
    );
    return made.id;
  },
};
