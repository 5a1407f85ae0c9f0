import type { Usage } from '@multilane/contracts';
import { type ProviderAdapter, ProviderFailure, type StreamTranslator, type UpstreamDraft } from '@multilane/providers';
import type { Credential } from './credentials/credential-source.js';
import { describeTransportError } from './describe-transport-error.js';
import { opensOnly } from './opens-only.js';
import { findOwnDelay } from './own-delay.js';
import type {
  Abortable,
  AttemptObserver,
  Transport,
  UpstreamControl,
  UpstreamHeaders,
  UpstreamSink,
} from './upstream-sink.js';

/** Receives what a stream translates to. */
export interface ChunkReceiver {
  /** `raw` is the ready event where the provider's own words may be relayed; a comment has no `chunk`. */
  onChunk(chunk: object | undefined, raw: string | undefined): void;
  /** Called after all the chunks of one piece of upstream data; time to write them out together. */
  onPause(): void;
  onComplete(): void;
  onFailure(failure: Error): void;
}

/** A stream as its receiver knows it. */
export interface AnswerStream extends Abortable {
  /** Delivers everything from here on. Called once. */
  receive(receiver: ChunkReceiver): void;
  /** Usage that the provider has reported so far. */
  usage(): Usage | undefined;
  pause(): void;
  resume(): void;
}

export interface StreamLimits {
  /** From sending the request to the first byte, a comment or a chunk, in milliseconds. */
  firstByteMs: number;
  /** Silence within the stream, in milliseconds. */
  idleMs: number;
  /** True if the answer begins with its first content: another target may still be asked until then. */
  waitsForContent?: boolean;
}

/** Chunks without content before an answer counts as begun all the same. */
const MOST_OPENING = 64;

/** An error body is read up to here; the rest says nothing more. */
const ERROR_BODY_LIMIT_BYTES = 64 * 1024;

/**
 * One upstream call whose answer is a stream. `started` resolves when the provider's answer has begun in good order,
 * which is the last moment at which the request could still be rejected or sent elsewhere; chunks that came with the
 * beginning wait for the receiver.
 */
export class StreamedAnswer implements UpstreamSink, AnswerStream {
  readonly started: Promise<void>;
  /** Credential that it is sent with; undefined until it is at hand. */
  credential: Credential = undefined;
  private resolve: () => void = unset;
  private reject: (failure: Error) => void = unset;
  private control: UpstreamControl | undefined = undefined;
  private receiver: ChunkReceiver | undefined = undefined;
  /** Bound, not written here as a function: see `ModelCall.abortable`. */
  private readonly emit = this.take.bind(this);
  private readonly early: [object | undefined, string | undefined][] = [];
  private outcome: 'complete' | Error | undefined = undefined;
  /** A byte of the answer has been seen: comments of a provider that thinks are a sign of life. */
  private isAlive = false;
  /** A chunk has been seen. */
  private begun = false;
  /** `started` has been settled. */
  private settled = false;
  private status = 0;
  private headers: UpstreamHeaders = {};
  private errorBody = '';
  private timer: NodeJS.Timeout | undefined = undefined;
  private startedAt = 0;
  /** The time limit is over, unless something has arrived that is not read yet. */
  private isSilent = false;
  private wasProlonged = false;

  constructor(
    private readonly adapter: ProviderAdapter,
    private readonly translator: StreamTranslator<object>,
    private readonly limits: StreamLimits,
    private readonly observer: AttemptObserver,
  ) {
    this.started = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // A call may fail when nobody waits for it any more; that must not end the process.
    this.started.catch(() => undefined);
  }

  /** Sends the draft, once it is ready. */
  start(transport: Transport, draft: UpstreamDraft | Promise<UpstreamDraft>): void {
    this.startedAt = performance.now();
    this.setTimer(this.limits.firstByteMs, `no first byte within ${this.limits.firstByteMs} ms`);
    if (draft instanceof Promise)
      draft.then((ready) => this.send(transport, ready)).catch((error) => this.abort(error));
    else this.send(transport, draft);
  }

  private send(transport: Transport, draft: UpstreamDraft): void {
    // The client may have gone, or the time be over, while the draft was made ready.
    if (this.outcome === undefined) this.control = transport.send(draft, this);
  }

  /** Delivers everything from here on, the early chunks first. Called once, after `started`. */
  receive(receiver: ChunkReceiver): void {
    this.receiver = receiver;
    for (const [chunk, raw] of this.early) receiver.onChunk(chunk, raw);
    this.early.length = 0;
    receiver.onPause();
    if (this.outcome === 'complete') receiver.onComplete();
    else if (this.outcome) receiver.onFailure(this.outcome);
  }

  usage(): Usage | undefined {
    return this.translator.usage();
  }

  abort(reason: Error): void {
    this.finish(reason);
  }

  pause(): void {
    // A reader that is slow must not look like a provider that is silent.
    this.isSilent = false;
    clearTimeout(this.timer);
    this.control?.pause();
  }

  resume(): void {
    if (this.outcome !== undefined) return;
    this.setTimer(this.limits.idleMs, `silent for ${this.limits.idleMs} ms`);
    this.control?.resume();
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    this.status = status;
    this.headers = headers;
    this.observer.headArrives?.(headers, this.credential);
  }

  onData(bytes: Buffer): void {
    if (this.status < 200 || this.status >= 300) {
      if (this.errorBody.length < ERROR_BODY_LIMIT_BYTES) this.errorBody += bytes.toString('utf8');
      return;
    }
    if (this.outcome !== undefined) return;
    this.isSilent = false;
    if (this.isAlive) this.timer?.refresh();
    else {
      this.isAlive = true;
      this.setTimer(this.limits.idleMs, `silent for ${this.limits.idleMs} ms`);
    }
    try {
      this.translator.push(bytes, this.emit);
      this.receiver?.onPause();
    } catch (error) {
      this.finish(asFailure(error));
    }
  }

  onEnd(): void {
    if (this.status < 200 || this.status >= 300) {
      this.finish(this.adapter.mapError(this.status, this.errorBody, this.headers));
      return;
    }
    if (this.outcome !== undefined) return;
    try {
      this.translator.end(this.emit);
      this.receiver?.onPause();
      this.finish('complete');
    } catch (error) {
      this.finish(asFailure(error));
    }
  }

  onError(error: Error): void {
    this.finish(describeTransportError(error));
  }

  private take(chunk: object | undefined, raw: string | undefined): void {
    if (this.receiver) this.receiver.onChunk(chunk, raw);
    // The client gets signs of life of our own: a provider that thinks for long could fill the memory with its own.
    else if (this.begun || chunk !== undefined || isRelayed(raw)) this.early.push([chunk, raw]);
    if (!this.begun && this.isContent(chunk, raw)) {
      this.begun = true;
      this.settleBeginning(undefined);
    }
  }

  private isContent(chunk: object | undefined, raw: string | undefined): boolean {
    if (chunk === undefined) return isRelayed(raw);
    return this.limits.waitsForContent !== true || this.early.length > MOST_OPENING || !opensOnly(chunk);
  }

  /** Settles `started`, once. After a good beginning a failure can only be reported inside the stream. */
  private settleBeginning(failure: Error | undefined): void {
    if (this.settled) return;
    this.settled = true;
    this.observer.attemptEnded(failure, performance.now() - this.startedAt, this.credential);
    if (failure) this.reject(failure);
    else this.resolve();
  }

  private finish(outcome: 'complete' | Error): void {
    if (this.outcome !== undefined) return;
    this.outcome = outcome;
    clearTimeout(this.timer);
    if (outcome === 'complete') {
      this.settleBeginning(undefined);
      this.receiver?.onComplete();
    } else {
      this.control?.abort();
      this.settleBeginning(outcome);
      this.receiver?.onFailure(outcome);
    }
  }

  /** Reads data that has arrived first, and extends the wait for the first chunk by the time that this process was busy. */
  private expire(milliseconds: number, detail: string): void {
    const ownDelayMs = this.isAlive ? 0 : findOwnDelay(this.startedAt, milliseconds, this.wasProlonged);
    if (ownDelayMs > 0) {
      this.wasProlonged = true;
      this.timer = setTimeout(() => this.expire(milliseconds, detail), ownDelayMs);
      return;
    }
    this.isSilent = true;
    setImmediate(() => {
      if (this.isSilent) this.finish(new ProviderFailure('provider_timeout', { detail }));
    });
  }

  private setTimer(milliseconds: number, detail: string): void {
    clearTimeout(this.timer);
    this.isSilent = false;
    this.timer = setTimeout(() => this.expire(milliseconds, detail), milliseconds);
  }
}

/** True for an event that is relayed unread, such as a delta; false for comments and pings, which are signs of life. */
function isRelayed(raw: string | undefined): boolean {
  return raw !== undefined && !raw.startsWith(':') && !raw.startsWith('event: ping') && !raw.startsWith('event:ping');
}

function asFailure(error: unknown): Error {
  return error instanceof Error ? error : new ProviderFailure('provider_error', { detail: String(error) });
}

function unset(): void {}
