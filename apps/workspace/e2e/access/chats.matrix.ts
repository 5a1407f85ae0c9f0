import type { AccessMatrix, IdMakers } from './access-matrix.js';

/** People who reach the workspace, with a session or a PAT. Keys, virtual accounts and SCIM clients are nobody's conversation. */
const PEOPLE = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

export const CHATS: AccessMatrix = {
  'POST /w/chat/sessions': PEOPLE,
  'GET /w/chat/sessions': PEOPLE,
  'GET /w/chat/sessions/:id': PEOPLE,
  'PATCH /w/chat/sessions/:id': { ...PEOPLE, body: { title: 'taken over' } },
  'DELETE /w/chat/sessions/:id': PEOPLE,
  'GET /w/chat/sessions/:id/messages': PEOPLE,
  'POST /w/chat/sessions/:id/messages': { ...PEOPLE, body: { messages: [{ role: 'user', content: 'Hello' }] } },
};

export const IDS: IdMakers = {
  // Shared, and so seen by everybody in its own workspace.
  '/w/chat/sessions/:id': async ({ organizationId, userId, workspace, workspaceId }) => {
    const place = { organizationId, workspaceId, userId };
    return (await workspace.database.chatSessions.create(place, { title: 'shared', isShared: true })).id;
  },
};
