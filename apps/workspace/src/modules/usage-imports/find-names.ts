import { parseTags } from '@multilane/contracts';
import { type CollectedRow, readAmount, writeAmount } from '@multilane/importers';
import type { Database, ImportedUsage } from '@multilane/persistence';
import { findTeam } from '../keys/find-team.js';

const A_DAY_MS = 86_400_000;
const A_QUARTER_MS = 900_000;

type Names = Pick<Database, 'credentials' | 'teams' | 'users'>;

interface FoundKey {
  readonly id: string;
  readonly name: string;
  readonly teamId: string | null;
  readonly workspaceId: string | null;
}

/**
 * Finds the teams, keys and people that rows of an import name, each name once. Teams and keys that there are not stay names; people without an account
 * are left out. An import of a workspace finds no key of another workspace.
 */
export class NameFinder {
  private readonly teams = new Map<string, Promise<{ readonly id: string; readonly name: string } | undefined>>();
  private readonly keys = new Map<string, Promise<FoundKey | undefined>>();
  private readonly users = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly database: Names,
    private readonly organizationId: string,
    private readonly workspaceId: string | null,
  ) {}

  async find(row: CollectedRow): Promise<ImportedUsage> {
    const key = await this.findKey(row);
    const team = await this.findTeam(row.team ?? key?.teamId ?? null);
    const step = row.is_day ? A_DAY_MS : A_QUARTER_MS;
    return {
      part: row.part,
      at: new Date(Math.floor(Date.parse(row.at) / step) * step),
      isDay: row.is_day,
      teamId: team?.id ?? null,
      team: team?.name ?? row.team,
      credentialId: key?.id ?? null,
      credentialName: key?.name ?? row.key,
      userId: (await this.findUser(row.user)) ?? null,
      model: row.model,
      provider: row.provider,
      customer: row.customer,
      tags: readTags(row.tags),
      requests: row.requests,
      failedRequests: row.failed_requests,
      promptTokens: row.prompt_tokens,
      completionTokens: row.completion_tokens,
      cachedTokens: row.cached_tokens,
      costUsd: writeAmount(readAmount(row.cost_usd) ?? 0n),
    };
  }

  /** Finds the names of rows one after the other: most of them are the same. */
  async findAll(rows: readonly CollectedRow[]): Promise<ImportedUsage[]> {
    const found: ImportedUsage[] = [];
    for (const row of rows) found.push(await this.find(row));
    return found;
  }

  private findTeam(name: string | null) {
    if (name === null) return undefined;
    return once(this.teams, name, () => findTeam(this.database.teams, this.organizationId, name));
  }

  private findKey({ key, key_hash: hash }: CollectedRow): Promise<FoundKey | undefined> | undefined {
    const { credentials } = this.database;
    if (hash !== null) {
      return once(this.keys, `hash ${hash}`, async () => {
        const { credential } = (await credentials.findIdentityByHash(hash)) ?? {};
        return credential?.organizationId === this.organizationId ? this.inReach(credential) : undefined;
      });
    }
    if (key === null) return undefined;
    return once(this.keys, key, async () => this.inReach(await credentials.find(this.organizationId, key)));
  }

  private inReach(key: FoundKey | undefined): FoundKey | undefined {
    const place = key?.workspaceId ?? this.workspaceId;
    return this.workspaceId === null || place === this.workspaceId ? key : undefined;
  }

  private findUser(name: string | null): Promise<string | undefined> | undefined {
    if (name === null) return undefined;
    const { users } = this.database;
    return once(this.users, name, async () => {
      const found = name.includes('@')
        ? await users.findByEmail(this.organizationId, name)
        : await users.find(this.organizationId, name);
      return found?.id;
    });
  }
}

function once<Found>(known: Map<string, Promise<Found>>, name: string, find: () => Promise<Found>): Promise<Found> {
  let found = known.get(name);
  if (found === undefined) {
    found = find();
    known.set(name, found);
  }
  return found;
}

/** Tags in the form that requests have. Others are left out. */
function readTags(tags: Readonly<Record<string, unknown>> | null): Readonly<Record<string, string>> | null {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(tags ?? {}).slice(0, 10)) {
    if (typeof value !== 'string') continue;
    Object.assign(found, parseTags(`${name}=${value}`).tags);
  }
  return Object.keys(found).length === 0 ? null : found;
}
