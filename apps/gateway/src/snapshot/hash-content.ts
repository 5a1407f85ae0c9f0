import { createHash } from 'node:crypto';
import type { GatewayConfig, Steps } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { SplitRows } from './rows/split-rows.js';

/** Settings of one process, such as its port: replicas on one machine differ in them and agree all the same. */
const OF_ITS_OWN: ReadonlySet<string> = new Set(['port', 'host', 'metrics_port']);

/** Names a configuration, its keys in whatever order the schema has them. */
export function hashConfig({ server, ...rest }: GatewayConfig): string {
  const shared = Object.entries(server).filter(([key]) => !OF_ITS_OWN.has(key));
  return createHash('sha256')
    .update(JSON.stringify([shared, rest]))
    .digest('hex')
    .slice(0, 16);
}

interface HashedRow {
  readonly id: string;
  readonly updatedAt: Date;
}

/** The names of the states of the parts of one table, so that a change of a row is the work of the part that it is in. */
class HashedTable {
  /** Ids end at random: two digits are 256 parts, about as many rows each. */
  private readonly parts = new SplitRows((row: HashedRow) => row.id.slice(-2));
  private hashes = new Map<readonly HashedRow[], string>();
  private rows: readonly HashedRow[] | undefined;
  private hash = '';

  *find(rows: readonly HashedRow[]): Steps<string> {
    if (rows === this.rows) return this.hash;
    const hashes = new Map<readonly HashedRow[], string>();
    const named: string[] = [];
    for (const [name, part] of yield* this.parts.split(rows)) {
      const hash = this.hashes.get(part) ?? hashRows(part);
      hashes.set(part, hash);
      named.push(`${name}${hash}`);
      yield;
    }
    this.hashes = hashes;
    this.rows = rows;
    this.hash = createHash('sha256').update(named.sort().join()).digest('hex');
    return this.hash;
  }
}

function hashRows(rows: readonly HashedRow[]): string {
  const text = rows.map((row) => `${row.id}${row.updatedAt.getTime()}${'problem' in row ? '!' : ' '}`).join('');
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Names what a snapshot was made of: the configuration, and of each row which one it is and when it last changed. Secrets
 * that do not open count too, so that a replica with another encryption key differs.
 */
export class ContentHash {
  private readonly tables = Array.from({ length: 8 }, () => new HashedTable());

  *find(configHash: string, rows: SnapshotRows | undefined): Steps<string> {
    if (rows === undefined) return configHash;
    const { organizations, workspaces, teams, providers, models, mcpServers, rateLimitPolicies, policies } = rows;
    const lists = [organizations, workspaces, teams, providers, models, mcpServers, rateLimitPolicies, policies];
    const hash = createHash('sha256').update(configHash);
    for (const [index, table] of this.tables.entries()) hash.update(`\n${yield* table.find(lists[index] ?? [])}`);
    return hash.digest('hex').slice(0, 16);
  }
}
