import type { Socket } from 'node:net';
import type { Dial } from '@multilane/egress';
import type * as Kafka from '@platformatic/kafka';
import { codeOf, explainCode, faultOf, KafkaFault } from './kafka-fault.js';

export type Library = typeof Kafka;

/** A name and a password, and how they are told to a broker. */
export interface KafkaLogin {
  readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512';
  readonly username: string;
  readonly password: string;
}

export interface KafkaWay {
  readonly dial: Dial;
  /** Undefined: connections are not encrypted. */
  readonly tls: { readonly ca?: string | undefined } | undefined;
  readonly login: KafkaLogin | undefined;
  readonly library: Library;
}

export interface KafkaHost {
  readonly host: string;
  readonly port: number;
}

/** A function of the library that writes a request and reads its answer, in one version of the protocol. */
export interface KafkaApi<Arguments extends readonly unknown[], Answer> {
  (connection: never, ...args: [...Arguments, (error: Error | null, answer: Answer) => void]): void;
  readonly key: number;
  readonly version: number;
}

type VersionsApi = KafkaApi<[name: string, version: string], Kafka.apiVersionsV3.ApiVersionsResponse>;

/** Answers are short: the longest is the list of partitions of one topic. A longer one is a broker that wants memory. */
const MOST_ANSWER_BYTES = 1024 * 1024;
/** Rounds of the hash of a password. A broker names them, and those of Kafka are 4,096 to 16,384 (KIP-84). */
const MOST_ITERATIONS = 100_000;
/** Share of the life of a login after which a connection is opened anew. */
const LOGIN_SHARE = 0.8;
const CLIENT = 'multilane';

interface Pending {
  readonly id: number;
  read(bytes: Buffer): void;
  fail(error: unknown): void;
}

/**
 * A connection to one broker, with one request at a time. The library writes requests and reads answers; its own connections would reach any host,
 * buffer any answer, and end the process for some that are not of the protocol. Whatever a broker sends ends this connection at most.
 */
export class KafkaConnection {
  private readonly versions = new Map<number, { readonly min: number; readonly max: number }>();
  private readonly parts: Buffer[] = [];
  private size = 0;
  private pending: Pending | undefined = undefined;
  private sent = 0;
  private endsAt = Number.POSITIVE_INFINITY;
  private failure: unknown = undefined;

  private constructor(
    private readonly socket: Socket,
    private readonly library: Library,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.take(bytes));
    socket.on('error', (error) => this.end(error));
    socket.on('close', () => this.end(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  }

  /** Connects and logs in. */
  static async open({ host, port }: KafkaHost, way: KafkaWay, signal: AbortSignal): Promise<KafkaConnection> {
    const socket = await way.dial({ host, port, tls: way.tls, signal });
    const connection = new KafkaConnection(socket, way.library);
    try {
      await connection.begin(way.login, signal);
      return connection;
    } catch (error) {
      connection.end(error);
      throw error;
    }
  }

  /** True while it takes requests. */
  get isOpen(): boolean {
    return this.failure === undefined && performance.now() < this.endsAt;
  }

  /**
   * Makes a request in the newest version that both sides have. Rejects with the library's error where the answer says one.
   *
   * @param apis the same request in its versions, the newest first
   */
  async call<Arguments extends readonly unknown[], Answer>(
    apis: readonly KafkaApi<Arguments, Answer>[],
    args: Arguments,
    signal: AbortSignal,
  ): Promise<Answer> {
    const api = apis.find(({ key, version }) => {
      const known = this.versions.get(key);
      return known !== undefined && version >= known.min && version <= known.max;
    });
    if (api === undefined) throw faultOf(UNSUPPORTED);
    return this.run((done) => api(this as never, ...args, done), signal);
  }

  /**
   * Sends a request, as the functions of the library ask for it.
   *
   * @param hasRequestTags true if the head of the request ends with tagged fields
   * @param hasAnswerTags the same of the answer
   */
  send(
    apiKey: number,
    apiVersion: number,
    createPayload: () => Kafka.Writer | Promise<Kafka.Writer>,
    parse: (id: number, key: number, version: number, reader: Kafka.Reader) => unknown,
    hasRequestTags: boolean,
    hasAnswerTags: boolean,
    done: (error: Error | null, answer?: unknown) => void,
  ): void {
    const { Reader, Writer } = this.library;
    const write = async (): Promise<void> => {
      const payload = await createPayload();
      if (this.failure !== undefined || this.pending !== undefined) throw this.failure ?? new Error('busy');
      this.sent = (this.sent + 1) % MOST_SENT;
      const id = this.sent;
      const writer = Writer.create().appendInt16(apiKey).appendInt16(apiVersion).appendInt32(id);
      writer.appendString(CLIENT, false);
      if (hasRequestTags) writer.appendTaggedFields();
      writer.appendFrom(payload).prependLength();
      this.pending = {
        id,
        read: (bytes) => {
          let answer: unknown;
          try {
            answer = parse(id, apiKey, apiVersion, Reader.from(bytes.subarray(hasAnswerTags ? 1 : 0)));
          } catch (error) {
            done(error as Error);
            return;
          }
          done(null, answer);
        },
        fail: (error) => done(error as Error),
      };
      this.socket.write(writer.buffer);
    };
    write().catch((error: unknown) => done(error as Error));
  }

  /** Closes it. A request that is under way fails. */
  close(): void {
    this.end(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  }

  private async begin(login: KafkaLogin | undefined, signal: AbortSignal): Promise<void> {
    const { apiVersionsV3, saslAuthenticateV2, saslHandshakeV1 } = this.library;
    const askVersions = apiVersionsV3.api as unknown as VersionsApi;
    const { apiKeys } = await this.run<Kafka.apiVersionsV3.ApiVersionsResponse>(
      (done) => askVersions(this as never, CLIENT, '1', done),
      signal,
    );
    for (const { apiKey, maxVersion, minVersion } of apiKeys) {
      this.versions.set(apiKey, { min: minVersion, max: maxVersion });
    }
    if (login === undefined) return;
    await this.call([saslHandshakeV1.api], [login.mechanism], signal).catch(explainCode);
    if (!this.versions.has(saslAuthenticateV2.api.key)) throw faultOf(UNSUPPORTED);
    const { sessionLifetimeMs } = await this.run<{ readonly sessionLifetimeMs: bigint }>(
      (done) => this.logIn(login, done),
      signal,
    ).catch((error: unknown) => {
      throw explainLogin(error);
    });
    if (sessionLifetimeMs > 0n) this.endsAt = performance.now() + Number(sessionLifetimeMs) * LOGIN_SHARE;
  }

  private logIn({ mechanism, password, username }: KafkaLogin, done: unknown): void {
    const { saslAuthenticateV2, saslPlain, saslScramSha } = this.library;
    const connection = this as never;
    if (mechanism === 'PLAIN') {
      saslPlain.authenticate(saslAuthenticateV2.api, connection, username, password, done as never);
      return;
    }
    const { defaultCrypto } = saslScramSha;
    const crypto: Kafka.saslScramSha.ScramCryptoModule = {
      ...defaultCrypto,
      hi: (definition, secret, salt, iterations) =>
        Number.isInteger(iterations) && iterations <= MOST_ITERATIONS
          ? defaultCrypto.hi(definition, secret, salt, iterations)
          : Promise.reject(new KafkaFault('refused', `The login asks for more than ${MOST_ITERATIONS} iterations.`)),
    };
    const algorithm = mechanism === 'SCRAM-SHA-256' ? 'SHA-256' : 'SHA-512';
    saslScramSha.authenticate(saslAuthenticateV2.api, connection, algorithm, username, password, crypto, done as never);
  }

  /** Runs a request of the library until it is done, the connection fails, or the time is over, which ends the connection. */
  private run<Answer>(start: (done: (error: Error | null, answer: Answer) => void) => void, signal: AbortSignal) {
    return new Promise<Answer>((pass, fail) => {
      const abort = (): void => {
        this.end(signal.reason);
        fail(signal.reason as Error);
      };
      const settle = (error: Error | null, answer: Answer): void => {
        signal.removeEventListener('abort', abort);
        if (error) fail(error);
        else pass(answer);
      };
      if (signal.aborted) {
        abort();
        return;
      }
      signal.addEventListener('abort', abort, { once: true });
      // Code of the library that throws while it reads an answer throws into the connection, which then fails.
      this.onFailure = (error) => settle(error as Error, undefined as never);
      start(settle);
    });
  }

  private onFailure: (error: unknown) => void = () => undefined;

  private take(bytes: Buffer): void {
    if (this.failure !== undefined) return;
    this.parts.push(bytes);
    this.size += bytes.length;
    if (this.size < HEAD_BYTES) return;
    if (this.parts.length > 1 && this.size < this.wanted) return;
    try {
      this.readAnswers(Buffer.concat(this.parts.splice(0)));
    } catch (error) {
      this.end(error);
    }
  }

  /** Bytes until the answer that is arriving is whole. */
  private wanted = 0;

  private readAnswers(bytes: Buffer): void {
    let rest = bytes;
    this.wanted = 0;
    while (rest.length >= HEAD_BYTES) {
      const length = rest.readInt32BE(0);
      if (length < 4 || length > MOST_ANSWER_BYTES) throw new KafkaFault('refused', NO_BROKER);
      if (rest.length < length + 4) {
        this.wanted = length + 4;
        break;
      }
      const answer = rest.subarray(4, length + 4);
      rest = rest.subarray(length + 4);
      const { pending } = this;
      if (pending?.id !== answer.readInt32BE(0)) throw new KafkaFault('refused', NO_BROKER);
      this.pending = undefined;
      pending.read(answer.subarray(4));
    }
    if (rest.length > 0) this.parts.push(rest);
    this.size = rest.length;
  }

  private end(error: unknown): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    this.parts.length = 0;
    this.socket.destroy();
    const { pending } = this;
    this.pending = undefined;
    pending?.fail(error);
    this.onFailure(error);
  }
}

const UNSUPPORTED = 35;
const MOST_SENT = 2 ** 31 - 1;
/** Length and number of an answer. */
const HEAD_BYTES = 8;
const NO_BROKER = 'The address is not one of a Kafka broker, or the broker wants TLS.';

/** The library's errors of a login may quote what a broker wrote. */
function explainLogin(error: unknown): unknown {
  const { cause } = error as { cause?: unknown };
  if (error instanceof KafkaFault) return error;
  if (cause instanceof KafkaFault) return cause;
  const code = codeOf(error) ?? codeOf(cause ?? {});
  if (code !== undefined) return faultOf(code);
  return (error as { code?: unknown }).code === 'PLT_KFK_AUTHENTICATION' && isOfLibrary(cause)
    ? faultOf(REJECTED)
    : (cause ?? error);
}

/** True if no error of the network or the clock is behind a failed login. */
const isOfLibrary = (cause: unknown): boolean =>
  cause === undefined || String((cause as { code?: unknown }).code).startsWith('PLT_');

const REJECTED = 58;
