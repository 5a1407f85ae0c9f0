import { createHash } from 'node:crypto';
import { hashToken, type StoredIdentity, tokenHint } from '@multilane/auth';
import type { ApiKeyEntry, GatewayConfig } from '@multilane/config';
import type { CredentialRecord, Database } from '@multilane/persistence';
import { parseTime } from '../fields/is-time.js';

/** Key of gateway.yaml, in the form of a row of the database. */
export interface DeclaredKey
  extends Pick<
    CredentialRecord,
    | 'id'
    | 'name'
    | 'hint'
    | 'teamId'
    | 'role'
    | 'rpmLimit'
    | 'tpmLimit'
    | 'maxParallel'
    | 'queue'
    | 'priority'
    | 'maxPriority'
    | 'budgetUsd'
    | 'budgetResetPeriod'
    | 'expiresAt'
  > {
  readonly teamName: string;
}

type Declaration = Pick<GatewayConfig, 'organization' | 'teams'>;

interface Entry {
  readonly teamName: string;
  readonly entry: ApiKeyEntry;
}

/** The keys that gateway.yaml declares under its teams: they are never stored, and are changed in the file alone. */
export class DeclaredKeys {
  private declared: readonly Entry[] = [];
  private byHash: ReadonlyMap<string, Entry> = new Map();
  private organizationName = '';

  constructor(
    private readonly database: Pick<Database, 'organizations' | 'teams'>,
    declaration: Declaration,
  ) {
    this.replace(declaration);
  }

  /** Takes what the edited file says. */
  replace({ organization, teams }: Declaration): void {
    this.organizationName = organization.name;
    this.declared = teams.flatMap(({ name, api_keys: keys }) =>
      keys.filter(({ key }) => key !== '').map((entry) => ({ teamName: name, entry })),
    );
    this.byHash = new Map(this.declared.map((one) => [hashToken(one.entry.key), one]));
  }

  /** Lists the keys of an organization, by descending id; none of any other organization than the file's. */
  async list(organizationId: string): Promise<readonly DeclaredKey[]> {
    if (this.declared.length === 0) return [];
    const tenant = await this.database.organizations.find(organizationId);
    if (tenant?.name !== this.organizationName) return [];
    const teams = await this.database.teams.listAll(organizationId, { source: 'config' });
    const ids = new Map(teams.map(({ id, name }) => [name, id]));
    return this.declared
      .map(({ teamName, entry }) => ({
        ...describe(entry),
        id: declaredIdOf(organizationId, teamName, entry.name),
        teamId: ids.get(teamName) ?? null,
        teamName,
      }))
      .sort((left, right) => (left.id < right.id ? 1 : -1));
  }

  async find(organizationId: string, id: string): Promise<DeclaredKey | undefined> {
    if (!isDeclaredId(id)) return undefined;
    return (await this.list(organizationId)).find((key) => key.id === id);
  }

  /** Finds the identity of the key with this SHA-256; undefined if the file declares none. */
  async findIdentityByHash(hash: string): Promise<StoredIdentity | undefined> {
    const found = this.byHash.get(hash);
    const tenant = found && (await this.database.organizations.findByName(this.organizationName));
    if (found === undefined || tenant === undefined) return undefined;
    const { teamName, entry } = found;
    const team = await this.database.teams.findByName(tenant.id, teamName);
    const { maxParallel, rpmLimit, tpmLimit, budgetUsd, budgetResetPeriod, expiresAt } = describe(entry);
    return {
      credentialType: 'api_key',
      keyName: entry.name,
      role: entry.role,
      organizationId: tenant.id,
      organizationName: tenant.name,
      teamId: team?.id,
      teamName,
      limits: {
        requestsPerMinute: rpmLimit,
        tokensPerMinute: tpmLimit,
        maxParallel,
        budgetUsd,
        budgetPeriod: budgetResetPeriod,
      },
      expiresAt: expiresAt?.getTime(),
      disabled: false,
    };
  }
}

function describe(entry: ApiKeyEntry): Omit<DeclaredKey, 'id' | 'teamId' | 'teamName'> {
  return {
    name: entry.name,
    hint: tokenHint(entry.key),
    role: entry.role,
    rpmLimit: entry.rpm_limit,
    tpmLimit: entry.tpm_limit,
    maxParallel: entry.max_parallel,
    queue: entry.queue ?? null,
    priority: entry.priority ?? null,
    maxPriority: entry.max_priority ?? null,
    budgetUsd: entry.budget_usd_monthly ?? 0,
    budgetResetPeriod: entry.budget_reset_period,
    expiresAt: entry.expires_at === undefined ? null : parseTime(entry.expires_at),
  };
}

/** A UUIDv8 (RFC 9562, section 5.8) of what names something in gateway.yaml: of a key, it stays when the key itself is exchanged. */
export function declaredIdOf(...names: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(names)).digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Above every id of what gateway.yaml declares. */
export const ABOVE_DECLARED_IDS = 'ffffffff-ffff-8fff-bfff-ffffffffffff';

/** Ids of the database are UUIDv7. */
export function isDeclaredId(id: string): boolean {
  return id.charAt(14) === '8';
}
