import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { GatewayError } from '@multilane/errors';
import { noteRelayedBytes } from '@multilane/process';
import type { Departure } from '@multilane/telemetry';
import type { AnswerBody, AnswerHeaders, AnswerSink, ReaderListener, StreamSource } from '../services/answer-sink.js';
import { type Answerable, answerError } from './answer-error.js';
import { isTurnSpent, LARGE_WRITE, type WaitingStream, waitForTurn } from './turn-share.js';

/** Larger bodies are sent as bytes: copying them would cost more than a second buffer in the same write. */
const JOINED_BYTES = 16 * 1024;

/**
 * A silent stream gets a comment this often, so that nothing on the way closes it (docs/contract/streaming.md#silence).
 */
const COMMENT_EVERY_MS = 15_000;

/** A client that takes none of what waits for it is left after this time at the latest, in milliseconds. */
const MOST_UNREAD_MS = 30_000;

/** Node tells of a full socket after one or two times the limit: a write that the system took in part passes for reading the first time. */
const TOLD_AFTER = 2;

/** A client that leaves so soon after the head has not read the answer: it is told apart from one that stops it. Milliseconds. */
const AT_HEAD_MS = 50;

/**
 * Writes the answer to one request to its client's socket. A client that reads slowly has the stream's source wait; one that
 * reads nothing for so long is left: it must hold neither the provider's connection nor the memory.
 */
export class SocketSink implements AnswerSink, WaitingStream {
  private readonly response: ServerResponse;
  private listener: ReaderListener | undefined = undefined;
  private source: StreamSource | undefined = undefined;
  private silenceMs = 0;
  private waitingForReader = false;
  private ended = false;
  private comments: NodeJS.Timeout | undefined = undefined;
  private signOfLife = ':\n\n';
  /** Time at which the head was written, in milliseconds of `performance`. */
  private headAt: number | undefined = undefined;
  /** Start of the time limit for the client's next read, in milliseconds of `performance`, and its length. */
  private limitedAt = 0;
  private limitedMs = Number.POSITIVE_INFINITY;
  /** Bound, not written here as a function: see `ModelCall.abortable`. */
  private readonly onClose = this.closed.bind(this);

  constructor(private readonly exchange: Answerable) {
    this.response = exchange.response;
  }

  get status(): number | undefined {
    return this.response.headersSent ? this.response.statusCode : undefined;
  }

  watch(listener: ReaderListener): void {
    this.listener = listener;
    this.response.on('close', this.onClose);
  }

  unwatch(): void {
    this.response.off('close', this.onClose);
  }

  sendWhole(headers: AnswerHeaders, body: string | Buffer, silenceMs: number | undefined, status = 200): void {
    const { response } = this;
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    this.writeHead(headers, { 'content-type': 'application/json; charset=utf-8', 'content-length': length }, status);
    if (typeof body === 'string') response.end(body);
    // Node joins text with the head to one buffer; Latin-1 turns every byte into one character and back.
    else if (length <= JOINED_BYTES) response.end(body.toString('latin1'), 'latin1');
    else response.end(body);
    if (silenceMs !== undefined) this.limitReading(silenceMs);
  }

  async sendBody({ body, headers, onBegin, status }: AnswerBody, silenceMs: number): Promise<void> {
    const { response } = this;
    if (typeof body === 'string' || body instanceof Uint8Array) {
      onBegin?.();
      const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
      this.writeHead(headers, { 'content-length': length }, status);
      response.end(body);
      this.limitReading(silenceMs);
      return;
    }
    try {
      for await (const bytes of body) {
        if (response.destroyed) return;
        if (!response.headersSent) {
          onBegin?.();
          this.writeHead(headers, {}, status);
        }
        if (!response.write(bytes)) await this.drained(silenceMs);
        noteRelayedBytes(bytes.length);
      }
    } catch (error) {
      // A body that ends in good order would pass for a whole one.
      if (response.headersSent) response.destroy();
      throw error;
    }
    if (response.destroyed) return;
    if (!response.headersSent) {
      onBegin?.();
      this.writeHead(headers, {}, status);
    }
    response.end();
    this.limitReading(silenceMs);
  }

  /** Resolves when the reader has caught up, or has gone. */
  private drained(silenceMs: number): Promise<void> {
    const { response } = this;
    this.limitReading(silenceMs);
    return new Promise((resolve) => {
      const done = (): void => {
        response.off('drain', done);
        response.off('close', done);
        this.liftLimit();
        resolve();
      };
      response.on('drain', done);
      response.on('close', done);
    });
  }

  openStream(headers: AnswerHeaders, source: StreamSource, silenceMs: number, signOfLife?: string): void {
    this.source = source;
    this.silenceMs = silenceMs;
    if (this.comments !== undefined) return;
    if (signOfLife !== undefined) this.signOfLife = signOfLife;
    this.writeHead(headers, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    });
    this.response.flushHeaders();
    this.comments = setInterval(() => this.keepAlive(), COMMENT_EVERY_MS);
  }

  keepAlive(): void {
    this.response.write(this.signOfLife);
  }

  write(text: string): void {
    this.comments?.refresh();
    if (this.waitingForReader) {
      this.response.write(text);
      return;
    }
    if (this.response.write(text)) {
      if (text.length >= LARGE_WRITE && isTurnSpent(text.length)) this.yieldTurn();
      return;
    }
    this.waitingForReader = true;
    this.source?.pause();
    this.limitReading(this.silenceMs);
    this.response.once('drain', () => this.caughtUp());
  }

  private yieldTurn(): void {
    this.source?.pause();
    waitForTurn(this);
  }

  nextTurn(): void {
    if (!this.waitingForReader) this.source?.resume();
  }

  end(text: string): void {
    this.ended = true;
    clearInterval(this.comments);
    this.response.end(text);
    this.limitReading(this.silenceMs);
  }

  sendError(error: GatewayError, headers: AnswerHeaders): void {
    answerError(this.exchange, error, headers);
  }

  private closed(): void {
    if (!this.response.writableFinished) this.listener?.readerLeft(this.describeDeparture());
  }

  private describeDeparture(): Departure {
    if (this.headAt === undefined) return 'before_head';
    const now = performance.now();
    if (now - this.limitedAt >= this.limitedMs) return 'unread';
    return now - this.headAt <= AT_HEAD_MS ? 'at_head' : 'in_answer';
  }

  private caughtUp(): void {
    this.waitingForReader = false;
    // The next part of the answer has no time limit of its own.
    if (!this.ended) this.liftLimit();
    this.source?.resume();
  }

  /**
   * Node closes the connection when the client takes none of what waits for it: what it has not taken is freed at once, and its place
   * among the connections. Slow reading is reading: the system counts.
   */
  private limitReading(silenceMs: number): void {
    if (this.response.writableLength === 0) return;
    this.limitedAt = performance.now();
    this.limitedMs = Math.min(silenceMs, MOST_UNREAD_MS) / TOLD_AFTER;
    this.response.setTimeout(this.limitedMs);
  }

  private liftLimit(): void {
    this.limitedMs = Number.POSITIVE_INFINITY;
    this.response.setTimeout(0);
  }

  /** Begins an answer: with the headers of every answer, those of this one and `own`. */
  private writeHead(headers: AnswerHeaders, own: OutgoingHttpHeaders, status = 200): void {
    this.headAt = performance.now();
    this.response.writeHead(status, { ...this.exchange.answerHeaders, ...headers, ...own });
  }
}
