import {
  type Caller,
  createAuthenticator,
  createSessionAuthenticator,
  createStoredCredentialAuthenticator,
  hashToken,
  type SessionAuthenticator,
  type StoredIdentity,
  type TeamTokenAuthenticator,
} from '@multilane/auth';
import { toSessionIdentity, toStoredIdentity } from '@multilane/identities';
import type { Database, StoredIdentity as StoredIdentityRow } from '@multilane/persistence';
import type { DeclaredKeys } from '../declared/declared-keys.js';
import type { SubjectSource } from './authenticate.hook.js';
import type { ScimClient } from './subject.js';

export interface SubjectSettings {
  readonly consoleEnabled: boolean;
  /** A session without a request for so long ends, in milliseconds. */
  readonly idleMs: number;
  /** Finds the owner of a key that gateway.yaml declares. */
  readonly declaredKeys: Pick<DeclaredKeys, 'findIdentityByHash'>;
  /** Asked for each request, since gateway.yaml is followed; undefined while OIDC is not configured. */
  readonly jwt?: (() => TeamTokenAuthenticator<Caller> | undefined) | undefined;
}

/** Sessions note that they are in use this often, in milliseconds: each note is a write. */
const SEEN_EVERY_MS = 60_000;

/**
 * Finds the caller of a request in the database: the control plane asks it for each request, so that a revoked credential is rejected at
 * once.
 */
export function createDatabaseSubjects(
  database: Database,
  { consoleEnabled, idleMs, declaredKeys, jwt: findJwt = () => undefined }: SubjectSettings,
): SubjectSource {
  const stored = async (hash: string) =>
    (await declaredKeys.findIdentityByHash(hash)) ?? identityOf(await database.credentials.findIdentityByHash(hash));
  const others = {
    stored: createStoredCredentialAuthenticator(stored),
    session: consoleEnabled ? authenticateSessions(database, idleMs) : undefined,
  };
  let jwt = findJwt();
  let authenticate = createAuthenticator<Caller>({ ...others, jwt });
  return {
    authenticate: (headers, now, site) => {
      const current = findJwt();
      if (current !== jwt) {
        jwt = current;
        authenticate = createAuthenticator<Caller>({ ...others, jwt });
      }
      return authenticate(headers, now, site);
    },
    findScimClient: (token, now) => findScimClient(database, token, now),
  };
}

function authenticateSessions(database: Database, idleMs: number): SessionAuthenticator<Caller> {
  return (token, now, actingAs) => {
    // A PAT that a session acts as is looked for in the session's own tenant.
    let organizationId = '';
    const authenticate = createSessionAuthenticator<StoredIdentity>({
      findSession: async (hash) => {
        const row = await database.sessions.findIdentityByHash(hash);
        if (row === undefined) return undefined;
        organizationId = row.organization.id;
        const identity = toSessionIdentity(row, idleMs);
        const isInUse = !identity.disabled && now < (identity.expiresAt ?? 0);
        if (isInUse && now - row.session.lastSeenAt.getTime() >= SEEN_EVERY_MS) {
          await database.sessions.markSeen(row.session.id, new Date(now));
        }
        return identity;
      },
      findPersonalAccessToken: async (id) =>
        identityOf(await database.credentials.findIdentityById(organizationId, id)),
    });
    return authenticate(token, now, actingAs);
  };
}

function identityOf(row: StoredIdentityRow | undefined): StoredIdentity | undefined {
  return row && toStoredIdentity(row);
}

async function findScimClient(database: Database, token: string, now: number): Promise<ScimClient | undefined> {
  const found = await database.scimTokens.findByHash(hashToken(token));
  if (found === undefined || (found.expiresAt !== null && found.expiresAt.getTime() <= now)) return undefined;
  const { id, name, organizationId } = found;
  await database.scimTokens.markUsed(id, new Date(now));
  return { credentialType: 'scim', credentialId: id, keyName: name, organizationId };
}
