import { GatewayError } from '@multilane/errors';
import { hasExpired, hashToken, isEffective, type StoredIdentity } from './authenticate-stored-credential.js';
import type { Caller } from './caller.js';

type Find<Identity> = (key: string) => Identity | undefined | Promise<Identity | undefined>;

/**
 * Verifies the value of a session cookie. `actingAs` is the id of a PAT of the session's own person. `now` is in
 * milliseconds since the epoch. Fails with 401 `invalid_api_key`.
 */
export type SessionAuthenticator<C extends Caller> = (
  token: string,
  now: number,
  actingAs: string | undefined,
) => C | Promise<C>;

export interface SessionPorts<Identity extends StoredIdentity> {
  /** A session by the SHA-256 of its cookie's value; its `expiresAt` is the earlier of its idle and its absolute end. */
  readonly findSession: Find<Identity>;
  /** A credential of the session's organization by its id, no matter who it belongs to. */
  readonly findPersonalAccessToken: (
    id: string,
    session: Identity,
  ) => Identity | undefined | Promise<Identity | undefined>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Authenticates console sessions, and whom they act as (docs/contract/authentication.md#acting-as-a-pat): the
 * request is then the PAT's. A PAT of somebody else, an unknown one and one that can no longer be used are rejected in the
 * same words.
 */
export function createSessionAuthenticator<Identity extends StoredIdentity>({
  findSession,
  findPersonalAccessToken,
}: SessionPorts<Identity>): SessionAuthenticator<Identity> {
  const actAs = (id: string, session: Identity, now: number): Identity | Promise<Identity> => {
    if (!UUID.test(id)) throw refusePersonalAccessToken();
    const found = findPersonalAccessToken(id.toLowerCase(), session);
    return found instanceof Promise
      ? found.then((identity) => admitOwn(identity, session, now))
      : admitOwn(found, session, now);
  };
  const admit = (found: Identity | undefined, now: number, actingAs: string | undefined) => {
    const session = admitSession(found, now);
    return actingAs === undefined ? session : actAs(actingAs, session, now);
  };

  return (token, now, actingAs) => {
    const found = findSession(hashToken(token));
    return found instanceof Promise
      ? found.then((identity) => admit(identity, now, actingAs))
      : admit(found, now, actingAs);
  };
}

function admitSession<Identity extends StoredIdentity>(found: Identity | undefined, now: number): Identity {
  if (isEffective(found, now) && !hasExpired(found, now) && found.credentialType === 'session') return found;
  throw new GatewayError('invalid_api_key', { message: 'The session has ended. Sign in again.' });
}

function admitOwn<Identity extends StoredIdentity>(
  found: Identity | undefined,
  session: Identity,
  now: number,
): Identity {
  const usable = isEffective(found, now) && !hasExpired(found, now) && found.credentialType === 'pat';
  if (usable && found.userId !== undefined && found.userId === session.userId) return found;
  throw refusePersonalAccessToken();
}

function refusePersonalAccessToken(): GatewayError {
  return new GatewayError('invalid_api_key', {
    param: 'X-Service-Credential',
    message: 'X-Service-Credential does not name a usable personal access token of yours.',
  });
}
