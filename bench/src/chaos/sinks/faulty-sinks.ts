import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type KafkaServer, startKafka } from '@multilane/testing/kafka';
import { type BatchFormat, readBatch } from './read-batch.js';

/** A batch that a sink has stored. */
export interface TakenBatch {
  readonly sink: string;
  /** Name by which the store recognises the batch when it comes again; undefined where it recognises none. */
  readonly name: string | undefined;
  readonly ids: readonly string[];
  /** By `performance.now()`. */
  readonly at: number;
}

/** Sinks of each kind, which go wrong in different ways. */
export interface FaultySinks {
  /** Entries of `exports` in gateway.yaml. */
  readonly entries: readonly object[];
  readonly taken: readonly TakenBatch[];
  /** Lines of the file, as they are. */
  readFile(): readonly string[];
  /** Ids of the messages of Kafka, each as often as it is there. */
  readKafka(): readonly string[];
  /** Lets each sink go wrong in its own way. */
  fail(): void;
  mend(): void;
  stop(): void;
}

/** One of so many batches is stored, and the connection breaks before the answer. */
const CUT_EVERY = 8;

/** Code of Kafka that passes. */
const NOT_ENOUGH_REPLICAS = 19;

const TIMEOUT_MS = 2_000;
const BATCH = { max_records: 200, max_age_ms: 500 };
/** One field, so that ten minutes of records fit the small disk. */
const FIELDS = ['request_id'];

/** True for the few records that the table of ClickHouse does not take. */
export function isUnfit(id: string): boolean {
  return id.endsWith('77');
}

type Answer = (response: ServerResponse) => void;

interface HttpSink {
  readonly sink: string;
  readonly path: string;
  readonly format: BatchFormat;
  nameOf(request: IncomingMessage): string | undefined;
  /** Answers a batch that is not stored, while sinks go wrong; undefined: the request never gets an answer, and the batch is stored. */
  readonly fault: Answer | undefined;
  /** True if some answers are lost, whatever else goes wrong. */
  readonly losesAnswers: boolean;
}

const breakOff: Answer = (response) => response.socket?.destroy();

const status =
  (code: number, text = ''): Answer =>
  (response) =>
    response.writeHead(code, { 'content-type': 'application/xml' }).end(text);

const accept: Answer = (response) => response.writeHead(200).end('{}');

const refuseRow: Answer = (response) => response.writeHead(400, { 'x-clickhouse-exception-code': '27' }).end();

const byHeader = ({ headers }: IncomingMessage): string => String(headers['webhook-id']);
const byToken = ({ url }: IncomingMessage): string =>
  String(new URL(url ?? '', 'http://sink').searchParams.get('insert_deduplication_token'));

const HTTP_SINKS: readonly HttpSink[] = [
  { sink: 'well', path: '/well', format: 'lines', nameOf: byHeader, fault: accept, losesAnswers: false },
  { sink: 'http', path: '/http', format: 'lines', nameOf: byHeader, fault: breakOff, losesAnswers: true },
  {
    sink: 'splunk_hec',
    path: '/splunk',
    format: 'events',
    nameOf: () => undefined,
    fault: undefined,
    losesAnswers: true,
  },
  { sink: 'clickhouse', path: '/clickhouse', format: 'lines', nameOf: byToken, fault: accept, losesAnswers: true },
  {
    sink: 's3',
    path: '/records',
    format: 'lines',
    nameOf: ({ url }) => url,
    fault: status(403, '<Error><Code>AccessDenied</Code></Error>'),
    losesAnswers: true,
  },
  {
    sink: 'azure_blob',
    path: '/azure',
    format: 'lines',
    nameOf: ({ url }) => url,
    fault: status(500),
    losesAnswers: true,
  },
  { sink: 'otlp', path: '/otlp', format: 'spans', nameOf: () => undefined, fault: status(503), losesAnswers: true },
];

/** A folder that holds few megabytes, and not more. */
function makeSmallFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-sink-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=0700', 'tmpfs', folder]);
  return folder;
}

/**
 * Starts sinks of each kind. All but one store some batches without an answer. While they go wrong, `http` breaks connections off, `splunk_hec` stores
 * batches and never answers, `s3` refuses the credentials, `azure_blob` fails, `otlp` is overloaded, `kafka` has too few replicas, and the disk of `file` is full.
 * `clickhouse` refuses some records at any time, and nothing happens to `well`.
 */
export async function startFaultySinks(): Promise<FaultySinks> {
  const taken: TakenBatch[] = [];
  let isFailing = false;
  let count = 0;
  const server = createServer((request, response) => {
    const sink = HTTP_SINKS.find(({ path }) => request.url?.startsWith(path));
    if (sink === undefined) return status(404)(response);
    void buffer(request).then((body) => serve(sink, request, response, body), breakOff.bind(undefined, response));
  });

  function serve(sink: HttpSink, request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const hasFault = isFailing && sink.fault !== accept;
    if (hasFault && sink.fault !== undefined) {
      sink.fault(response);
      return;
    }
    const ids = readBatch(sink.format, body);
    if (sink.sink === 'clickhouse' && ids.some(isUnfit)) {
      refuseRow(response);
      return;
    }
    taken.push({ sink: sink.sink, name: sink.nameOf(request), ids, at: performance.now() });
    if (hasFault) return;
    count += 1;
    if (sink.losesAnswers && count % CUT_EVERY === 0) breakOff(response);
    else accept(response);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const kafka = await startKafka({ brokers: 3, partitions: 6 });
  let writes = 0;
  kafka.decide(() => {
    if (isFailing) return NOT_ENOUGH_REPLICAS;
    writes += 1;
    return writes % CUT_EVERY === 0 ? 'lost' : undefined;
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = makeSmallFolder();
  const path = join(folder, 'records.ndjson');
  const filler = join(folder, 'filler');
  return {
    entries: describeSinks(url, path, kafka),
    taken,
    readFile: () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []),
    readKafka: () => kafka.messages.map(({ headers }) => String(headers['record-id'])),
    fail: () => {
      isFailing = true;
      fillDisk(filler);
    },
    mend: () => {
      isFailing = false;
      rmSync(filler, { force: true });
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
      void kafka.close();
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function describeSinks(url: string, path: string, { brokers, topic }: KafkaServer): readonly object[] {
  const settings: Readonly<Record<string, object>> = {
    well: { kind: 'http', config: { url: `${url}/well` } },
    http: { kind: 'http', config: { url: `${url}/http` } },
    splunk_hec: { kind: 'splunk_hec', config: { url: `${url}/splunk`, token: 'token-of-the-collector' } },
    clickhouse: { kind: 'clickhouse', config: { url: `${url}/clickhouse` } },
    s3: {
      kind: 's3',
      config: {
        bucket: 'records',
        endpoint: url,
        path_style: true,
        access_key_id: 'chaos-key-id',
        secret_access_key: 'chaos-secret-of-the-key',
      },
    },
    azure_blob: {
      kind: 'azure_blob',
      config: { url: `${url}/azure`, container: 'records', account: 'chaos', account_key: 'Y2hhb3M=' },
    },
    otlp: { kind: 'otlp', config: { url: `${url}/otlp`, encoding: 'json' } },
    kafka: { kind: 'kafka', config: { brokers, topic, tls: false, key: 'record' } },
    file: { kind: 'file', config: { path } },
  };
  return Object.entries(settings).map(([name, entry]) => ({
    name,
    timeout_ms: TIMEOUT_MS,
    batch: BATCH,
    fields: FIELDS,
    ...entry,
  }));
}

/** Writes until the disk is full. */
function fillDisk(path: string): void {
  const piece = Buffer.alloc(1024 * 1024);
  try {
    for (;;) writeFileSync(path, piece, { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
