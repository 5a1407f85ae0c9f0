import { createHash } from 'node:crypto';
import type { GatewayConfig, Steps } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';

/** Where a process listens is its own affair: replicas on one machine differ in it and agree all the same. */
const OF_ITS_OWN: ReadonlySet<string> = new Set(['port', 'host', 'metrics_port']);

/** Names a configuration, its keys in whatever order the schema has them. */
export function hashConfig({ server, ...rest }: GatewayConfig): string {
  const shared = Object.entries(server).filter(([key]) => !OF_ITS_OWN.has(key));
  return createHash('sha256')
    .update(JSON.stringify([shared, rest]))
    .digest('hex')
    .slice(0, 16);
}

/** Characters: each update costs more than the few that name a row. */
const HASHED_AT_ONCE = 16 * 1024;

/**
 * Names what a snapshot was made of: the configuration, and of each row which one it is and when it last changed. Secrets
 * that do not open count too, so that a replica with another encryption key differs.
 */
export function* hashContent(configHash: string, rows: SnapshotRows | undefined): Steps<string> {
  if (rows === undefined) return configHash;
  const hash = createHash('sha256').update(configHash);
  const { organizations, workspaces, teams, providers, models, mcpServers, rateLimitPolicies, policies } = rows;
  const tables = [organizations, workspaces, teams, providers, models, mcpServers, rateLimitPolicies, policies];
  let text = '';
  for (const table of tables) {
    text += '\n';
    for (const row of table) {
      text += `${row.id}${row.updatedAt.getTime()}${'problem' in row ? '!' : ' '}`;
      if (text.length > HASHED_AT_ONCE) {
        hash.update(text);
        text = '';
      }
      yield;
    }
  }
  return hash.update(text).digest('hex').slice(0, 16);
}
