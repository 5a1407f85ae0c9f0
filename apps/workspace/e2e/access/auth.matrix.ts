import { type AccessMatrix, CALLERS, type IdMakers, NEVER_CHANGED } from './access-matrix.js';

const EVERYBODY = { allowed: CALLERS, refused: [] };

/** Anyone who is signed in to the console; tokens do not count. */
const SIGNED_IN = {
  allowed: ['owner', 'org_admin', 'org_member', 'workspace_admin', 'workspace_editor', 'workspace_viewer'],
  refused: ['stranger', 'pat_owner', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** Signing in and out (docs/contract/sign-in.md#accounts). */
export const AUTH: AccessMatrix = {
  'POST /auth/setup': EVERYBODY,
  'POST /auth/login': EVERYBODY,
  'POST /auth/login/code': EVERYBODY,
  'POST /auth/login/enrolment': EVERYBODY,
  'POST /auth/login/enrolment/confirm': EVERYBODY,
  'GET /auth/second-factor': SIGNED_IN,
  'POST /auth/second-factor/enrolment': SIGNED_IN,
  'POST /auth/second-factor/confirm': SIGNED_IN,
  'POST /auth/second-factor/recovery-codes': SIGNED_IN,
  'POST /auth/second-factor/remove': SIGNED_IN,
  'POST /auth/logout': SIGNED_IN,
  'GET /auth/session': SIGNED_IN,
  'GET /auth/profile': SIGNED_IN,
  'PATCH /auth/profile': SIGNED_IN,
  'POST /auth/password': SIGNED_IN,
  'GET /auth/changes': SIGNED_IN,
  'GET /auth/sessions': SIGNED_IN,
  'DELETE /auth/sessions': { ...SIGNED_IN, unversioned: NEVER_CHANGED },
  'DELETE /auth/sessions/:id': { ...SIGNED_IN, unversioned: NEVER_CHANGED },
};

export const IDS: IdMakers = {
  '/auth/sessions/:id': async ({ workspace, organizationId }) =>
    (await workspace.signIn({ organizationId, role: 'org_member' })).credentialId,
};
