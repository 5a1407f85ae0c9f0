import { createHash } from 'node:crypto';
import type { SnapshotRows } from '@multilane/persistence';
import type { Steps } from './in-slices.js';

/**
 * Names what a snapshot was made of: the configuration, and of each row which one it is and when it last changed. Secrets
 * that do not open count too, so that a replica with another encryption key differs.
 */
export function* hashContent(configHash: string, rows: SnapshotRows | undefined): Steps<string> {
  if (rows === undefined) return configHash;
  const hash = createHash('sha256').update(configHash);
  for (const table of [rows.organizations, rows.workspaces, rows.teams, rows.providers, rows.models]) {
    hash.update('\n');
    for (const row of table) {
      hash.update(`${row.id}${row.updatedAt.getTime()}${'problem' in row ? '!' : ' '}`);
      yield;
    }
  }
  return hash.digest('hex').slice(0, 16);
}
