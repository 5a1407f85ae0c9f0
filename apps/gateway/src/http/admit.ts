import type { IncomingHttpHeaders } from 'node:http';
import { type Caller, createAuthenticator, createStoredCredentialAuthenticator } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { SnapshotStore } from '../snapshot/snapshot-store.js';
import type { Admission } from './exchange.js';

/** Reads the credential of a request and says who was let in: at once where it can. Fails with 401, or 503. */
export type Admit = (headers: IncomingHttpHeaders) => Admission | Promise<Admission>;

/** Admits by the snapshot in force when the request came. */
export function createAdmit(snapshots: SnapshotStore): Admit {
  const authenticate = createAuthenticator<Caller>({
    stored: createStoredCredentialAuthenticator((hash) => snapshots.current?.keys.get(hash)),
  });
  return (headers) => {
    const snapshot = snapshots.current;
    if (!snapshot) throw new GatewayError('overloaded', { headers: { 'retry-after': '1' } });
    const caller = authenticate(headers, Date.now());
    return caller instanceof Promise ? caller.then((found) => ({ caller: found, snapshot })) : { caller, snapshot };
  };
}
