import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { createGuardedDial, createTrustedDial, type Dial, parseAllowedNetworks } from '@multilane/egress';
import { auditLine, findClosedPort, makeCertificate } from '@multilane/testing';
import { type KafkaOptions, type KafkaServer, startKafka, type WriteFate } from '@multilane/testing/kafka';
import { type ExportRecord, readExportRecord } from '../../export-record.js';
import { openSink } from '../open-sink.js';
import type { Sink } from '../sink.js';

const LOGIN = { mechanism: 'SCRAM-SHA-512', username: 'lane', password: 'hush' } as const;
const ORGANIZATIONS = Array.from({ length: 5 }, () => randomUUID());

/** Closes what a test has opened. */
const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function start(options: KafkaOptions = {}): Promise<KafkaServer> {
  const kafka = await startKafka(options);
  open.push(() => kafka.close());
  return kafka;
}

interface Opened {
  readonly config?: object;
  readonly dial?: Dial;
  readonly timeoutMs?: number;
}

function connect(brokers: readonly string[], { config = {}, dial, timeoutMs = 10_000 }: Opened = {}): Sink {
  const settings = { brokers, topic: 'records', tls: false, ...config };
  const sink = { name: 'one', kind: 'kafka', timeout_ms: timeoutMs, config: settings };
  const text = JSON.stringify({ database: { url: 'postgres://h/d' }, exports: [sink] });
  const [entry] = parseConfig(text, { env: {} }).config.exports;
  if (entry === undefined) throw new Error('There is no sink.');
  const opened = openSink(entry, { send: fetch as never, dial: dial ?? createTrustedDial({}) });
  open.push(() => opened.close?.());
  return opened;
}

const record = (values: object = {}): ExportRecord =>
  readExportRecord(JSON.parse(auditLine(values)) as Record<string, unknown>);

const makeRecords = (count: number): ExportRecord[] =>
  Array.from({ length: count }, (_, index) => record({ organization_id: ORGANIZATIONS[index % 5] }));

const idsOf = ({ messages }: KafkaServer): string[] =>
  messages.map(({ headers }) => String(headers['record-id'])).toSorted();

const sorted = (records: readonly ExportRecord[]): string[] => records.map(({ id }) => id).toSorted();

/** Gives the first requests that write these fates, and stores the others. */
function befall(kafka: KafkaServer, ...fates: readonly (WriteFate | undefined)[]): void {
  const left = [...fates];
  kafka.decide(() => left.shift());
}

describe('a sink that is Kafka', () => {
  it('gets each record once, with its organization as the key and in one partition', async () => {
    const kafka = await start({ brokers: 3, partitions: 6 });
    const sink = connect(kafka.brokers);
    const records = makeRecords(200);
    expect(await sink.send({ id: 'b', records })).toEqual({ kind: 'accepted' });
    expect(idsOf(kafka)).toEqual(sorted(records));
    for (const organization of ORGANIZATIONS) {
      const own = kafka.messages.filter(({ key }) => key === organization);
      expect(own).toHaveLength(40);
      expect(new Set(own.map(({ partition }) => partition)).size).toBe(1);
    }
    const [first] = kafka.messages;
    expect(first?.headers).toEqual({
      'record-id': expect.any(String),
      'record-kind': 'call',
      'content-type': 'application/json',
      'schema-version': '1',
    });
    expect(JSON.parse(String(first?.value))).toMatchObject({ outcome: 'success', cost_usd: 0.5 });
  });

  it('keeps the organization as the key where the fields of the sink leave it out', async () => {
    const kafka = await start();
    const [one] = ORGANIZATIONS;
    const origins = [{ organizationId: one ?? null, workspaceId: null, kind: 'call' }];
    const records = [{ id: randomUUID(), time: new Date().toISOString() }];
    expect(await connect(kafka.brokers).send({ id: 'b', records, origins })).toEqual({ kind: 'accepted' });
    expect(kafka.messages[0]?.key).toBe(one);
  });

  it('spreads records by their own ids if it is told so, and those of no organization always', async () => {
    const kafka = await start({ partitions: 8 });
    const records = Array.from({ length: 64 }, () => record());
    expect(await connect(kafka.brokers).send({ id: 'b', records })).toEqual({ kind: 'accepted' });
    expect(new Set(kafka.messages.map(({ partition }) => partition)).size).toBeGreaterThan(4);
    expect(kafka.messages.every(({ key }) => key === undefined)).toBe(true);
    await connect(kafka.brokers, { config: { key: 'record' } }).send({ id: 'c', records: records.slice(0, 1) });
    expect(kafka.messages.map(({ key }) => key)).toContain(records[0]?.id);
  });

  it.each<[string, WriteFate]>([
    ['its answer is lost', 'lost'],
    ['it breaks the connection off', 'cut'],
    ['it has too few replicas', 19],
    ['it has written, and too few replicas have', 20],
    ['it no longer leads the partition', 6],
  ])('has each record once after %s', async (_title, fate) => {
    const kafka = await start({ brokers: 2, partitions: 4 });
    befall(kafka, undefined, fate, undefined, fate);
    const sink = connect(kafka.brokers);
    const records = makeRecords(50);
    expect(await sink.send({ id: 'b', records })).toEqual({ kind: 'accepted' });
    const more = makeRecords(50);
    expect(await sink.send({ id: 'c', records: more })).toEqual({ kind: 'accepted' });
    expect(idsOf(kafka)).toEqual(sorted([...records, ...more]));
  });

  it('has each record once if it is away for longer, and the batch comes again', async () => {
    const kafka = await start({ brokers: 2, partitions: 4 });
    const sink = connect(kafka.brokers);
    const records = makeRecords(50);
    kafka.decide(() => 'lost');
    expect(await sink.send({ id: 'b', records })).toMatchObject({ kind: 'away' });
    kafka.decide(() => 'cut');
    expect(await sink.send({ id: 'b', records })).toMatchObject({ kind: 'away' });
    kafka.decide(() => undefined);
    expect(await sink.send({ id: 'b', records })).toEqual({ kind: 'accepted' });
    expect(idsOf(kafka)).toEqual(sorted(records));
  });

  it('has each record once after its answer came too late', async () => {
    const kafka = await start({ partitions: 2 });
    const sink = connect(kafka.brokers, { timeoutMs: 500 });
    const records = makeRecords(20);
    befall(kafka, 'silent', 'silent');
    expect(await sink.send({ id: 'b', records })).toEqual({
      kind: 'away',
      reason: 'The brokers did not answer in time.',
    });
    expect(await sink.send({ id: 'b', records })).toMatchObject({ kind: expect.stringMatching(/away|accepted/) });
    expect(await sink.send({ id: 'b', records })).toEqual({ kind: 'accepted' });
    expect(idsOf(kafka)).toEqual(sorted(records));
  });

  it('follows a partition to its new leader', async () => {
    const kafka = await start({ brokers: 2, partitions: 1 });
    const sink = connect(kafka.brokers);
    await sink.send({ id: 'b', records: makeRecords(5) });
    kafka.lead(0, 1);
    expect(await sink.send({ id: 'c', records: makeRecords(5) })).toEqual({ kind: 'accepted' });
    expect(kafka.messages).toHaveLength(10);
  });

  it('goes on where the cluster has forgotten the producer', async () => {
    const kafka = await start();
    const sink = connect(kafka.brokers);
    befall(kafka, undefined, 59);
    await sink.send({ id: 'b', records: makeRecords(5) });
    kafka.forgetProducers();
    expect(await sink.send({ id: 'c', records: makeRecords(5) })).toEqual({ kind: 'accepted' });
    expect(kafka.messages).toHaveLength(10);
  });

  it('gets batches that its topic takes, and rejects the one record that is too large', async () => {
    const kafka = await start({ mostBytes: 8_000 });
    const sink = connect(kafka.brokers, { config: { gzip: false } });
    const records = makeRecords(60);
    expect(await sink.send({ id: 'b', records })).toEqual({ kind: 'accepted' });
    expect(idsOf(kafka)).toEqual(sorted(records));
    const large = record({ details: { text: 'x'.repeat(9_000) } });
    const before = makeRecords(1);
    expect(await sink.send({ id: 'c', records: [...before, large] })).toMatchObject({ kind: 'records' });
    expect(await sink.send({ id: 'c1', records: before })).toEqual({ kind: 'accepted' });
    expect(await sink.send({ id: 'c2', records: [large] })).toEqual({
      kind: 'records',
      reason: 'The record is larger than the topic takes (Kafka, code 10).',
    });
    expect(idsOf(kafka)).toEqual(sorted([...records, ...before]));
  });

  it.each<[string, number, object]>([
    [
      'refuses the topic to the login',
      29,
      { kind: 'refused', reason: 'The login may not write to the topic (Kafka, code 29).' },
    ],
    ['finds a fault with records', 87, { kind: 'records', reason: 'Kafka answered with code 87.' }],
    ['has no disk', 56, { kind: 'away', reason: 'Kafka answered with code 56.' }],
  ])('that %s is understood', async (_title, code, expected) => {
    const kafka = await start();
    kafka.decide(() => code);
    expect(await connect(kafka.brokers).send({ id: 'b', records: makeRecords(3) })).toEqual(expected);
    expect(kafka.messages).toEqual([]);
  });

  it('refuses records of a topic that does not exist', async () => {
    const kafka = await start();
    const sink = connect(kafka.brokers, { config: { topic: 'others' } });
    expect(await sink.send({ id: 'b', records: makeRecords(1) })).toEqual({
      kind: 'refused',
      reason: 'The topic does not exist (Kafka, code 3).',
    });
  });

  it('is found by the second name where the first broker is away', async () => {
    const kafka = await start();
    const away = `127.0.0.1:${await findClosedPort()}`;
    const sink = connect([away, ...kafka.brokers]);
    expect(await sink.send({ id: 'b', records: makeRecords(1) })).toEqual({ kind: 'accepted' });
    expect(await connect([away]).send({ id: 'b', records: makeRecords(1) })).toEqual({
      kind: 'away',
      reason: 'A broker could not be reached (ECONNREFUSED).',
    });
  });
});

describe('a login to Kafka', () => {
  const CONFIG = { sasl_mechanism: LOGIN.mechanism, username: LOGIN.username, password: LOGIN.password };

  it.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const)(
    'by %s is taken, and a wrong one is not',
    async (mechanism) => {
      const kafka = await start({ login: { ...LOGIN, mechanism } });
      const config = { ...CONFIG, sasl_mechanism: mechanism };
      const records = makeRecords(2);
      expect(await connect(kafka.brokers, { config }).send({ id: 'b', records })).toEqual({ kind: 'accepted' });
      const wrong = connect(kafka.brokers, { config: { ...config, password: 'guess' } });
      expect(await wrong.send({ id: 'b', records })).toEqual({
        kind: 'refused',
        reason: 'The login was rejected (Kafka, code 58).',
      });
      expect(kafka.messages).toHaveLength(2);
    },
  );

  it('by another mechanism than the cluster has is refused', async () => {
    const kafka = await start({ login: { ...LOGIN, mechanism: 'PLAIN' } });
    expect(await connect(kafka.brokers, { config: CONFIG }).send({ id: 'b', records: makeRecords(1) })).toEqual({
      kind: 'refused',
      reason: 'The cluster does not take this mechanism of the login (Kafka, code 33).',
    });
  });

  it.each<[string, object]>([
    ['asks for a hash of two thousand million rounds', { iterations: 2_000_000_000 }],
    ['answers nonsense', { firstAnswer: 'nonsense' }],
    ['answers with a half of what it should', { firstAnswer: 'r=,s=,i=4096' }],
    ['answers without a number', { firstAnswer: 's=AAAA,i=4096' }],
  ])('ends at a broker that %s, and holds nothing up', async (_title, more) => {
    const kafka = await start({ login: { ...LOGIN, ...more } });
    const startedAt = performance.now();
    const answer = await connect(kafka.brokers, { config: CONFIG }).send({ id: 'b', records: makeRecords(1) });
    expect(answer.kind).toMatch(/refused|away/);
    expect(JSON.stringify(answer)).not.toContain('nonsense');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('over TLS needs a certificate of the host', async () => {
    const certificate = await makeCertificate('kafka.test');
    open.push(() => certificate.remove());
    const kafka = await start({ login: { ...LOGIN, mechanism: 'PLAIN' }, tls: certificate });
    const config = { ...CONFIG, sasl_mechanism: 'PLAIN', tls: true };
    const records = makeRecords(1);
    const trusting = connect(kafka.brokers, { config: { ...config, ca: certificate.cert } });
    expect(await trusting.send({ id: 'b', records })).toEqual({ kind: 'accepted' });
    expect(await connect(kafka.brokers, { config }).send({ id: 'b', records })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('The certificate of a broker is not accepted'),
    });
    const unencrypted = connect(kafka.brokers, { config: { ...config, tls: false } });
    expect((await unencrypted.send({ id: 'b', records })).kind).toMatch(/refused|away/);
    expect(kafka.messages).toHaveLength(1);
  });
});

describe('an address of Kafka that people name', () => {
  const loopback = { family: 4, address: '127.0.0.1' } as const;

  /** Allows 127.0.0.1 in the place of the internet, and resolves names to what they say. */
  const guarded = (names: Readonly<Record<string, string>> = {}): Dial =>
    createGuardedDial({
      allowed: parseAllowedNetworks(['127.0.0.1']),
      resolve: (host, _options, done) => done(null, [{ ...loopback, address: names[host] ?? '127.0.0.1' }]),
    });

  it('is reached where it is allowed, by its name too', async () => {
    const kafka = await start();
    const [port] = kafka.brokers.map((broker) => broker.split(':')[1]);
    const sink = connect([`kafka.example.com:${port}`], { dial: guarded() });
    expect(await sink.send({ id: 'b', records: makeRecords(1) })).toEqual({ kind: 'accepted' });
  });

  it.each([
    ['an address', '127.0.0.2'],
    ['an address in another notation', '2130706434'],
    ['a name that leads inside', 'inside.example.com'],
  ])('does not lead to another host that a broker names: %s', async (_title, host) => {
    const kafka = await start({ brokers: 2, partitions: 2 });
    let reached = 0;
    const inner = createServer((socket: Socket) => {
      reached += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => inner.listen(0, '127.0.0.2', done));
    open.push(() => new Promise((done) => inner.close(done)));
    kafka.advertise(1, host, (inner.address() as { port: number }).port);
    const dial = guarded({ 'inside.example.com': '127.0.0.2', '2130706434': '127.0.0.2' });
    const sink = connect(kafka.brokers.slice(0, 1), { dial });
    expect(await sink.send({ id: 'b', records: makeRecords(40) })).toMatchObject({
      kind: 'away',
      reason: expect.stringMatching(/^Refused: the host is, or its name resolves to/),
    });
    expect(reached).toBe(0);
  });

  it('is refused where the operator lets requests out through a proxy alone', async () => {
    const kafka = await start();
    const dial = createGuardedDial({ allowed: parseAllowedNetworks(['127.0.0.1']), proxy: 'http://127.0.0.1:1' });
    expect(await connect(kafka.brokers, { dial }).send({ id: 'b', records: makeRecords(1) })).toMatchObject({
      kind: 'away',
      reason: expect.stringContaining('through a proxy alone'),
    });
    expect(kafka.connections).toEqual([0]);
  });
});

describe('a host that is no broker', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['answers in HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['announces an answer of two gigabytes', (socket) => socket.write(Buffer.from('7fffffff00000001', 'hex'))],
    ['answers what nobody asked', (socket) => socket.write(Buffer.from('000000080000006300000000', 'hex'))],
    ['answers with an error that is no answer', (socket) => socket.write(Buffer.from('000000060000000100ff', 'hex'))],
    ['never answers', () => undefined],
    ['hangs up', (socket) => socket.destroy()],
  ])('and %s ends the batch, and nothing else', async (_title, behave) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => behave(socket));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    open.push(() => new Promise((done) => server.close(done)));
    const { port } = server.address() as { port: number };
    const sink = connect([`127.0.0.1:${port}`], { timeoutMs: 1_000 });
    const answer = await sink.send({ id: 'b', records: makeRecords(1) });
    expect(answer.kind).toMatch(/refused|away/);
    sink.close?.();
  });
});
