import { createHash } from 'node:crypto';
import { tokenHint } from '@multilane/auth';
import type { ApiKeyEntry, TeamEntry } from '@multilane/config';
import type { Database } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { parseTime } from '../../fields/is-time.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';
import type { ShownKey } from './shown-key.js';

/** The keys that gateway.yaml declares under its teams. They are shown, and changed in the file alone. */
@Injectable()
export class DeclaredKeys {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Those of an organization, by descending id; none of any other organization than the file's. */
  async list(organizationId: string): Promise<readonly ShownKey[]> {
    const { teams, organization } = this.services.config;
    const declaring = teams.filter(({ api_keys: keys }) => keys.length > 0);
    if (declaring.length === 0) return [];
    const tenant = await this.database.organizations.find(organizationId);
    if (tenant?.name !== organization.name) return [];
    const shown = await Promise.all(declaring.map((team) => this.listOfTeam(organizationId, team)));
    return shown.flat().sort((left, right) => (left.key.id < right.key.id ? 1 : -1));
  }

  async find(organizationId: string, id: string): Promise<ShownKey | undefined> {
    if (!isDeclaredId(id)) return undefined;
    return (await this.list(organizationId)).find(({ key }) => key.id === id);
  }

  private async listOfTeam(organizationId: string, { name, api_keys: keys }: TeamEntry): Promise<ShownKey[]> {
    const teamId = (await this.database.teams.findByName(organizationId, name))?.id ?? null;
    return keys.map((entry) => ({
      source: 'config',
      teamName: name,
      key: { ...describe(entry), id: declaredId(organizationId, name, entry.name), teamId },
    }));
  }
}

function describe(entry: ApiKeyEntry): Omit<ShownKey['key'], 'id' | 'teamId'> {
  return {
    hint: tokenHint(entry.key),
    name: entry.name,
    role: entry.role,
    workspaceId: null,
    userId: null,
    rpmLimit: entry.rpm_limit,
    tpmLimit: entry.tpm_limit,
    budgetUsd: entry.budget_usd_monthly ?? 0,
    budgetResetPeriod: entry.budget_reset_period,
    expiresAt: entry.expires_at === undefined ? null : parseTime(entry.expires_at),
    disabled: false,
    createdAt: null,
    lastUsedAt: null,
  };
}

/** A UUIDv8 (RFC 9562, section 5.8) of what names the key, which stays when the key itself is exchanged. */
function declaredId(organizationId: string, teamName: string, name: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([organizationId, teamName, name]))
    .digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Above every id of a declared key. */
export const ABOVE_DECLARED_IDS = 'ffffffff-ffff-8fff-bfff-ffffffffffff';

/** Ids of the database are UUIDv7. */
export function isDeclaredId(id: string): boolean {
  return id.charAt(14) === '8';
}
