import { setTimeout as sleep } from 'node:timers/promises';
import { SPOOL_DELAY_MS } from '@multilane/telemetry';
import { Client } from 'pg';
import { CHAOS_MODEL, OTHER_MODEL } from './chaos-model.js';
import type { ChaosWorld } from './chaos-world.js';
import { countRepeats } from './count-repeats.js';
import { type Finding, listCounts, type OwnCallers } from './finding.js';

const BATCHES_OF_A_KIND = 3;
/** Lines of each batch: some seconds of work for the gateway. */
const LINES = 60;
/** A worker is known to be dead after a minute. */
const END_LIMIT_MS = 180_000;
const BEGIN_LIMIT_MS = 30_000;
const POLL_MS = 1_000;

interface Started {
  readonly id: string;
  /** Run by the provider, or line by line by the gateway. */
  readonly isNative: boolean;
  /** Names of its lines at the provider. */
  readonly lines: readonly string[];
}

/** Starts batches of both kinds, and waits until work on both has begun. */
export async function startBatches(world: ChaosWorld): Promise<OwnCallers> {
  const started: Started[] = [];
  for (let count = 0; count < BATCHES_OF_A_KIND; count += 1) {
    started.push(await startBatch(world, count, false), await startBatch(world, count, true));
  }
  const own = started.filter(({ isNative }) => !isNative).flatMap(({ lines }) => lines);
  const deadline = performance.now() + BEGIN_LIMIT_MS;
  while (world.upstream.batches.starts.size === 0 || !own.some((line) => world.upstream.listCalls(line).length > 0)) {
    if (performance.now() > deadline) throw new Error('no batch has begun');
    await sleep(20);
  }
  return { stop: () => readFinding(world, started) };
}

async function startBatch(world: ChaosWorld, number: number, isNative: boolean): Promise<Started> {
  // Both gateways take part; the caller of jobs has smaller numbers.
  const gateway = world.gatewayUrls[number % world.gatewayUrls.length] ?? '';
  const lines = Array.from({ length: LINES }, (_, line) => `job-${1_000 + number * 2 + (isNative ? 1 : 0)}-${line}-`);
  const text = lines.map((content, line) => {
    const model = isNative || line % 2 === 0 ? CHAOS_MODEL : OTHER_MODEL;
    const body = { model, messages: [{ role: 'user', content }] };
    return JSON.stringify({ custom_id: `line ${line}`, method: 'POST', url: '/v1/chat/completions', body });
  });
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new Blob([`${text.join('\n')}\n`]), 'lines.jsonl');
  const file = await call(world, gateway, '/v1/files', form);
  const batch = await call(world, gateway, '/v1/batches', {
    input_file_id: file.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  });
  return { id: String(batch.id), isNative, lines };
}

type Answer = Readonly<Record<string, unknown>>;

async function call({ keys }: ChaosWorld, gateway: string, path: string, body?: FormData | object): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${gateway}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${keys.open}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} is answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answer;
}

const ENDS: ReadonlySet<unknown> = new Set(['completed', 'failed', 'expired', 'cancelled']);

async function readFinding(world: ChaosWorld, started: readonly Started[]): Promise<Finding> {
  const { kills, upstream } = world;
  const gateway = world.gatewayUrls.at(-1) ?? '';
  const deadline = performance.now() + END_LIMIT_MS;
  const ended: Answer[] = [];
  for (const { id } of started) {
    let batch = await call(world, gateway, `/v1/batches/${id}`);
    while (!ENDS.has(batch.status) && performance.now() < deadline) {
      await sleep(POLL_MS);
      batch = await call(world, gateway, `/v1/batches/${id}`);
    }
    ended.push(batch);
  }
  const ends: Record<string, number> = {};
  const lines = { answered: 0, interrupted: 0, lost: 0, 'twice in the results': 0 };
  for (const batch of ended) {
    ends[String(batch.status)] = (ends[String(batch.status)] ?? 0) + 1;
    const answered = await readIds(world, gateway, batch.output_file_id);
    const failed = await readIds(world, gateway, batch.error_file_id);
    const ids = [...answered, ...failed];
    lines.answered += answered.length;
    lines.interrupted += failed.length;
    lines.lost += LINES - new Set(ids).size;
    lines['twice in the results'] += ids.length - new Set(ids).size;
  }
  const own = started.filter(({ isNative }) => !isNative);
  const calls = own.flatMap((batch) => batch.lines.map((line) => upstream.listCalls(line)));
  const repeats = countRepeats(calls, kills, SPOOL_DELAY_MS);
  const startedTwice = [...upstream.batches.starts.values()].filter((count) => count > 1).length;
  const { records, recordedTwice } = await readRecords(world.databaseUrl);
  const faults = {
    'batches did not complete': started.length - (ends.completed ?? 0),
    'lines lost': lines.lost,
    'lines twice in the results': lines['twice in the results'],
    'lines answered twice': repeats.others,
    'lines recorded twice': recordedTwice,
    'batches started twice at the provider': startedTwice,
  };
  return {
    text: `${started.length} batches (half of them the provider's own): ${listCounts(ends)}; of ${started.length * LINES} lines: answered ${lines.answered}, interrupted ${lines.interrupted}, lost ${lines.lost}; sent again ${calls.filter(({ length }) => length > 1).length}, answered unread at the kill and again ${repeats.allowed}, answered twice otherwise ${repeats.others}, recorded ${records}, recorded twice ${recordedTwice}; started twice at the provider ${startedTwice}`,
    breaches: Object.entries(faults).flatMap(([fault, count]) => (count > 0 ? [`${count} ${fault}`] : [])),
  };
}

async function readIds({ keys }: ChaosWorld, gateway: string, file: unknown): Promise<string[]> {
  if (typeof file !== 'string') return [];
  const response = await fetch(`${gateway}/v1/files/${file}/content`, {
    headers: { authorization: `Bearer ${keys.open}` },
  });
  if (!response.ok) throw new Error(`the results are answered ${response.status}`);
  const lines = (await response.text()).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { custom_id: string }).custom_id);
}

interface RecordRow {
  readonly records: number;
  readonly lines: number;
}

async function readRecords(databaseUrl: string): Promise<{ records: number; recordedTwice: number }> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The last records are on their way.
    await sleep(POLL_MS * 2);
    const { rows } = await client.query<RecordRow>(
      `SELECT count(*)::int AS records, count(DISTINCT request_id)::int AS lines FROM audit_records
        WHERE request_id LIKE 'batch_req_%' AND outcome = 'success'`,
    );
    const { lines = 0, records = 0 } = rows[0] ?? {};
    return { records: lines, recordedTwice: records - lines };
  } finally {
    await client.end();
  }
}
