import { type AccessMatrix, CALLERS } from './access-matrix.js';

const EVERYBODY = { allowed: CALLERS, refused: [] };

/** Single sign-on (docs/contract/sign-in.md#single-sign-on): for who is not signed in yet. */
export const SSO: AccessMatrix = {
  'GET /auth/sso/start': EVERYBODY,
  'GET /auth/sso/callback': EVERYBODY,
  'GET /auth/sso/callback/:organization': EVERYBODY,
  'GET /auth/sso/end': EVERYBODY,
};
