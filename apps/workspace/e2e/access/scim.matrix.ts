import type { AccessMatrix, IdMakers } from './access-matrix.js';

/** A SCIM token and nothing else, no matter who it may belong to (docs/contract/scim.md#protocol). */
const SCIM_ALONE = {
  allowed: ['scim'],
  refused: [
    'stranger',
    'owner',
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
  ],
} as const;

const PATCH = { Operations: [{ op: 'replace', path: 'externalId', value: 'x' }] };

/** SCIM 2.0 (docs/contract/scim.md#protocol). */
export const SCIM: AccessMatrix = {
  'GET /scim/v2/ServiceProviderConfig': SCIM_ALONE,
  'GET /scim/v2/ResourceTypes': SCIM_ALONE,
  'GET /scim/v2/ResourceTypes/:name': SCIM_ALONE,
  'GET /scim/v2/Schemas': SCIM_ALONE,
  'GET /scim/v2/Schemas/:uri': SCIM_ALONE,
  'POST /scim/v2/.search': SCIM_ALONE,
  'POST /scim/v2/Users/.search': SCIM_ALONE,
  'POST /scim/v2/Groups/.search': SCIM_ALONE,
  'GET /scim/v2/Users': SCIM_ALONE,
  'POST /scim/v2/Users': SCIM_ALONE,
  'GET /scim/v2/Users/:id': SCIM_ALONE,
  'PUT /scim/v2/Users/:id': { ...SCIM_ALONE, body: { userName: 'somebody@example.com' } },
  'PATCH /scim/v2/Users/:id': { ...SCIM_ALONE, body: PATCH },
  'DELETE /scim/v2/Users/:id': SCIM_ALONE,
  'GET /scim/v2/Groups': SCIM_ALONE,
  'POST /scim/v2/Groups': SCIM_ALONE,
  'GET /scim/v2/Groups/:id': SCIM_ALONE,
  'PUT /scim/v2/Groups/:id': { ...SCIM_ALONE, body: { displayName: 'Somebody' } },
  'PATCH /scim/v2/Groups/:id': { ...SCIM_ALONE, body: PATCH },
  'DELETE /scim/v2/Groups/:id': SCIM_ALONE,
};

export const IDS: IdMakers = {
  '/scim/v2/Users/:id': ({ userId }) => userId,
  '/scim/v2/Groups/:id': ({ teamId }) => teamId,
};
