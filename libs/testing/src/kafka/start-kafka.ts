import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { Reader, type RecordsBatch, readRecordsBatch, Writer } from '@platformatic/kafka';
import { KafkaLogin, type KafkaLoginDemand } from './kafka-login.js';
import { PartitionLog, type StoredMessage } from './partition-log.js';

export type { KafkaLoginDemand } from './kafka-login.js';
export type { StoredMessage } from './partition-log.js';

/** Fate of a request that writes: a code of the protocol, or one of these. */
export type WriteFate =
  | number
  /** It is stored, and the connection breaks before the answer. */
  | 'lost'
  /** It is not stored, and the connection breaks. */
  | 'cut'
  /** It is stored, and there is never an answer. */
  | 'silent';

export interface KafkaOptions {
  readonly brokers?: number;
  readonly partitions?: number;
  readonly topic?: string;
  readonly login?: KafkaLoginDemand;
  /** Certificate and key in PEM. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Largest batch that a partition takes, in bytes. */
  readonly mostBytes?: number;
}

/** A cluster that speaks the part of Kafka's protocol that producers need. It is none that keeps anything. */
export interface KafkaServer {
  /** Addresses of the brokers, each as `host:port`. */
  readonly brokers: readonly string[];
  readonly topic: string;
  /** Messages in the order in which they were stored, of each partition after the other. */
  readonly messages: readonly StoredMessage[];
  /** Connections that were accepted, by the index of the broker. */
  readonly connections: readonly number[];
  /** Requests that write, with those that were not stored. */
  readonly writes: number;
  /** Decides over each request that writes from now on. Undefined: it is stored and answered. */
  decide(fate: (batches: readonly RecordsBatch[]) => WriteFate | undefined): void;
  /** Has the brokers name another host for one of them. */
  advertise(broker: number, host: string, port: number): void;
  /** Makes a broker the leader of a partition. */
  lead(partition: number, broker: number): void;
  /** Has brokers forget the producers. */
  forgetProducers(): void;
  close(): Promise<void>;
}

const KEYS = { produce: 0, metadata: 3, handshake: 17, versions: 18, producerId: 22, authenticate: 36 } as const;
/** Versions of requests that are understood, by their keys. */
const VERSIONS: readonly (readonly [number, number, number])[] = [
  [KEYS.produce, 9, 11],
  [KEYS.metadata, 9, 12],
  [KEYS.handshake, 0, 1],
  [KEYS.versions, 0, 3],
  [KEYS.producerId, 2, 4],
  [KEYS.authenticate, 0, 2],
];
const NOT_LEADER = 6;
const UNKNOWN_TOPIC = 3;
const LOGIN_FAILED = 58;
const UNSUPPORTED_MECHANISM = 33;
const MIB = 1024 * 1024;

interface Request {
  readonly key: number;
  readonly version: number;
  readonly reader: Reader;
  readonly broker: number;
  readonly login: KafkaLogin | undefined;
}

/** Answer to a request: its body, or undefined if the connection is to break. Null: there is none. */
type Answer = Writer | undefined | null;

/** Starts one on the loopback interface, with a topic. Partitions are led by the brokers in turn. */
export async function startKafka(options: KafkaOptions = {}): Promise<KafkaServer> {
  const cluster = new FakeCluster(options);
  await cluster.start();
  return cluster;
}

class FakeCluster implements KafkaServer {
  readonly topic: string;
  readonly connections: number[];
  writes = 0;
  private readonly servers: Server[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly logs: PartitionLog[];
  private readonly leaders: number[];
  private advertised: { host: string; port: number }[] = [];
  private fate: (batches: readonly RecordsBatch[]) => WriteFate | undefined = () => undefined;
  private producers = 0n;

  constructor(private readonly options: KafkaOptions) {
    const { brokers = 1, partitions = 1, topic = 'records' } = options;
    this.topic = topic;
    this.connections = Array.from({ length: brokers }, () => 0);
    this.logs = Array.from({ length: partitions }, (_, index) => new PartitionLog(index));
    this.leaders = this.logs.map((_, index) => index % brokers);
  }

  get brokers(): readonly string[] {
    return this.servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  get messages(): readonly StoredMessage[] {
    return this.logs.flatMap(({ messages }) => messages);
  }

  async start(): Promise<void> {
    for (const broker of this.connections.keys()) {
      const { tls } = this.options;
      const serve = (socket: Socket): void => this.serve(socket, broker);
      const server = tls === undefined ? createServer(serve) : createSecureServer(tls, serve);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      this.servers.push(server);
    }
    this.advertised = this.servers.map((server) => ({
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
    }));
  }

  decide(fate: (batches: readonly RecordsBatch[]) => WriteFate | undefined): void {
    this.fate = fate;
  }

  advertise(broker: number, host: string, port: number): void {
    this.advertised[broker] = { host, port };
  }

  lead(partition: number, broker: number): void {
    this.leaders[partition] = broker;
  }

  forgetProducers(): void {
    for (const log of this.logs) log.forget();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(this.servers.map((server) => new Promise((done) => server.close(done))));
  }

  private serve(socket: Socket, broker: number): void {
    this.connections[broker] = (this.connections[broker] ?? 0) + 1;
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const login = this.options.login && new KafkaLogin(this.options.login);
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 4 && rest.length >= rest.readInt32BE(0) + 4) {
        const end = rest.readInt32BE(0) + 4;
        this.answer(socket, rest.subarray(4, end), broker, login);
        rest = rest.subarray(end);
      }
    });
  }

  private answer(socket: Socket, bytes: Buffer, broker: number, login: KafkaLogin | undefined): void {
    const reader = Reader.from(bytes);
    const key = reader.readInt16();
    const version = reader.readInt16();
    const id = reader.readInt32();
    reader.readNullableString(false);
    if (key !== KEYS.handshake) reader.readTaggedFields();
    const isOfLogin = key === KEYS.versions || key === KEYS.handshake || key === KEYS.authenticate;
    const mayAsk = login === undefined || login.isDone || isOfLogin;
    const body = mayAsk ? this.run({ key, version, reader, broker, login }) : undefined;
    if (body === null) return;
    if (body === undefined) {
      socket.destroy();
      return;
    }
    const writer = Writer.create().appendInt32(id);
    if (key !== KEYS.versions && key !== KEYS.handshake) writer.appendTaggedFields();
    socket.write(writer.appendFrom(body).prependLength().buffer);
  }

  private run(request: Request): Answer {
    switch (request.key) {
      case KEYS.versions:
        return writeVersions();
      case KEYS.handshake:
        return this.shakeHands(request.reader.readString(false));
      case KEYS.authenticate:
        return authenticate(request);
      case KEYS.metadata:
        return this.describe(request);
      case KEYS.producerId:
        this.producers += 1n;
        return Writer.create()
          .appendInt32(0)
          .appendInt16(0)
          .appendInt64(this.producers)
          .appendInt16(0)
          .appendTaggedFields();
      case KEYS.produce:
        return this.produce(request);
      default:
        return undefined;
    }
  }

  private shakeHands(mechanism: string): Writer {
    const known = this.options.login?.mechanism;
    const code = mechanism === known ? 0 : UNSUPPORTED_MECHANISM;
    const mechanisms = known === undefined ? [] : [known];
    return Writer.create()
      .appendInt16(code)
      .appendArray(mechanisms, (writer, each) => writer.appendString(each, false), false, false);
  }

  private describe({ reader, version }: Request): Writer {
    const topics = reader.readArray((entry) => {
      if (version >= 10) entry.readUUID();
      return entry.readNullableString();
    });
    return Writer.create()
      .appendInt32(0)
      .appendArray(this.advertised, (writer, { host, port }, index) =>
        writer.appendInt32(index).appendString(host).appendInt32(port).appendString(null),
      )
      .appendString('fake')
      .appendInt32(0)
      .appendArray(topics, (writer, topic) => this.describeTopic(writer, topic, version))
      .appendTaggedFields();
  }

  private describeTopic(writer: Writer, topic: string | null, version: number): void {
    const isKnown = topic === this.topic;
    writer.appendInt16(isKnown ? 0 : UNKNOWN_TOPIC).appendString(topic);
    if (version >= 10) writer.appendUUID(null);
    writer.appendBoolean(false).appendArray(isKnown ? this.leaders : [], (each, leader, index) => {
      each.appendInt16(0).appendInt32(index).appendInt32(leader).appendInt32(0);
      for (let list = 0; list < 3; list += 1) each.appendArray([], () => undefined, true, false);
    });
    writer.appendInt32(0);
  }

  private produce({ broker, reader }: Request): Answer {
    this.writes += 1;
    reader.readNullableString();
    reader.readInt16();
    reader.readInt32();
    const partitions = reader.readArray((topic) => {
      topic.readString();
      return topic.readArray((partition) => {
        const index = partition.readInt32();
        const bytes = partition.readBytes();
        return { index, size: bytes.length, batch: readRecordsBatch(Reader.from(bytes)) };
      });
    })[0];
    if (partitions === undefined) return undefined;
    const fate = this.fate(partitions.map(({ batch }) => batch));
    if (fate === 'cut') return undefined;
    const { mostBytes = MIB } = this.options;
    const codes = partitions.map(({ batch, index, size }) => {
      if (typeof fate === 'number') return fate;
      if (this.leaders[index] !== broker) return NOT_LEADER;
      return this.logs[index]?.append(batch, size, mostBytes) ?? UNKNOWN_TOPIC;
    });
    if (fate === 'lost') return undefined;
    if (fate === 'silent') return null;
    return Writer.create()
      .appendArray([this.topic], (writer) =>
        writer.appendString(this.topic).appendArray(partitions, (each, { index }, place) => {
          each.appendInt32(index).appendInt16(codes[place] ?? 0);
          each.appendInt64(0n).appendInt64(-1n).appendInt64(0n);
          each.appendArray([], () => undefined, true, false).appendString(null);
        }),
      )
      .appendInt32(0)
      .appendTaggedFields();
  }
}

function writeVersions(): Writer {
  return Writer.create()
    .appendInt16(0)
    .appendArray([...VERSIONS], (writer, [key, least, most]) =>
      writer.appendInt16(key).appendInt16(least).appendInt16(most),
    )
    .appendInt32(0)
    .appendTaggedFields();
}

function authenticate({ login, reader }: Request): Writer {
  const answer = login?.take(Buffer.from(reader.readBytes()));
  return Writer.create()
    .appendInt16(answer === undefined ? LOGIN_FAILED : 0)
    .appendString(null)
    .appendBytes(answer ?? Buffer.alloc(0))
    .appendInt64(0n)
    .appendTaggedFields();
}
