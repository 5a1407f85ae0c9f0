import type { IncomingMessage } from 'node:http';
import { bindToWorkspace, type Caller } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Admission } from '../recording/request-parts.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import type { SnapshotStore } from '../snapshot/snapshot-store.js';
import { requestOriginOf } from './request-origin-of.js';

/** Reads the credential of a request and says who was let in: at once where it can. Fails with 400, 401, 403, 404 or 503. */
export type Admit = (request: IncomingMessage) => Admission | Promise<Admission>;

export interface AdmitOptions {
  readonly snapshots: SnapshotStore;
  /** Called for every accepted credential, with `now` in milliseconds since the epoch. */
  readonly onUse: (caller: Caller, now: number) => void;
  /** Public address of the service, if the configuration sets it. */
  readonly publicOrigin: string | undefined;
}

/** Admits by the snapshot in effect when the credential was known. */
export function createAdmit({ snapshots, onUse, publicOrigin }: AdmitOptions): Admit {
  const inForce = (): Snapshot => {
    const snapshot = snapshots.current;
    if (!snapshot) throw new GatewayError('overloaded', { headers: { 'retry-after': '1' } });
    return snapshot;
  };
  const letIn = (caller: Caller, snapshot: Snapshot, request: IncomingMessage, now: number): Admission => {
    const bound = caller.credentialType === 'session' ? bindSession(caller, snapshot, request) : caller;
    onUse(caller, now);
    return { caller: bound, snapshot };
  };
  return (request) => {
    const snapshot = inForce();
    const now = Date.now();
    const { headers } = request;
    // Only a session, which comes with a cookie alone, must prove where it comes from.
    const site = headers.authorization === undefined ? requestOriginOf(request, publicOrigin) : undefined;
    const caller = snapshot.authenticate(headers, now, site);
    return caller instanceof Promise
      ? caller.then((found) => letIn(found, inForce(), request, now))
      : letIn(caller, snapshot, request, now);
  };
}

/**
 * A session concerns one workspace: the one that `?workspace_id=` names, or the only one
 * (docs/contract/control-plane.md#choosing-a-workspace).
 */
function bindSession(caller: Caller, snapshot: Snapshot, { url = '' }: IncomingMessage): Caller {
  const query = url.indexOf('?');
  const requested = query === -1 ? null : new URLSearchParams(url.slice(query)).get('workspace_id');
  const bound = bindToWorkspace(caller, requested ?? undefined);
  const workspace = snapshot.workspaces.get(bound.workspaceId ?? '');
  if (workspace?.organizationId === caller.organizationId) return bound;
  throw new GatewayError('not_found', { param: 'workspace_id', message: 'The workspace does not exist.' });
}
