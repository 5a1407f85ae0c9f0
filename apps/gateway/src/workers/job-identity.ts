import {
  bindToWorkspace,
  type Caller,
  hasExpired,
  isEffective,
  type JobIdentity,
  readStoredCaller,
  type StoredIdentity,
} from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { RequestToRunLater } from '../services/background-jobs.js';
import type { StoredIdentities } from '../snapshot/access/authenticators.js';
import type { Snapshot } from '../snapshot/snapshot.js';

export type { JobIdentity } from '@multilane/auth';

/**
 * Looks up the current caller of a job.
 *
 * @throws GatewayError 401 `invalid_api_key` or `key_expired` where the credential can be used no more, 503 `overloaded` where that
 *   cannot be known now
 */
export async function findCaller(
  identity: JobIdentity,
  { keys }: Pick<Snapshot, 'keys'>,
  identities: StoredIdentities | undefined,
): Promise<Caller> {
  const now = Date.now();
  switch (identity.by) {
    case 'claims':
      return admitClaims(readStoredCaller(identity.caller), now);
    case 'credential':
      return admit(await identities?.findPersonalAccessToken(identity.id, asHolder(identity.organizationId)), now);
    case 'hash':
      return admit(keys.get(identity.hash) ?? (await identities?.findByHash(identity.hash)), now);
    case 'member': {
      const { organizationId, userId, workspaceId } = identity;
      return bindToWorkspace(admit(await identities?.findMember(organizationId, userId), now), workspaceId);
    }
    case 'session':
      return bindToWorkspace(admit(await identities?.findSession(identity.hash), now), identity.workspaceId);
  }
}

function admitClaims(caller: Caller, now: number): Caller {
  if (hasExpired(caller, now)) throw new GatewayError('key_expired');
  return caller;
}

function admit(found: StoredIdentity | undefined, now: number): StoredIdentity {
  if (!isEffective(found, now)) {
    throw new GatewayError('invalid_api_key', {
      message: 'The credential that made the job was revoked, disabled or deleted before the job ran.',
    });
  }
  if (hasExpired(found, now)) throw new GatewayError('key_expired');
  return found;
}

/** Credentials are looked up within an organization. */
function asHolder(organizationId: string): StoredIdentity {
  return { organizationId } as StoredIdentity;
}

/** Owner that may see a job: the workspace that its caller is bound to, or else the team, or else the very credential. */
export function ownerOf({ caller, organizationId }: Pick<RequestToRunLater, 'caller' | 'organizationId'>): string {
  const { credentialId, keyName, teamId, teamName, workspaceId } = caller;
  const organization = organizationId ?? '';
  if (workspaceId !== undefined) return `workspace ${organization} ${workspaceId}`;
  // A team of gateway.yaml has an id only where there is a database with its organization.
  if (teamId !== undefined || teamName !== undefined) return `team ${organization} ${teamId ?? teamName}`;
  return `credential ${organization} ${credentialId ?? keyName}`;
}
