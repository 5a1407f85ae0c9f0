import { createHash, type Hash } from 'node:crypto';
import {
  type CollectedRow,
  mapRow,
  readUsage,
  type SourceRow,
  UsageCollector,
  type UsageMapping,
  type UsageSource,
} from '@multilane/importers';
import type { ApiClient, Resource } from '../api/api-client.js';
import { openUsageFile } from './open-usage-file.js';

/** Places that are summed in memory before they are sent. */
const MOST_WAITING = 20_000;
/** Rows of one call. */
const BATCH = 500;

/** Files of usage and the choices with which they are read. */
export interface UsageFiles {
  readonly source: UsageSource;
  readonly paths: readonly string[];
  readonly mapping: UsageMapping;
  readonly zone: string;
  readonly teamTag: string | undefined;
  /** First and last day of UTC that count; undefined: all. */
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** Place of an import. */
export interface ImportPlace {
  readonly account: string | undefined;
  readonly workspaceId: string | undefined;
  readonly overlap: string;
}

/** Reads files and sums their rows, and sends nothing. */
export async function readFiles(files: UsageFiles): Promise<UsageCollector> {
  const collector = new UsageCollector();
  for await (const row of readRows(files, createHash('sha256'))) {
    collector.add(row);
    if (collector.size >= MOST_WAITING) collector.take(MOST_WAITING);
  }
  return collector;
}

/** Outcome of an import. */
export interface ImportOutcome {
  readonly collector: UsageCollector;
  readonly answer: Resource;
}

/**
 * Sends the rows of files as one import, and completes it. If something fails on the way, the import is removed again: it was in no report.
 *
 * @throws CommandFailure with the service's own words; UsageFileError
 */
export async function sendFiles(client: ApiClient, files: UsageFiles, place: ImportPlace): Promise<ImportOutcome> {
  const { account, overlap, workspaceId } = place;
  const begun = await client.call('POST', '/admin/usage/imports', {
    source: files.source,
    account,
    workspace_id: workspaceId,
  });
  const path = `/admin/usage/imports/${String(begun.id)}`;
  const collector = new UsageCollector();
  const hash = createHash('sha256');
  let batch = 0;
  const send = async (rows: readonly CollectedRow[]): Promise<void> => {
    await client.call('POST', `${path}/rows`, { batch, rows });
    batch += 1;
  };
  try {
    for await (const row of readRows(files, hash)) {
      collector.add(row);
      if (collector.size < MOST_WAITING) continue;
      while (collector.size > 0) await send(collector.take(BATCH));
    }
    while (collector.size > 0) await send(collector.take(BATCH));
    hash.update(JSON.stringify([...choicesOf(files), overlap]));
    const answer = await client.call('POST', `${path}/completion`, { digest: hash.digest('hex'), overlap });
    return { collector, answer };
  } catch (error) {
    // The service removes imports that nobody completed after a day, if this fails too.
    await client.call('DELETE', path).catch(() => undefined);
    throw error;
  }
}

/** Reads the rows of files with their names here, of the days that count. */
async function* readRows(files: UsageFiles, hash: Hash): AsyncGenerator<SourceRow> {
  const { mapping, paths, since = '', source, teamTag, until = '9999' } = files;
  for (const path of paths) {
    for await (const row of readUsage(source, openUsageFile(path, hash), { zone: files.zone, teamTag })) {
      const day = row.at.toISOString().slice(0, 10);
      if (day >= since && day <= until) yield mapRow(row, mapping);
    }
  }
}

function choicesOf({ mapping, since, source, teamTag, until, zone }: UsageFiles): readonly unknown[] {
  return [source, zone, teamTag, since, until, Object.entries(mapping).map(([name, names]) => [name, [...names]])];
}
