import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ChaosWorld } from '../chaos-world.js';
import type { Finding, OwnCallers } from '../finding.js';
import { type FaultySinks, isUnfit, type TakenBatch } from './faulty-sinks.js';
import { judgeSink, type SinkVerdict } from './judge-sink.js';

/** Sinks that are refused as a whole are tried again every five minutes. */
const END_LIMIT_MS = 480_000;
const START_LIMIT_MS = 60_000;
const POLL_MS = 1_000;
/** Records reach the database within this time. */
const SETTLING_MS = 5_000;
const REJECTED =
  "SELECT record_id FROM export_rejects r JOIN export_sinks s ON s.id = r.sink_id WHERE s.name = 'clickhouse'";

/** Watches the sinks of the gateways. They must have every record that is stored from now on. */
export async function startSinks({ databaseUrl, sinks }: ChaosWorld): Promise<OwnCallers> {
  if (sinks === undefined) throw new Error('the world of this fault has no sinks');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const names = sinks.entries.map((entry) => (entry as { name: string }).name);
  await waitForSinks(client, names.length);
  const { rows } = await client.query<{ now: Date }>('SELECT now()');
  const since = rows[0]?.now ?? new Date();
  return {
    stop: async () => {
      try {
        return await readFinding(client, sinks, names, since);
      } finally {
        await client.end();
      }
    },
  };
}

async function waitForSinks(client: Client, count: number): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM export_sinks');
    if (rows[0]?.count === count) return;
    await sleep(POLL_MS);
  }
  throw new Error('the gateways do not export to all sinks');
}

/** Waits until every sink has everything, or the time is over. */
async function readFinding(
  client: Client,
  sinks: FaultySinks,
  names: readonly string[],
  since: Date,
): Promise<Finding> {
  const rows = await readRecords(client);
  const startedAt = performance.now();
  const known = new Set(rows.map(({ id }) => id));
  const stored = rows.filter(({ time }) => time >= since).map(({ id }) => id);
  const endings = new Map<string, number>();
  let verdicts = new Map<string, SinkVerdict>();
  while (performance.now() - startedAt < END_LIMIT_MS) {
    verdicts = new Map(names.map((name) => [name, judge(sinks, name, stored, known)]));
    for (const [name, { missing }] of verdicts) {
      if (missing === 0 && !endings.has(name)) endings.set(name, performance.now() - startedAt);
    }
    if (endings.size === names.length) break;
    await sleep(POLL_MS);
  }
  const rejected = await client.query<{ record_id: string }>(REJECTED);
  const fit = rejected.rows.filter(({ record_id: id }) => !isUnfit(id)).length;
  const unfit = stored.filter(isUnfit).length;
  const texts = [...verdicts].map(([name, verdict]) => describe(name, verdict, endings.get(name)));
  return {
    text: `of ${stored.length.toLocaleString('en')} records, ${unfit} of them unfit for ClickHouse: ${texts.join('; ')}`,
    breaches: [
      ...[...verdicts].flatMap(([name, verdict]) => findBreaches(name, verdict)),
      ...(fit > 0 ? [`ClickHouse: ${fit} records rejected that it would take`] : []),
      ...(rejected.rows.length < Math.min(unfit, MOST_REJECTS)
        ? ['ClickHouse: rejected records without a reason']
        : []),
    ],
  };
}

interface StoredRecord {
  readonly id: string;
  readonly time: Date;
}

/** The records, once no more come in. */
async function readRecords(client: Client): Promise<readonly StoredRecord[]> {
  for (let before = -1; ; ) {
    const { rows } = await client.query<StoredRecord>('SELECT id, time FROM audit_records');
    if (rows.length === before) return rows;
    before = rows.length;
    await sleep(SETTLING_MS);
  }
}

/** The database keeps so many rejected records of a sink. */
const MOST_REJECTS = 1_000;

/** Stores that recognise a batch that comes again. */
const RECOGNISES: ReadonlySet<string> = new Set(['well', 'http', 'clickhouse', 's3', 'azure_blob']);

function judge(sinks: FaultySinks, name: string, stored: readonly string[], known: ReadonlySet<string>): SinkVerdict {
  const expected = new Set(name === 'clickhouse' ? stored.filter((id) => !isUnfit(id)) : stored);
  return judgeSink(readBatches(sinks, name), expected, known);
}

function readBatches(sinks: FaultySinks, name: string): readonly Pick<TakenBatch, 'ids' | 'name'>[] {
  if (name === 'file') return readLines(sinks);
  if (name === 'kafka') return sinks.readKafka().map((id) => ({ name: undefined, ids: [id] }));
  return sinks.taken.filter(({ sink }) => sink === name);
}

/** Each line as a batch of its own. A line that is not whole is a record that nobody knows. */
function readLines(sinks: FaultySinks): Pick<TakenBatch, 'ids' | 'name'>[] {
  return sinks.readFile().map((line) => ({ name: undefined, ids: [readId(line)] }));
}

function readId(line: string): string {
  try {
    return (JSON.parse(line) as { id: string }).id;
  } catch {
    return `not a record: ${line.slice(0, 40)}`;
  }
}

function describe(name: string, { delivered, missing, twice }: SinkVerdict, endedMs: number | undefined): string {
  const lost = missing > 0 ? `, ${missing} missing` : '';
  const doubled = twice > 0 ? `, ${twice.toLocaleString('en')} twice` : '';
  const when = endedMs === undefined ? '' : `, after ${(endedMs / 1_000).toFixed(0)} s`;
  return `${name} ${delivered.toLocaleString('en')}${lost}${doubled}${when}`;
}

function findBreaches(name: string, { missing, surplus, twice }: SinkVerdict): string[] {
  return [
    ...(missing > 0 ? [`${name}: ${missing} records not exported`] : []),
    ...(surplus > 0 && name !== 'file' ? [`${name}: ${surplus} exported records that nobody stored`] : []),
    ...(twice > 0 && RECOGNISES.has(name) ? [`${name}: ${twice} records exported twice`] : []),
  ];
}
