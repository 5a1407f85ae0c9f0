import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keepLongIntegers, parseJsonText } from '@multilane/contracts';
import { type Codec, type ProviderAdapter, ProviderFailure, type UpstreamDraft } from '@multilane/providers';
import { ANSWER_LIMITS, JsonMeter, parseLargeAnswer } from '@multilane/validation';
import type { Credential } from './credentials/credential-source.js';
import { describeTransportError } from './describe-transport-error.js';
import { findOwnDelay } from './own-delay.js';
import type { AttemptObserver, Transport, UpstreamControl, UpstreamHeaders, UpstreamSink } from './upstream-sink.js';

/** Larger answers are not read: no provider sends one, and a runaway upstream must not fill the memory. */
const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;

/** An error is read up to here; the rest says nothing more. */
const ERROR_LIMIT_BYTES = 64 * 1024;

/** Larger answers are parsed in several turns of the event loop. */
const LARGE_BYTES = 256 * 1024;

/** A preserved long integer costs far more than a number. */
export const INPUT_LIMITS = { ...ANSWER_LIMITS, longNumbers: 500_000 };

/** A new one in each process, so that no provider can write what stands in for a long string. */
const SECRET = randomBytes(16).toString('hex');

const EMPTY = Buffer.alloc(0);

/** One upstream call whose whole answer is wanted. Settles once, as `finished`; `body` is the answer's bytes. */
export class WholeAnswer implements UpstreamSink {
  readonly finished: Promise<void>;
  body: Buffer = EMPTY;
  /** Credential that it is sent with; undefined until it is at hand. */
  credential: Credential = undefined;
  private resolve: () => void = unset;
  private reject: (failure: Error) => void = unset;
  private control: UpstreamControl | undefined = undefined;
  private timer: NodeJS.Timeout | undefined = undefined;
  private startedAt = 0;
  private settled = false;
  private failure: Error | undefined = undefined;
  private status = 0;
  headers: UpstreamHeaders = {};
  private pieces: Buffer[] | undefined = undefined;
  private size = 0;
  private meter: JsonMeter | undefined = undefined;
  /** The parsed large answer, or the error that parsing it raised. */
  private parsed: { readonly value: unknown } | { readonly error: unknown } | undefined = undefined;

  constructor(
    private readonly adapter: ProviderAdapter,
    private readonly codec: Pick<Codec<never, unknown>, 'answersHoldInputs'>,
    private readonly observer: AttemptObserver,
  ) {
    this.finished = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Sends the draft, once it is ready; the answer must be complete within `totalMs`. */
  start(transport: Transport, draft: UpstreamDraft | Promise<UpstreamDraft>, totalMs: number): void {
    this.startedAt = performance.now();
    this.limit(totalMs, totalMs, false);
    if (draft instanceof Promise)
      draft.then((ready) => this.send(transport, ready)).catch((error) => this.abort(error));
    else this.send(transport, draft);
  }

  private limit(totalMs: number, waitMs: number, wasProlonged: boolean): void {
    this.timer = setTimeout(() => {
      const ownDelayMs = findOwnDelay(this.startedAt, totalMs, wasProlonged);
      if (ownDelayMs > 0) this.limit(totalMs, ownDelayMs, true);
      // Data that has arrived is read first.
      else setImmediate(() => this.giveUp(totalMs));
    }, waitMs);
  }

  private giveUp(totalMs: number): void {
    this.abort(new ProviderFailure('provider_timeout', { detail: `no whole answer within ${totalMs} ms` }));
  }

  private send(transport: Transport, draft: UpstreamDraft): void {
    // The client may have gone, or the time be over, while the draft was made ready.
    if (!this.settled) this.control = transport.send(draft, this);
  }

  /** Ends the call; `finished` rejects with the reason. Does nothing to a call that has ended. */
  abort(reason: Error): void {
    if (this.settled) return;
    this.control?.abort();
    this.settle(reason);
  }

  /** True if the whole answer arrived and its status is a success. */
  get succeeded(): boolean {
    return this.settled && this.failure === undefined;
  }

  /** The answer as parsed JSON, as the codec wants it; throws a `ProviderFailure` where it is none. */
  parse(): unknown {
    try {
      if (this.parsed === undefined) return this.parseAtOnce();
      if ('value' in this.parsed) return this.parsed.value;
    } catch {
      // Below.
    }
    throw new ProviderFailure('provider_error', { detail: `the answer is not JSON (${this.body.length} bytes)` });
  }

  private parseAtOnce(): unknown {
    const text = this.body.toString('utf8');
    const value = parseJsonText(text);
    return this.codec.answersHoldInputs ? keepLongIntegers(text, value) : value;
  }

  private async parseInTurns({ longStrings }: JsonMeter): Promise<void> {
    const goOn = async (): Promise<void> => {
      await nextTurn();
      if (this.settled) throw new Error('nobody waits for the answer any more');
    };
    const keepsLongIntegers = this.codec.answersHoldInputs === true;
    try {
      this.parsed = { value: await parseLargeAnswer(this.body, longStrings, goOn, SECRET, keepsLongIntegers) };
    } catch (error) {
      this.parsed = { error };
    }
    this.settle(undefined);
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    this.status = status;
    this.headers = headers;
    this.observer.headArrives?.(headers, this.credential);
    if (this.isSuccess()) this.observer.answerBegins?.();
  }

  onData(bytes: Buffer): void {
    if (this.settled) return;
    this.size += bytes.length;
    if (this.size > ANSWER_LIMIT_BYTES) {
      this.abort(new ProviderFailure('provider_error', { detail: 'the answer is larger than 64 MiB' }));
      return;
    }
    // Most answers are one piece, and need no list and no copy.
    if (this.pieces) this.pieces.push(bytes);
    else if (this.body === EMPTY) this.body = bytes;
    else this.pieces = [this.body, bytes];
    if (!this.isSuccess()) {
      if (this.size > ERROR_LIMIT_BYTES) this.endError();
    } else if (this.size > LARGE_BYTES) this.count(bytes);
  }

  /** Rejects what would hold up others when it is parsed, as soon as it is known. */
  private count(bytes: Buffer): void {
    const uncounted = this.meter ? [bytes] : (this.pieces ?? [bytes]);
    this.meter ??= new JsonMeter(this.codec.answersHoldInputs ? INPUT_LIMITS : ANSWER_LIMITS);
    try {
      for (const piece of uncounted) this.meter.read(piece);
    } catch {
      this.abort(
        new ProviderFailure('provider_error', { detail: 'the answer holds too many objects, items or levels' }),
      );
    }
  }

  private isSuccess(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  onEnd(): void {
    if (this.settled) return;
    this.join();
    if (!this.isSuccess()) this.endError();
    else if (this.meter === undefined) this.settle(undefined);
    else void this.parseInTurns(this.meter);
  }

  private join(): void {
    if (this.pieces) this.body = Buffer.concat(this.pieces);
    this.pieces = undefined;
  }

  /** Ends with the part of the error's body that was read. */
  private endError(): void {
    this.join();
    this.control?.abort();
    const text = this.body.toString('utf8', 0, ERROR_LIMIT_BYTES);
    this.settle(this.adapter.mapError(this.status, text, this.headers));
  }

  onError(error: Error): void {
    this.settle(describeTransportError(error));
  }

  private settle(failure: Error | undefined): void {
    if (this.settled) return;
    this.settled = true;
    this.failure = failure;
    clearTimeout(this.timer);
    this.observer.attemptEnded(failure, performance.now() - this.startedAt, this.credential);
    if (failure) this.reject(failure);
    else this.resolve();
  }
}

function unset(): void {}
