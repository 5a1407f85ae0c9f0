import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { EXPORT_FIELDS } from '@multilane/contracts';
import { createTrustedDial } from '@multilane/egress';
import { auditLine, type ObjectStorageServer, startObjectStorage } from '@multilane/testing';
import { parquetReadObjects } from 'hyparquet';
import {
  accept,
  answer,
  type Behaviour,
  cut,
  type Receiver,
  stall,
  startReceiver,
} from '../export-receiver.tools.spec.js';
import { type ExportRecord, readExportRecord } from '../export-record.js';
import { readJsonSpans, readProtobufTraces } from '../read-otlp.tools.spec.js';
import { openSink } from './open-sink.js';
import type { Sink } from './sink.js';

const BATCH = 'exp_1_1.1-1.2';

const record = (values: object = {}, time = '2026-11-30T10:00:00.000Z'): ExportRecord =>
  readExportRecord(JSON.parse(auditLine(values, new Date(time))) as Record<string, unknown>);

function open(kind: string, config: object, timeoutMs = 20_000): Sink {
  const sink = { name: 'one', kind, timeout_ms: timeoutMs, config };
  const text = JSON.stringify({ database: { url: 'postgres://h/d' }, exports: [sink] });
  const [entry] = parseConfig(text, { env: {} }).config.exports;
  if (entry === undefined) throw new Error('There is no sink.');
  return openSink(entry, {
    send: (url, request) => fetch(url, { ...request, redirect: 'manual' }),
    dial: createTrustedDial({}),
  });
}

describe('a sink over HTTP', () => {
  let receiver: Receiver;

  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const send = (kind: string, config: object, records = [record(), record()]) =>
    open(kind, { url: receiver.url, ...config }).send({ id: BATCH, records });
  const linesOf = (index = 0): Record<string, unknown>[] =>
    (receiver.received[index]?.text ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it.each<[string, Behaviour, object]>([
    ['takes the batch', accept, { kind: 'accepted' }],
    ['answers 503 with a pause', answer(503, { 'retry-after': '7' }), { kind: 'away', retryAfterSeconds: 7 }],
    [
      'answers 503 with a date by its own clock',
      answer(503, { date: 'Mon, 30 Nov 2020 10:00:00 GMT', 'retry-after': 'Mon, 30 Nov 2020 10:00:07 GMT' }),
      { kind: 'away', retryAfterSeconds: 7 },
    ],
    ['answers 429', answer(429), { kind: 'away', retryAfterSeconds: undefined }],
    ['answers 413', answer(413), { kind: 'records' }],
    ['answers 400', answer(400), { kind: 'records' }],
    ['answers 401', answer(401), { kind: 'refused' }],
    ['leads elsewhere', answer(302, { location: 'http://127.0.0.1:1/' }), { kind: 'refused' }],
    ['breaks the connection off', cut, { kind: 'away' }],
    ['never answers', stall, { kind: 'away', reason: 'The sink did not answer within 500 ms.' }],
    [
      'breaks its answer off in the middle',
      (_received, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{', () => response.destroy());
      },
      { kind: 'away' },
    ],
  ])('that %s is understood', async (_title, behaviour, expected) => {
    receiver.behave(behaviour);
    const sink = open('http', { url: receiver.url }, behaviour === stall ? 500 : undefined);
    expect(await sink.send({ id: BATCH, records: [record()] })).toMatchObject(expected);
    expect(receiver.received).toHaveLength(1);
  });

  it('gets an array of records, uncompressed, if it wants one', async () => {
    await send('http', { format: 'json', gzip: false, headers: { 'x-tenant': 'a' } });
    const [got] = receiver.received;
    expect(JSON.parse(got?.text ?? '')).toMatchObject([{ outcome: 'success' }, { outcome: 'success' }]);
    expect(got?.headers).toMatchObject({ 'content-type': 'application/json', 'x-tenant': 'a', 'webhook-id': BATCH });
    expect(got?.headers['content-encoding']).toBeUndefined();
  });

  it('gets neither charges nor marks of the database', async () => {
    await send('http', {}, [readExportRecord({ ...record(), credential_name: 'ci', in_series: true, charges: [] })]);
    const [line] = linesOf();
    expect(line).toMatchObject({ api_key_name: 'ci', time: '2026-11-30T10:00:00.000Z' });
    expect(Object.keys(line ?? {})).not.toEqual(expect.arrayContaining(['charges']));
    expect(line).not.toHaveProperty('in_series');
    expect(line).not.toHaveProperty('credential_name');
  });

  it('is Splunk: gets events with their time, and its codes are understood', async () => {
    const config = { token: 't0ken', index: 'ai' };
    expect(await send('splunk_hec', config)).toEqual({ kind: 'accepted' });
    const [got] = receiver.received;
    expect(got?.url).toBe('/services/collector/event');
    expect(got?.headers.authorization).toBe('Splunk t0ken');
    expect(linesOf()[0]).toMatchObject({ time: 1796032800, index: 'ai', event: { outcome: 'success' } });
    const codes: [number, object, string][] = [
      [400, { text: 'Invalid data format', code: 6, 'invalid-event-number': 1 }, 'records'],
      [400, { text: 'Incorrect index', code: 7 }, 'refused'],
      [403, { text: 'Invalid token', code: 4 }, 'refused'],
      [503, { text: 'Server is busy', code: 9 }, 'away'],
    ];
    for (const [status, body, kind] of codes) {
      receiver.behave(answer(status, {}, JSON.stringify(body)));
      expect(await send('splunk_hec', config)).toMatchObject({ kind });
    }
  });

  it('is ClickHouse: gets an insert with the id of the batch as its token, and its codes are understood', async () => {
    const tagged = record({ tags: { app: 'chat' } });
    expect(await send('clickhouse', { table: 'records', password: 'p' }, [tagged])).toEqual({ kind: 'accepted' });
    const [got] = receiver.received;
    const query = new URLSearchParams(got?.url.slice(got.url.indexOf('?')));
    expect(query.get('query')).toBe('INSERT INTO `default`.`records` FORMAT JSONEachRow');
    expect(query.get('insert_deduplication_token')).toBe(BATCH);
    expect(got?.headers).toMatchObject({ 'x-clickhouse-user': 'default', 'x-clickhouse-key': 'p' });
    expect(linesOf()[0]).toMatchObject({ tags: '{"app":"chat"}', cost_usd: 0.5 });
    const codes: [number, string, string][] = [
      [400, '27', 'records'],
      [404, '60', 'refused'],
      [401, '516', 'refused'],
      [500, '252', 'away'],
      [200, '241', 'away'],
    ];
    for (const [status, code, kind] of codes) {
      receiver.behave(answer(status, { 'x-clickhouse-exception-code': code }));
      expect(await send('clickhouse', {})).toMatchObject({ kind });
    }
  });

  it('is a collector: gets a span for each record, and a partial success is the fault of records', async () => {
    const one = record({ cost_usd: 0, tags: { app: 'chat' }, session: 's1' });
    const config = { headers: { authorization: 'Bearer t' }, encoding: 'json' };
    expect(await send('otlp', config, [one])).toEqual({ kind: 'accepted' });
    const [got] = receiver.received;
    expect(got?.url).toBe('/v1/traces');
    expect(got?.headers['content-type']).toBe('application/json');
    const [span] = readJsonSpans(got?.text ?? '');
    expect(span).toMatchObject({
      traceId: one.id.replaceAll('-', ''),
      spanId: one.id.replaceAll('-', '').slice(16),
      name: 'chat gpt-4o',
      startTimeUnixNano: '1796032800000000000',
      endTimeUnixNano: '1796032800012500000',
    });
    expect(span?.attributes).toEqual(
      expect.arrayContaining([
        { key: 'gen_ai.usage.input_tokens', value: { intValue: '10' } },
        { key: 'multilane.cost_usd', value: { doubleValue: 0 } },
        { key: 'multilane.tag.app', value: { stringValue: 'chat' } },
        { key: 'session.id', value: { stringValue: 's1' } },
      ]),
    );
    receiver.behave(answer(200, {}, '{"partialSuccess":{"rejectedSpans":"1"}}'));
    expect(await send('otlp', config, [one])).toMatchObject({ kind: 'records' });
  });

  it('is a collector that takes protobuf: gets the same spans', async () => {
    const records = [
      record({ cost_usd: 0, tags: { app: 'chat', prüfung: '\u{1f600}' }, outcome: 'failed', error_code: 'timeout' }),
      record({ cost_usd: 1, streamed: true }),
    ];
    const config = { dialect: 'langfuse', resource_attributes: { 'deployment.environment.name': 'prod' } };
    for (const encoding of ['json', 'protobuf']) {
      expect(await send('otlp', { ...config, encoding }, records)).toEqual({ kind: 'accepted' });
    }
    const [json, protobuf] = receiver.received;
    expect(protobuf?.headers['content-type']).toBe('application/x-protobuf');
    expect(readProtobufTraces(protobuf?.body ?? Buffer.alloc(0))).toEqual(JSON.parse(json?.text ?? ''));
  });

  it('is a collector whose answer in protobuf is read, and what is no answer says nothing', async () => {
    const protobuf = { 'content-type': 'application/x-protobuf' };
    // partial_success { rejected_spans: 3, error_message: "no" }
    const partial = Buffer.from([0x0a, 0x06, 0x08, 0x03, 0x12, 0x02, 0x6e, 0x6f]);
    receiver.behave((_received, response) => response.writeHead(200, protobuf).end(partial));
    expect(await send('otlp', {}, [record()])).toEqual({
      kind: 'records',
      reason: 'The collector rejected 1 of 1 spans.',
    });
    for (const bytes of ['', 'ok', '\u0000\u0000', '\n\u00ff'].map((text) => Buffer.from(text, 'latin1'))) {
      receiver.behave((_received, response) => response.writeHead(200, protobuf).end(bytes));
      expect(await send('otlp', {}, [record()])).toEqual({ kind: 'accepted' });
    }
  });

  it.each([
    [
      'langfuse',
      {
        'langfuse.trace.tags': { arrayValue: { values: [{ stringValue: 'app=chat' }] } },
        'langfuse.trace.metadata.team': { stringValue: 'search' },
        'gen_ai.usage.cost': { doubleValue: 0.5 },
      },
    ],
    [
      'openinference',
      {
        'openinference.span.kind': { stringValue: 'LLM' },
        'llm.token_count.prompt': { intValue: '10' },
        'llm.cost.total': { doubleValue: 0.5 },
        'tag.tags': { arrayValue: { values: [{ stringValue: 'app=chat' }] } },
        metadata: { stringValue: expect.stringContaining('"team":"search"') },
      },
    ],
  ])('is a collector with the attributes of %s where that is asked for', async (dialect, expected) => {
    const one = record({ cost_usd: 0.5, tags: { app: 'chat' }, team: 'search' });
    await send('otlp', { encoding: 'json', dialect }, [one]);
    await send('otlp', { encoding: 'json' }, [one]);
    const [asked, plain] = receiver.received.map(({ text }) => {
      const [span] = readJsonSpans(text);
      return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value]));
    });
    expect(asked).toMatchObject(expected);
    expect(Object.keys(plain ?? {})).not.toEqual(expect.arrayContaining([Object.keys(expected)[0]]));
  });
});

describe('a sink in object storage', () => {
  let storage: ObjectStorageServer;

  beforeEach(async () => {
    storage = await startObjectStorage();
  });
  afterEach(() => storage.close());

  const sink = (more: object = {}) =>
    open('s3', {
      bucket: storage.bucket,
      endpoint: storage.url,
      access_key_id: storage.accessKeyId,
      secret_access_key: storage.secretAccessKey,
      path_style: true,
      prefix: 'logs/',
      ...more,
    });

  it('gets an object for each day and organization, which a repetition overwrites', async () => {
    const records = [
      record({ organization_id: 'a' }),
      record({ organization_id: 'a' }, '2026-12-01T00:00:00.000Z'),
      record(),
    ];
    expect(await sink().send({ id: BATCH, records })).toEqual({ kind: 'accepted' });
    expect(await sink().send({ id: BATCH, records })).toEqual({ kind: 'accepted' });
    expect([...storage.objects.keys()].toSorted()).toEqual([
      `logs/day=2026-11-30/organization=a/${BATCH}.ndjson.gz`,
      `logs/day=2026-11-30/organization=none/${BATCH}.ndjson.gz`,
      `logs/day=2026-12-01/organization=a/${BATCH}.ndjson.gz`,
    ]);
    const [first] = storage.objects.values();
    expect(JSON.parse(gunzipSync(first ?? '').toString())).toEqual(records[0]);
  });

  it('gets its records by their organization where the fields of the sink leave that out', async () => {
    const { id, time } = record();
    const origins = [{ organizationId: 'a', workspaceId: null, kind: 'call' }];
    expect(await sink().send({ id: BATCH, records: [{ id, time }], origins })).toEqual({ kind: 'accepted' });
    expect([...storage.objects.keys()]).toEqual([`logs/day=2026-11-30/organization=a/${BATCH}.ndjson.gz`]);
  });

  it('gets Parquet with typed columns and exact amounts, and the same bytes again', async () => {
    const records = Array.from({ length: 300 }, (_, index) =>
      record({
        ...{ organization_id: index < 200 ? 'a' : null, cost_usd: (index * 7 + 1) / 1e7, streamed: index % 2 === 0 },
        ...{ tags: { app: 'chat' }, details: { routing: index }, prompt_tokens: index % 3 === 0 ? null : 5e9 + index },
      }),
    );
    const parquet = sink({ format: 'parquet' });
    expect(await parquet.send({ id: BATCH, records })).toEqual({ kind: 'accepted' });
    const before = new Map(storage.objects);
    expect(await parquet.send({ id: BATCH, records })).toEqual({ kind: 'accepted' });
    expect(storage.objects).toEqual(before);
    expect([...before.keys()].toSorted()).toEqual([
      `logs/day=2026-11-30/organization_id=__HIVE_DEFAULT_PARTITION__/${BATCH}.parquet`,
      `logs/day=2026-11-30/organization_id=a/${BATCH}.parquet`,
    ]);
    const rows = (await Promise.all([...before.values()].map(readParquet))).flat();
    expect(rows).toHaveLength(300);
    const sum = rows.reduce((total, row) => total + Math.round(Number(row.cost_usd) * 1e10), 0);
    expect(sum).toBe(records.reduce((total, each) => total + Math.round(Number(each.cost_usd) * 1e10), 0));
    const row = rows.find(({ id }) => id === records[4]?.id);
    expect(row).toMatchObject({
      time: new Date('2026-11-30T10:00:00.000Z'),
      ...{
        organization_id: 'a',
        prompt_tokens: 5_000_000_004n,
        streamed: true,
        cost_usd: 0.0000029,
        duration_ms: 12.5,
      },
      ...{ tags: '{"app":"chat"}', details: '{"routing":4}', error_code: null, status: 200 },
    });
    expect(Object.keys(row ?? {})).toEqual(EXPORT_FIELDS.map(({ name }) => name));
  });

  it('gets a manifest of each day once the objects are there', async () => {
    const records = [record({ organization_id: 'a' }), record(), record({}, '2026-12-01T00:00:00.000Z')];
    expect(await sink({ manifest: true }).send({ id: BATCH, records })).toEqual({ kind: 'accepted' });
    const name = `logs/_manifests/day=2026-11-30/${BATCH}.json`;
    expect([...storage.objects.keys()]).toContain(`logs/_manifests/day=2026-12-01/${BATCH}.json`);
    expect(storage.requests.slice(0, 3).join()).not.toContain('_manifests');
    const { objects, ...manifest } = JSON.parse(String(storage.objects.get(name))) as {
      objects: { key: string; bytes: number; sha256: string }[];
    };
    expect(manifest).toEqual({ batch: BATCH, day: '2026-11-30', format: 'ndjson', schema_version: 1 });
    expect(objects).toHaveLength(2);
    for (const { bytes, key, sha256 } of objects) {
      const object = storage.objects.get(`logs/${key}`) ?? Buffer.alloc(0);
      expect([bytes, sha256]).toEqual([object.length, createHash('sha256').update(object).digest('hex')]);
    }
  });

  it.each([
    ['AccessDenied', 403, 'refused'],
    ['NoSuchBucket', 404, 'refused'],
    ['SlowDown', 503, 'away'],
  ])('that answers %s with %s is %s', async (code, status, kind) => {
    storage.refuse(code, status);
    expect(await sink().send({ id: BATCH, records: [record()] })).toMatchObject({ kind });
  });
});

/** Rows of a file, as another library reads them. */
const readParquet = (file: Buffer): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({
    file: new Uint8Array(file).buffer,
    compressors: { GZIP: (bytes) => new Uint8Array(gunzipSync(bytes)) },
  });

describe('a sink in the storage of Azure', () => {
  let receiver: Receiver;
  const KEY = Buffer.from('key of the account').toString('base64');

  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const send = (more: object, records = [record({ organization_id: 'a' })]) =>
    open('azure_blob', { url: receiver.url, container: 'records', prefix: 'logs/', ...more }).send({
      id: BATCH,
      records,
    });

  it('gets a blob whose request is signed with the key of the account', async () => {
    expect(await send({ account: 'lane', account_key: KEY })).toEqual({ kind: 'accepted' });
    const [got] = receiver.received;
    const path = `/records/logs/day%3D2026-11-30/organization%3Da/${BATCH}.ndjson.gz`;
    expect(got?.url).toBe(path);
    const { authorization, 'content-length': length, 'x-ms-date': date } = got?.headers ?? {};
    const signed = [
      `PUT\n\n\n${length}\n\napplication/octet-stream\n\n\n\n\n\n`,
      `x-ms-blob-type:BlockBlob\nx-ms-date:${date}\nx-ms-version:2021-12-02\n/lane${path}`,
    ].join('\n');
    const signature = createHmac('sha256', Buffer.from(KEY, 'base64')).update(signed).digest('base64');
    expect(authorization).toBe(`SharedKey lane:${signature}`);
    expect(JSON.parse(gunzipSync(got?.body ?? '').toString())).toMatchObject({ outcome: 'success' });
  });

  it('gets a blob with a shared access signature, and no other credential', async () => {
    expect(await send({ sas_token: '?sv=2021-12-02&sp=cw&sig=hush%3D', format: 'parquet' })).toEqual({
      kind: 'accepted',
    });
    const [got] = receiver.received;
    expect(got?.url).toMatch(/organization_id%3Da\/.*\.parquet\?sv=2021-12-02&sp=cw&sig=hush%3D$/);
    expect(got?.headers).not.toHaveProperty('authorization');
    expect(await readParquet(got?.body ?? Buffer.alloc(0))).toHaveLength(1);
  });

  it.each([
    [
      403,
      'AuthorizationFailure',
      { kind: 'refused', reason: 'The object storage answered 403 (AuthorizationFailure).' },
    ],
    [404, 'ContainerNotFound', { kind: 'refused', reason: 'The object storage answered 404 (ContainerNotFound).' }],
    [400, 'InvalidHeaderValue', { kind: 'refused', reason: 'The object storage answered 400 (InvalidHeaderValue).' }],
    [503, 'ServerBusy', { kind: 'away', reason: 'The object storage answered 503 (ServerBusy).' }],
    [500, 'not a code: <hush>', { kind: 'away', reason: 'The object storage answered 500.' }],
  ])('that answers %d with %s is understood', async (status, code, expected) => {
    receiver.behave(answer(status, { 'x-ms-error-code': code }));
    expect(await send({ account: 'lane', account_key: KEY })).toMatchObject(expected);
  });
});

describe('a sink in a file', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'exports-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('appends lines, and is refused if its folder does not exist', async () => {
    const path = join(folder, 'records.ndjson');
    await writeFile(path, '{}\n');
    expect(await open('file', { path }).send({ id: BATCH, records: [record(), record()] })).toEqual({
      kind: 'accepted',
    });
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(3);
    const away = open('file', { path: join(folder, 'missing', 'records.ndjson') });
    expect(await away.send({ id: BATCH, records: [record()] })).toEqual({
      kind: 'refused',
      reason: 'The file could not be written (ENOENT).',
    });
  });

  it('begins on a new line after a write that was killed half-way', async () => {
    const path = join(folder, 'records.ndjson');
    await writeFile(path, '{"id":"a"}\n{"id":"b","mod');
    const written = record();
    await open('file', { path }).send({ id: BATCH, records: [written] });
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ id: written.id });
  });
});
