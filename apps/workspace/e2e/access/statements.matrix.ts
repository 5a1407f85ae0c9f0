import { type AccessMatrix } from './access-matrix.js';

/** Statements are of the whole organization. */
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

/**
 * Statements of one's own teams are for people and keys who see usage. A token that is bound to a workspace gets as far as the service, which
 * rejects it: statements.integration.spec.ts.
 */
const OWN = {
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

export const STATEMENTS: AccessMatrix = {
  'GET /admin/usage/statements': OWN,
  'GET /admin/usage/statements/lines': OWN,
  'GET /admin/usage/statements/export': OWN,
  'GET /org/statements': ADMINISTRATORS,
  'GET /org/statements/lines': ADMINISTRATORS,
  'GET /org/statements/export': ADMINISTRATORS,
  'GET /org/statements/closings': ADMINISTRATORS,
  'POST /org/statements/closings': ADMINISTRATORS,
  'GET /org/statements/rules': ADMINISTRATORS,
  'PUT /org/statements/rules': { ...ADMINISTRATORS },
  'GET /org/statements/schedule': ADMINISTRATORS,
  'PUT /org/statements/schedule': ADMINISTRATORS,
};
