import { hashToken, type StoredIdentity } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import { readQueue } from './routes/own-slots.js';
import type { Team } from './snapshot.js';

/** The keys that the file declares, by the hex SHA-256 of the whole key. */
export function buildKeys(
  config: Pick<GatewayConfig, 'teams'>,
  ownTeams: ReadonlyMap<string, Team>,
): Map<string, StoredIdentity> {
  const keys = new Map<string, StoredIdentity>();
  for (const { name, api_keys: apiKeys } of config.teams) {
    const team = ownTeams.get(name);
    for (const key of apiKeys) {
      // An unset variable: the start warns of it.
      if (key.key === '') continue;
      keys.set(hashToken(key.key), {
        credentialType: 'api_key',
        keyName: key.name,
        role: key.role,
        organizationId: team?.organizationId,
        organizationName: team?.organizationName,
        teamId: team?.teamId,
        teamName: name,
        limits: {
          requestsPerMinute: key.rpm_limit,
          tokensPerMinute: key.tpm_limit,
          maxParallel: key.max_parallel,
          queue: readQueue(key.queue),
          priority: key.priority,
          maxPriority: key.max_priority,
          budgetUsd: key.budget_usd_monthly ?? 0,
          budgetPeriod: key.budget_reset_period,
        },
        expiresAt: key.expires_at === undefined ? undefined : Date.parse(key.expires_at),
        disabled: false,
      });
    }
  }
  return keys;
}
