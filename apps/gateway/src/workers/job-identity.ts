import {
  bindToWorkspace,
  type Caller,
  hasExpired,
  hashToken,
  isEffective,
  recognizeCredential,
  type StoredIdentity,
} from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { RequestToRunLater } from '../background-jobs.js';
import type { StoredIdentities } from '../snapshot/authenticators.js';
import type { Snapshot } from '../snapshot/snapshot.js';

/**
 * Whom a job runs as, by what the identity is looked up with when it runs. No secret: of tokens there is the SHA-256, as of
 * all credentials.
 */
export type JobIdentity =
  | { readonly by: 'credential'; readonly id: string; readonly organizationId: string }
  | { readonly by: 'hash'; readonly hash: string }
  | { readonly by: 'session'; readonly hash: string; readonly workspaceId: string | undefined }
  | { readonly by: 'claims'; readonly caller: Caller };

/** What a caller is found by later. */
export function identityOf({ caller, headers }: Pick<RequestToRunLater, 'caller' | 'headers'>): JobIdentity {
  const { credentialId, credentialType, organizationId, workspaceId } = caller;
  // An identity provider's token says itself who somebody is, and until when.
  if (credentialType === 'oidc') return { by: 'claims', caller };
  const isSession = credentialType === 'session';
  if (!isSession && credentialId !== undefined && organizationId !== undefined) {
    return { by: 'credential', id: credentialId, organizationId };
  }
  const recognized = recognizeCredential(headers, { oidcEnabled: false, consoleEnabled: true });
  if (recognized.kind === 'none') throw new GatewayError('invalid_api_key');
  const hash = hashToken(recognized.token);
  return isSession ? { by: 'session', hash, workspaceId } : { by: 'hash', hash };
}

/**
 * Whom a job runs as, looked up now.
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
      if (hasExpired(identity.caller, now)) throw new GatewayError('key_expired');
      return identity.caller;
    case 'credential':
      return admit(await identities?.findPersonalAccessToken(identity.id, asHolder(identity.organizationId)), now);
    case 'hash':
      return admit(keys.get(identity.hash) ?? (await identities?.findByHash(identity.hash)), now);
    case 'session':
      return bindToWorkspace(admit(await identities?.findSession(identity.hash), now), identity.workspaceId);
  }
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

/** Who may see a job: the workspace that its caller is bound to, else the team, else the very credential. */
export function ownerOf({ caller, organizationId }: Pick<RequestToRunLater, 'caller' | 'organizationId'>): string {
  const { credentialId, keyName, teamId, teamName, workspaceId } = caller;
  const organization = organizationId ?? '';
  if (workspaceId !== undefined) return `workspace ${organization} ${workspaceId}`;
  // A team of gateway.yaml has an id only where there is a database with its organization.
  if (teamId !== undefined || teamName !== undefined) return `team ${organization} ${teamId ?? teamName}`;
  return `credential ${organization} ${credentialId ?? keyName}`;
}
