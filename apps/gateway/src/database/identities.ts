import { createIdentityCache, hasExpired, isEffective, type StoredIdentity } from '@multilane/auth';
import { toSessionIdentity, toStoredIdentity } from '@multilane/identities';
import type { Database } from '@multilane/persistence';
import type { TaskReport } from '@multilane/telemetry';
import type { StoredIdentities } from '../snapshot/access/authenticators.js';
import { withTimeLimit } from './with-time-limit.js';

/** Looks up the identity of a credential in the database; returns it at once if it is cached, for up to 30 seconds. */
export interface Identities extends StoredIdentities {
  /** Forgets what was made of the things named. */
  evict(topics: readonly string[]): void;
  clear(): void;
}

export interface IdentitiesOptions {
  readonly database: Pick<Database, 'credentials' | 'sessions'>;
  /** A session without a request for so long ends, in milliseconds. */
  readonly sessionIdleMs: () => number;
  /**
   * Waits for whatever the identity needs beside itself, such as a team that was made a moment ago. Never rejects, and
   * does not take long.
   */
  readonly whenKnown: (identity: StoredIdentity) => Promise<void>;
  readonly report: TaskReport;
}

/** A look-up that takes longer than this, in milliseconds, is a database that is away. */
const LOOKUP_LIMIT_MS = 3_000;

const MAX_CONSOLE_ENTRIES = 20_000;

/** Asks the database by one indexed query for each credential that is not remembered, and never for each request. */
export function createIdentities(options: IdentitiesOptions): Identities {
  const { database, sessionIdleMs, whenKnown, report } = options;
  const remember = (find: (key: string) => Promise<StoredIdentity | undefined>, maxEntries?: number) =>
    createIdentityCache<StoredIdentity>({
      lookup: async (key) => {
        const identity = await withTimeLimit(find(key), LOOKUP_LIMIT_MS);
        report.succeeded();
        if (isEffective(identity, Date.now()) && !hasExpired(identity, Date.now())) await whenKnown(identity);
        return identity;
      },
      onFailure: report.failed,
      ...(maxEntries === undefined ? {} : { maxEntries, maxUnknown: maxEntries }),
    });

  const tokens = remember(async (hash) => {
    const row = await database.credentials.findIdentityByHash(hash);
    // They manage the organization, and are nobody to the data plane.
    if (row?.organizationAccount) return undefined;
    return row && toStoredIdentity(row);
  });
  const sessions = remember(async (hash) => {
    const row = await database.sessions.findIdentityByHash(hash);
    return row && toSessionIdentity(row, sessionIdleMs());
  }, MAX_CONSOLE_ENTRIES);
  const named = remember(async (key) => {
    const [organizationId = '', id = ''] = key.split(' ');
    const row = await database.credentials.findIdentityById(organizationId, id);
    return row && toStoredIdentity(row);
  }, MAX_CONSOLE_ENTRIES);
  const members = remember(async (key) => {
    const [organizationId = '', userId = ''] = key.split(' ');
    const row = await database.sessions.findIdentityOfUser(organizationId, userId);
    return (
      row && { ...toSessionIdentity(row, Number.POSITIVE_INFINITY), credentialId: undefined, expiresAt: undefined }
    );
  }, MAX_CONSOLE_ENTRIES);
  const caches = [tokens, sessions, named, members];

  return {
    findByHash: (hash) => tokens.find(hash),
    findSession: (hash) => sessions.find(hash),
    findPersonalAccessToken: (id, { organizationId = '' }) => named.find(`${organizationId} ${id}`),
    findMember: (organizationId, userId) => members.find(`${organizationId} ${userId}`),
    evict: (topics) => {
      for (const cache of caches) cache.evict(topics);
    },
    clear: () => {
      for (const cache of caches) cache.clear();
    },
  };
}
