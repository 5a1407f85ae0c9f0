import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FormRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import { noteRelayedBytes } from '@multilane/process';
import {
  joinAddress,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderExchange,
  ProviderFailure,
  type ProviderTarget,
  type UpstreamBody,
  type UpstreamDraft,
} from '@multilane/providers';
import { applyCredential, type Credential } from '../upstream/credentials/credential-source.js';
import { describeTransportError } from '../upstream/describe-transport-error.js';
import { parseAnswer } from '../upstream/parse-answer.js';
import type { Abortable, UpstreamControl, UpstreamHeaders, UpstreamSink } from '../upstream/upstream-sink.js';
import type { ModelCall } from './model-call.js';
import { takeQuota } from './take-quota.js';

/** Larger answers are not read whole; they may be relayed. */
const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;

/** An error is read up to here; the rest says nothing more. */
const ERROR_LIMIT_BYTES = 64 * 1024;

/** Time limit of a request that is sent when nobody waits any more, in milliseconds. */
const CLEAN_UP_MS = 10_000;

/** Serves a request by its exchange codec; resolves when the answer has begun. */
export async function serveExchange(call: ModelCall): Promise<void> {
  const { exchange: codec, request } = call.plan;
  if (codec === undefined) throw new Error('the plan has no exchange');
  if (call.cancelled) throw new ClientGone();
  const exchange = new RunningExchange(call);
  call.abortable = exchange;
  call.attempts += 1;
  call.takeLosses();
  try {
    call.exchangeAnswer = await codec.serve(request, exchange);
  } catch (error) {
    // A failed request leaves nothing in progress.
    exchange.abort(error as Error);
    throw error;
  }
  if (call.cancelled) throw new ClientGone();
  call.sentWithout = call.takeLosses();
}

/** One attempt to serve a request in as many calls as it takes. */
class RunningExchange implements ProviderExchange, Abortable {
  readonly created = Math.floor(Date.now() / 1000);
  /** By chance alone: boundaries of forms are made from it, and nobody may guess them. */
  readonly idSeed = randomBytes(16).toString('hex');
  private readonly controller = new AbortController();
  private readonly answers = new Set<OpenAnswer>();
  private readonly startedAt = performance.now();

  constructor(private readonly call: ModelCall) {}

  get target(): ProviderTarget {
    return this.call.plan.target.provider;
  }

  get losses(): ModelCall {
    return this.call;
  }

  get publish(): ProviderExchange['publish'] {
    const { facts, services } = this.call;
    return facts.imageOwner && services.images?.publisherFor(facts.imageOwner);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(reason: Error): void {
    this.controller.abort(reason);
    for (const answer of this.answers) answer.abort(reason);
  }

  async send(asked: ProviderCall): Promise<ProviderAnswer> {
    this.signal.throwIfAborted();
    const { call } = this;
    const { target } = call.plan;
    const { first_byte_ms: firstByteMs, idle_ms: idleMs } = target.timeouts;
    const startMs = call.facts.isRelayed === true ? firstByteMs : this.totalMs;
    const answer = new OpenAnswer(startMs, idleMs, (failure, durationMs, credential) => {
      if (failure !== undefined) this.answers.delete(answer);
      call.attemptEnded(failure, durationMs, credential);
    });
    this.answers.add(answer);
    await this.start(asked, answer);
    return answer;
  }

  async sendAnyway(asked: ProviderCall): Promise<void> {
    const answer = new OpenAnswer(CLEAN_UP_MS, CLEAN_UP_MS, () => undefined);
    try {
      await this.start(asked, answer);
      await answer.bytes();
    } catch {
      // Nothing waits for it, and nothing can report it.
    }
  }

  wait(milliseconds: number): Promise<void> {
    const leftMs = this.totalMs - (performance.now() - this.startedAt);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        reject(this.signal.reason as Error);
      };
      const timer = setTimeout(
        () => {
          this.signal.removeEventListener('abort', leave);
          if (milliseconds <= leftMs) resolve();
          else reject(new ProviderFailure('provider_timeout', { detail: `no answer within ${this.totalMs} ms` }));
        },
        Math.max(0, Math.min(milliseconds, leftMs)),
      );
      if (this.signal.aborted) leave();
      else this.signal.addEventListener('abort', leave, { once: true });
    });
  }

  private get totalMs(): number {
    return this.call.totalMs ?? this.call.plan.target.timeouts.total_ms;
  }

  private async start({ bearer, body, headers, method, path }: ProviderCall, answer: OpenAnswer): Promise<void> {
    const { adapter, target } = this.call.plan;
    const { provider, transport } = target;
    const draft: UpstreamDraft = {
      address: adapter.addressCall?.(provider, path) ?? joinAddress(provider.baseUrl, path),
      ...(method && { method }),
      headers: { ...provider.headers, 'accept-encoding': 'identity', ...headers },
      body: isStream(body) ? this.watchSending(body, answer) : body,
    };
    answer.mapError = adapter.mapError;
    let ready: UpstreamDraft;
    if (bearer === undefined) {
      const credential = await target.credentials.current();
      this.call.credentials.push(credential);
      answer.credential = credential;
      if (target.declared !== undefined) await takeQuota(this.call, target.declared, credential, 0);
      ready = await applyCredential(adapter, draft, credential, Date.now());
    } else {
      // Logs must not quote it either.
      this.call.credentials.push(bearer);
      ready = { ...draft, headers: { ...draft.headers, authorization: `Bearer ${bearer}` } };
    }
    if (!answer.isOver) answer.control = transport.send(ready, answer);
    await answer.started;
  }

  /** A provider that takes its time to answer is waited for from the end of the upload on, however slowly the client sends. */
  private async *watchSending(body: AsyncIterable<Uint8Array>, answer: OpenAnswer): AsyncGenerator<Uint8Array> {
    const { form } = this.call.plan.request as FormRequest;
    if (form?.isWhole === false) this.call.isSpent = true;
    answer.waitForClient();
    for await (const bytes of body) {
      answer.waitForProvider();
      noteRelayedBytes(bytes.length);
      yield bytes;
      answer.waitForClient();
    }
    answer.waitForAnswer();
  }
}

/** True if a body is sent piece by piece. */
function isStream(body: UpstreamBody | undefined): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}

type AttemptEnded = (failure: Error | undefined, durationMs: number, credential: Credential) => void;

/** The answer to one call: begun when its head has come with a status of success. */
class OpenAnswer implements UpstreamSink, ProviderAnswer, Abortable {
  status = 0;
  headers: UpstreamHeaders = {};
  credential: Credential = undefined;
  control: UpstreamControl | undefined = undefined;
  mapError: ((status: number, body: string, headers: UpstreamHeaders) => ProviderFailure) | undefined = undefined;
  isOver = false;
  readonly started: Promise<void>;
  private resolve: () => void = unset;
  private reject: (failure: Error) => void = unset;
  private readonly startedAt = performance.now();
  private timer: NodeJS.Timeout | undefined = undefined;
  private hasData = false;
  private errorBody = '';
  private isSettled = false;
  private readonly stream = new Readable({
    read: () => this.goOn(),
    destroy: (error, done) => {
      this.end();
      done(error);
    },
  });

  constructor(
    private readonly startMs: number,
    private readonly idleMs: number,
    private readonly attemptEnded: AttemptEnded,
  ) {
    this.waitForAnswer();
    this.started = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // A reader of `started` gets the error; without one, it must not end the process.
    this.started.catch(() => undefined);
    // The reader gets the error; without a reader, it must not end the process.
    this.stream.on('error', () => undefined);
  }

  get body(): AsyncIterable<Uint8Array> {
    return this.stream;
  }

  async bytes(): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const bytes of this.stream as AsyncIterable<Buffer>) {
      size += bytes.length;
      if (size > ANSWER_LIMIT_BYTES) {
        throw new ProviderFailure('provider_error', { detail: 'the answer is larger than 64 MiB' });
      }
      pieces.push(bytes);
    }
    return Buffer.concat(pieces);
  }

  async json(keepsLongIntegers = false): Promise<unknown> {
    const bytes = await this.bytes();
    try {
      return await parseAnswer(bytes, keepsLongIntegers);
    } catch {
      throw new ProviderFailure('provider_error', { detail: `the answer cannot be read (${bytes.length} bytes)` });
    }
  }

  abort(reason: Error): void {
    if (this.isOver) return;
    this.settle(reason);
    this.stream.destroy(reason);
  }

  /** The client has not sent more of its upload. The server limits the duration. */
  waitForClient(): void {
    if (this.status !== 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** The provider has not accepted what was sent last. */
  waitForProvider(): void {
    if (this.status === 0) this.limit(this.idleMs, 'took nothing of the upload for');
  }

  /** The limit lasts until the first byte: a head may come long before it. */
  waitForAnswer(): void {
    if (this.status === 0) this.limit(this.startMs, 'no answer within');
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    // An answer that comes before the upload has ended.
    if (this.timer === undefined) this.waitForAnswer();
    this.status = status;
    this.headers = headers;
    if (this.isSuccess) this.settle(undefined);
  }

  onData(bytes: Buffer): void {
    if (this.isOver) return;
    this.hasData = true;
    this.expect();
    if (!this.isSuccess) {
      this.errorBody += bytes.toString('utf8');
      if (this.errorBody.length > ERROR_LIMIT_BYTES) this.onEnd();
    } else if (!this.stream.push(bytes)) {
      // A reader that is slow must not look like a provider that is silent.
      clearTimeout(this.timer);
      this.control?.pause();
    }
  }

  onEnd(): void {
    if (this.isOver) return;
    if (this.isSuccess) {
      this.end();
      this.stream.push(null);
      return;
    }
    const failure = this.mapError?.(this.status, this.errorBody, this.headers);
    this.abort(failure ?? new ProviderFailure('provider_error', { status: this.status }));
  }

  onError(error: Error): void {
    // A break-off of the client's own upload is no fault of the provider.
    this.abort(error instanceof GatewayError || error instanceof ClientGone ? error : describeTransportError(error));
  }

  private settle(failure: Error | undefined): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.attemptEnded(failure, performance.now() - this.startedAt, this.credential);
    if (failure === undefined) this.resolve();
    else this.reject(failure);
  }

  private get isSuccess(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  private goOn(): void {
    if (this.isOver || !this.hasData) return;
    this.expect();
    this.control?.resume();
  }

  /** From now on silence is counted. */
  private expect(): void {
    this.limit(this.idleMs, 'silent for');
  }

  private limit(milliseconds: number, what: string): void {
    clearTimeout(this.timer);
    if (this.isOver) return;
    this.timer = setTimeout(() => this.abort(tooLate(`${what} ${milliseconds} ms`)), milliseconds);
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    if (this.isSettled && this.stream.readableEnded) return;
    this.control?.abort();
  }
}

function tooLate(detail: string): ProviderFailure {
  return new ProviderFailure('provider_timeout', { detail });
}

function unset(): void {}
