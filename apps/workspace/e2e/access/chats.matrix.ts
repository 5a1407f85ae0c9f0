import type { AccessMatrix, IdMakers, Tenant } from './access-matrix.js';

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
  'GET /w/chat/sessions/:id/images/:image_id': PEOPLE,
  'POST /w/chat/sessions/:id/messages': { ...PEOPLE, body: { messages: [{ role: 'user', content: 'Hello' }] } },
};

/** One for each tenant, so that the image is of the conversation that the same route names. */
const shared = new WeakMap<Tenant, Promise<{ readonly id: string; readonly imageId: string }>>();

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

function shareImage(tenant: Tenant): Promise<{ readonly id: string; readonly imageId: string }> {
  const { organizationId, userId, workspace, workspaceId } = tenant;
  const make = async () => {
    const place = { organizationId, workspaceId, userId };
    const { id } = await workspace.database.chatSessions.create(place, { title: 'images', isShared: true });
    const text = { content: '', model: null, finishReason: null, requestId: null, toolCalls: [], toolCallId: null };
    const message = { ...text, role: 'user', images: [{ type: 'image/png', data: PNG }] } as const;
    const [added] = await workspace.database.chatMessages.append({ ...place, id }, null, [message]);
    return { id, imageId: added?.images[0]?.id ?? '' };
  };
  const made = shared.get(tenant) ?? make();
  shared.set(tenant, made);
  return made;
}

export const IDS: IdMakers = {
  '/w/chat/sessions/:id/images/:image_id': async (tenant) => (await shareImage(tenant)).imageId,
  // Shared, and so seen by everybody in its own workspace.
  '/w/chat/sessions/:id': async ({ organizationId, userId, workspace, workspaceId }) => {
    const place = { organizationId, workspaceId, userId };
    return (await workspace.database.chatSessions.create(place, { title: 'shared', isShared: true })).id;
  },
};
