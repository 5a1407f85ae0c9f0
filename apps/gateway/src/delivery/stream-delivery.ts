import type { ServerResponse } from 'node:http';
import type { ChatChunk } from '@multilane/contracts';
import { ClientGone } from '@multilane/http';
import type { StreamWriter } from '../endpoints/surface.js';
import type { AnswerStreamGuard } from '../guarding/streams/answer-stream-guard.js';
import { toGatewayError } from '../http/to-gateway-error.js';
import { collectText } from '../model-calls/collect-text.js';
import { inClientTerms } from '../pipeline/in-client-terms.js';
import { readAnswerModel } from '../pipeline/read-answer-model.js';
import type { RequestContext } from '../pipeline/request-context.js';
import type { AnswerStream, ChunkReceiver } from '../upstream/streamed-answer.js';
import { limitReading, stopLimit } from './limit-reading.js';
import { writeHead } from './write-head.js';

/**
 * A silent stream gets a comment this often, so that nothing on the way closes it (docs/contract/streaming.md#silence).
 */
const COMMENT_EVERY_MS = 15_000;

/** Characters of an event that is relayed unread, beside its text. */
const FRAME_LENGTH = 115;

/**
 * Writes a stream to the client in its own format: all that one piece of upstream data translates to in one write,
 * pausing the provider while the client is slow, and leaving one that reads nothing for `idle_ms`. A failure is told
 * inside the stream, which then has no good end.
 */
export class StreamDelivery implements ChunkReceiver {
  private readonly response: ServerResponse;
  private readonly writer: StreamWriter<ChatChunk>;
  private readonly guard: AnswerStreamGuard | undefined;
  private pending = '';
  private waitingForReader = false;
  private ended = false;
  private resolve: () => void = unset;
  private reject: (error: Error) => void = unset;
  /** Bound, not written here as a function: see `RequestContext.abortable`. */
  private readonly relay = this.take.bind(this);
  private comments: NodeJS.Timeout | undefined = undefined;

  constructor(
    private readonly context: RequestContext,
    private readonly answer: AnswerStream,
  ) {
    this.response = context.exchange.response;
    this.writer = startWriter(context);
    this.guard = context.guard?.startStream(context.serving.endpoint);
  }

  /** Resolves when the stream has ended, also where it ended in an error that the client was told. */
  run(): Promise<void> {
    writeHead(this.context, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    });
    this.response.flushHeaders();
    this.context.services.metrics.startStream();
    this.comments = setInterval(() => this.writeComment(), COMMENT_EVERY_MS);
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      try {
        this.answer.receive(this);
      } catch (error) {
        this.giveUp(error as Error);
      }
      // The provider thinks and has said nothing yet: what stands between sees at once that the answer lives.
      if (this.context.timeToFirstByteMs === undefined && !this.context.answered) this.writeComment();
    });
  }

  onChunk(chunk: object | undefined, raw: string | undefined): void {
    this.context.cache?.takeChunk(chunk, raw);
    if (this.guard === undefined) this.take(chunk, raw);
    else this.guard.push(chunk, raw, this.relay);
    if (chunk) {
      collectText(chunk, this.context.completionParts);
      if (this.context.services.tracer !== undefined) this.context.answerModel ??= readAnswerModel(chunk);
    } else if (raw !== undefined && raw.length > FRAME_LENGTH) {
      this.context.relayedCharacters += raw.length - FRAME_LENGTH;
    }
  }

  private take(chunk: object | undefined, raw: string | undefined): void {
    this.pending += this.writer.write(chunk as ChatChunk | undefined, raw);
  }

  onPause(): void {
    if (this.pending === '') return;
    const text = this.pending;
    this.pending = '';
    this.context.timeToFirstByteMs ??= performance.now() - this.context.startedAt;
    this.comments?.refresh();
    if (!this.response.write(text) && !this.waitingForReader) {
      this.waitingForReader = true;
      this.answer.pause();
      this.limitReading();
      this.response.once('drain', () => this.onDrain());
    }
  }

  onComplete(): void {
    this.context.streamEnded = true;
    if (this.guard !== undefined) void this.completeGuarded(this.guard);
    else this.complete();
  }

  private complete(): void {
    try {
      this.finish(this.writer.end());
      this.resolve();
    } catch (error) {
      this.giveUp(error as Error);
    }
  }

  /** What was held back is looked at and told before the end; what only records the answer looks at it after. */
  private async completeGuarded(guard: AnswerStreamGuard): Promise<void> {
    try {
      this.context.usage = this.answer.usage();
      await guard.complete(this.relay);
      this.finish(this.writer.end());
    } catch (error) {
      this.giveUp(error as Error);
      return;
    }
    try {
      await guard.afterwards();
    } catch (error) {
      const { requestId, services } = this.context;
      services.logger.error({ request_id: requestId, err: error }, 'an answer could not be looked at');
    }
    this.resolve();
  }

  onFailure(failure: Error): void {
    if (this.ended) return;
    if (failure instanceof ClientGone) {
      this.finish('');
      this.reject(failure);
      return;
    }
    this.context.failure = failure;
    this.finish(this.tellFailure(failure));
    this.resolve();
  }

  /** What came could not be written: nothing more is asked of the provider, and the client is not left waiting. */
  private giveUp(error: Error): void {
    this.answer.abort(error);
    // An answer that had ended already tells nobody.
    this.onFailure(error);
  }

  /** What the client is told in its own format; nothing where even that cannot be written. */
  private tellFailure(failure: Error): string {
    try {
      return this.writer.fail(toGatewayError(inClientTerms(this.context, failure)));
    } catch {
      return '';
    }
  }

  private finish(lastWords: string): void {
    this.ended = true;
    clearInterval(this.comments);
    this.context.services.metrics.endStream();
    this.context.usage = this.answer.usage();
    this.context.answered = true;
    this.response.end(this.pending + lastWords);
    this.pending = '';
    this.limitReading();
  }

  private limitReading(): void {
    limitReading(this.response, this.context.serving.target.timeouts.idle_ms);
  }

  private onDrain(): void {
    this.waitingForReader = false;
    if (!this.ended) stopLimit(this.response);
    this.answer.resume();
  }

  private writeComment(): void {
    this.response.write(':\n\n');
  }
}

/** What writes the client's format: the way back from chat, or the surface's own where the provider speaks it. */
function startWriter(context: RequestContext): StreamWriter<ChatChunk> {
  const { bridge } = context.serving;
  const writer = bridge
    ? bridge.startStream(context.validated, context.answerFacts)
    : context.surface.startNativeStream?.(context.answerFacts);
  if (!writer) throw new Error(`${context.surface.name} does not stream`);
  return writer;
}

function unset(): void {}
