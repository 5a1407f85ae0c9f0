import {
  type Caller,
  createAuthenticator,
  createStoredCredentialAuthenticator,
  hashToken,
  isInForce,
  type StoredIdentity,
} from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { isSessionInForce, toSessionCaller, toStoredIdentity } from '@multilane/identities';
import type { Database } from '@multilane/persistence';
import type { SubjectSource } from './authenticate.hook.js';

export interface SubjectSettings {
  readonly consoleEnabled: boolean;
  /** A session without a request for so long ends, in milliseconds. */
  readonly idleMs: number;
}

/** Sessions note that they are in use this often, in milliseconds: each note is a write. */
const SEEN_EVERY_MS = 60_000;

/**
 * Who a request comes from, as the database knows at this moment: the control plane asks it each time, so that nothing
 * that was revoked is believed for a moment longer.
 */
export function createDatabaseSubjects(database: Database, settings: SubjectSettings): SubjectSource {
  const stored = async (hash: string): Promise<StoredIdentity | undefined> => {
    const row = await database.credentials.findIdentityByHash(hash);
    return row && toStoredIdentity(row);
  };
  const session = async (token: string, now: number, actingAs: string | undefined): Promise<Caller> => {
    const found = await database.sessions.findIdentityByHash(hashToken(token));
    if (found === undefined || !isSessionInForce(found, now, settings.idleMs)) {
      throw new GatewayError('invalid_api_key', { message: 'The session has ended. Sign in again.' });
    }
    if (now - found.session.lastSeenAt.getTime() >= SEEN_EVERY_MS) {
      await database.sessions.markSeen(found.session.id, new Date(now));
    }
    const person = toSessionCaller(found);
    return actingAs === undefined ? person : actAs(database, person, actingAs, now);
  };
  return {
    authenticate: createAuthenticator<Caller>({
      stored: createStoredCredentialAuthenticator(stored),
      ...(settings.consoleEnabled ? { session } : {}),
    }),
    findScimClient: async (token, now) => {
      const found = await database.scimTokens.findByHash(hashToken(token));
      if (found === undefined || (found.expiresAt !== null && found.expiresAt.getTime() <= now)) return undefined;
      const { id, name, organizationId } = found;
      return { credentialType: 'scim', credentialId: id, keyName: name, organizationId };
    },
  };
}

/** One of the person's own PATs, named by its id (specification section 5, "Acting as a PAT from the console"). */
async function actAs(database: Database, person: Caller, id: string, now: number): Promise<Caller> {
  const row = await database.credentials.findIdentityById(person.organizationId ?? '', id);
  const identity = row?.credential.kind === 'pat' ? toStoredIdentity(row) : undefined;
  const isUsable = isInForce(identity, now) && (identity.expiresAt === undefined || now < identity.expiresAt);
  if (!isUsable || identity.userId !== person.userId) {
    throw new GatewayError('invalid_api_key', { message: 'X-Service-Credential names no usable token of yours.' });
  }
  return identity;
}
