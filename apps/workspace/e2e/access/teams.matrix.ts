import { type AccessMatrix, type IdMakers, MEMBERSHIP } from './access-matrix.js';

/** Everybody who works in the organization sees its teams; a key sees its own. */
const READERS = {
  allowed: [
    'owner',
    'org_admin',
    'workspace_admin',
    'workspace_editor',
    'workspace_viewer',
    'pat_owner',
    'key_admin',
    'key_editor',
  ],
  refused: ['stranger', 'org_member', 'key_member', 'vat', 'scim'],
} as const;

/** Teams are made by an owner (docs/contract/control-plane.md#teams). */
const OWNERS = {
  allowed: ['owner'],
  refused: [
    'stranger',
    'org_admin',
    'org_member',
    'workspace_admin',
    'workspace_editor',
    'workspace_viewer',
    'pat_owner',
    'key_admin',
    'key_editor',
    'key_member',
    'vat',
    'scim',
  ],
} as const;

const ADMINISTRATORS = {
  allowed: ['owner', 'org_admin'],
  refused: [
    'stranger',
    'org_member',
    'workspace_admin',
    'workspace_editor',
    'workspace_viewer',
    'pat_owner',
    'key_admin',
    'key_editor',
    'key_member',
    'vat',
    'scim',
  ],
} as const;

export const TEAMS: AccessMatrix = {
  'POST /admin/teams': OWNERS,
  'GET /admin/teams': READERS,
  'GET /admin/teams/export': READERS,
  'GET /admin/teams/:id': READERS,
  'PATCH /admin/teams/:id': OWNERS,
  'DELETE /admin/teams/:id': OWNERS,
  'GET /admin/teams/:id/members': ADMINISTRATORS,
  'PUT /admin/teams/:id/members/:user_id': { ...ADMINISTRATORS, unversioned: MEMBERSHIP },
  'DELETE /admin/teams/:id/members/:user_id': { ...ADMINISTRATORS, unversioned: MEMBERSHIP },
};

export const IDS: IdMakers = {
  '/admin/teams/:id': ({ teamId }) => teamId,
  ':user_id': ({ userId }) => userId,
};
