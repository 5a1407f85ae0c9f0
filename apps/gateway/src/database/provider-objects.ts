import type { Caller } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Database, ObjectOwner } from '@multilane/persistence';
import type { ObjectKind, OwnedObjects } from '@multilane/providers';
import { organizationOf, teamOf } from '../snapshot/find-policy.js';
import type { Target } from '../snapshot/routes/served-model.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import { withTimeLimit } from './with-time-limit.js';

/** A query that takes longer than this, in milliseconds, is a database that is away. */
const QUERY_LIMIT_MS = 3_000;

/** Number of cached answers: an object never changes its owner. */
const REMEMBERED = 20_000;

/** Form of a provider's ids. Other ids belong to nobody, and never become part of a path. */
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,255}$/;

/** True if a text can be the id of a stored object at a provider. */
export function isPlainId(id: string): boolean {
  return PLAIN_ID.test(id);
}

/** Returns a name that distinguishes one account of a provider from others. A rotated credential is of the same account. */
export function accountOf({ provider }: Target): string {
  return `${provider.kind} ${provider.baseUrl}`;
}

/** Owners of files, jobs and batches at providers whose accounts are shared by callers (docs/contract/files.md#ownership). */
export class ProviderObjects {
  private readonly remembered = new Set<string>();

  constructor(private readonly database: Pick<Database, 'providerObjects'>) {}

  /** Finds the ids that belong to others at all of the accounts. Asks the database for ids that are not cached yet. */
  async findForeign(
    owner: ObjectOwner,
    accounts: readonly string[],
    kind: ObjectKind,
    ids: readonly string[],
  ): Promise<readonly string[]> {
    const keyOf = (id: string): string => JSON.stringify([owner.organizationId, owner.owner, kind, ...accounts, id]);
    const unknown = ids.filter((id) => !this.remembered.has(keyOf(id)));
    const asked = unknown.filter(isPlainId);
    if (asked.length === 0) return unknown;
    const own = await this.ask(() => this.database.providerObjects.findOwn(owner, accounts, kind, asked));
    for (const id of own) this.remember(keyOf(id));
    return unknown.filter((id) => !own.has(id));
  }

  /** The model that the caller made an object with. */
  findModel(owner: ObjectOwner, kind: ObjectKind, id: string): Promise<string | undefined> {
    if (!isPlainId(id)) return Promise.resolve(undefined);
    return this.ask(() => this.database.providerObjects.findModel(owner, kind, id));
  }

  /** Objects of one caller at one account. `model` is stored with the objects that the caller creates. */
  of(owner: ObjectOwner, account: string, model: string): OwnedObjects {
    const { providerObjects } = this.database;
    return {
      findOwn: (kind, ids) => this.ask(() => providerObjects.findOwn(owner, [account], kind, ids.filter(isPlainId))),
      list: (kind, page) => this.ask(() => providerObjects.list(owner, { ...page, account, kind })),
      add: (kind, id) => this.ask(() => providerObjects.add(owner, { account, id, kind, model })),
      addFound: (kind, ids) =>
        this.ask(() => providerObjects.addFound(owner, { account, ids: ids.filter(isPlainId), kind, model })),
      remove: async (kind, id) => {
        // Nothing that is gone may be remembered: an id could come again.
        this.remembered.clear();
        await this.ask(() => providerObjects.remove(owner, { account, id, kind }));
      },
    };
  }

  private remember(key: string): void {
    this.remembered.add(key);
    if (this.remembered.size <= REMEMBERED) return;
    const [oldest] = this.remembered;
    if (oldest !== undefined) this.remembered.delete(oldest);
  }

  private async ask<Result>(query: () => Promise<Result>): Promise<Result> {
    try {
      return await withTimeLimit(query(), QUERY_LIMIT_MS);
    } catch (error) {
      throw unavailable(error);
    }
  }
}

function unavailable(cause?: unknown): GatewayError {
  return new GatewayError('overloaded', {
    message: 'The database that records who made which file is unavailable. Try again in a few seconds.',
    headers: { 'retry-after': '2' },
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * Owner of the objects that a caller creates: the caller's team in the workspace that the credential is bound to; for a person or virtual
 * account with neither, the caller alone. Throws while the organization is not known yet.
 */
export function ownerOf(snapshot: Snapshot, caller: Caller): ObjectOwner {
  const organizationId = organizationOf(snapshot, caller)?.id;
  if (organizationId === undefined) throw unavailable();
  const { serviceAccountId, userId, workspaceId } = caller;
  const team = teamOf(snapshot, caller)?.teamId ?? caller.teamId ?? caller.teamName;
  if (team !== undefined || workspaceId !== undefined) {
    return { organizationId, owner: JSON.stringify({ workspace: workspaceId, team }) };
  }
  const self = userId ?? serviceAccountId ?? caller.credentialId ?? caller.keyName;
  return { organizationId, owner: JSON.stringify({ self }) };
}
