import type { ChatChunk } from '@multilane/contracts';
import { ClientGone } from '@multilane/http';
import { groupOf, toGatewayError } from '@multilane/providers';
import type { StreamWriter } from '../endpoints/descriptor.js';
import type { AnswerStreamGuard } from '../guarding/streams/answer-stream-guard.js';
import { collectText, estimateSeen } from '../model-calls/count-usage.js';
import { serviceHeaders } from '../recording/describe-answer.js';
import { answerFactsOf } from '../recording/request-parts.js';
import type { AnswerStream, ChunkReceiver } from '../upstream/streamed-answer.js';
import { guessPromptTokens } from './admit-prompt.js';
import { inClientTerms } from './in-client-terms.js';
import type { RequestContext } from './request-context.js';

/** Characters of an event that is relayed unread, beside its text. */
const FRAME_LENGTH = 115;

/**
 * Relays a stream to the client in its own format: all that one piece of upstream data translates to in one write. A failure is
 * reported inside the stream, which then does not end normally.
 */
export class StreamRelay implements ChunkReceiver {
  private readonly writer: StreamWriter<ChatChunk>;
  private readonly guard: AnswerStreamGuard | undefined;
  private pending = '';
  private isOver = false;
  /** The last chunk: an estimate of the usage has its id and model. */
  private last: object | undefined = undefined;
  private resolve: () => void = unset;
  private reject: (error: Error) => void = unset;
  /** Bound, not written here as a function: see `ModelCall.abortable`. */
  private readonly relay = this.take.bind(this);

  constructor(
    private readonly context: RequestContext,
    private readonly answer: AnswerStream,
  ) {
    this.writer = startWriter(context);
    this.guard = context.planned.guard?.startStream(context.planned.serving.format.texts);
  }

  /** Resolves when the stream has ended, also if it ended in an error that was sent to the client. */
  run(): Promise<void> {
    const { context } = this;
    const { ended, planned, services, sink } = context;
    clearTimeout(context.silence);
    const { timeouts } = planned.serving.target;
    sink.openStream(serviceHeaders(context), this.answer, timeouts.idle_ms, context.asked.endpoint.signOfLife);
    services.metrics.startStream();
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      try {
        this.answer.receive(this);
      } catch (error) {
        this.giveUp(error as Error);
      }
      // The provider thinks and has sent nothing yet: this shows proxies at once that the answer is alive.
      if (ended.timeToFirstByteMs === undefined && !ended.answered) sink.keepAlive();
    });
  }

  onChunk(chunk: object | undefined, raw: string | undefined): void {
    const { ended, planned, services } = this.context;
    planned.cache?.takeChunk(chunk, raw);
    if (this.guard === undefined) this.take(chunk, raw);
    else this.guard.push(chunk, raw, this.relay);
    if (chunk) {
      this.last = chunk;
      collectText(chunk, ended.completionParts);
      if (services.tracer !== undefined) ended.answerModel ??= readAnswerModel(chunk);
    } else if (raw !== undefined && raw.length > FRAME_LENGTH) {
      ended.relayedCharacters += raw.length - FRAME_LENGTH;
    }
  }

  private take(chunk: object | undefined, raw: string | undefined): void {
    this.pending += this.writer.write(chunk as ChatChunk | undefined, raw);
  }

  onPause(): void {
    if (this.pending === '') return;
    const text = this.pending;
    this.pending = '';
    const { asked, ended, sink } = this.context;
    ended.timeToFirstByteMs ??= performance.now() - asked.startedAt;
    sink.write(text);
  }

  onComplete(): void {
    this.context.ended.streamEnded = true;
    if (this.lacksUsage()) void this.completeEstimated();
    else this.completeKnown();
  }

  /**
   * Whether the provider of a translated stream has reported no usage, with which such a stream always ends
   * (docs/contract/streaming.md#stream-usage).
   */
  private lacksUsage(): boolean {
    const { cache, serving } = this.context.planned;
    if (cache?.hit || serving.endpoint !== 'chat' || this.last === undefined) return false;
    // Who was shown an estimate of the prompt is not told in the end that it had no tokens.
    const isShown = serving.bridge?.showsPrompt === true || TRANSLATED.has(groupOf(serving.adapter));
    return isShown && this.answer.usage() === undefined;
  }

  /** Adds the usage as the record of the request counts it. */
  private async completeEstimated(): Promise<void> {
    const { created, id, model } = this.last as ChatChunk;
    try {
      const usage = await estimateSeen(this.context.planned.serving, this.context.ended);
      if (this.isOver) return;
      this.onChunk({ id, object: 'chat.completion.chunk', created, model, choices: [], usage }, undefined);
    } catch (error) {
      this.giveUp(error as Error);
      return;
    }
    this.completeKnown();
  }

  private completeKnown(): void {
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

  /** What was held back is checked and sent before the end; observers that only record the answer run after it. */
  private async completeGuarded(guard: AnswerStreamGuard): Promise<void> {
    const { asked, services, tried } = this.context;
    try {
      tried.usage = this.answer.usage();
      await guard.complete(this.relay);
      this.finish(this.writer.end());
    } catch (error) {
      this.giveUp(error as Error);
      return;
    }
    try {
      await guard.afterwards();
    } catch (error) {
      services.logger.error({ request_id: asked.requestId, err: error }, 'a response could not be checked');
    }
    this.resolve();
  }

  onFailure(failure: Error): void {
    if (this.isOver) return;
    if (failure instanceof ClientGone) {
      this.finish('');
      this.reject(failure);
      return;
    }
    this.context.ended.failure = failure;
    this.finish(this.writeFailure(failure));
    this.resolve();
  }

  /** What came could not be written: nothing more is asked of the provider, and the client is not left waiting. */
  private giveUp(error: Error): void {
    this.answer.abort(error);
    // An answer that had ended already reports nothing.
    this.onFailure(error);
  }

  /** Writes the error in the client's own format; nothing if even that cannot be written. */
  private writeFailure(failure: Error): string {
    const { asked, planned } = this.context;
    try {
      return this.writer.fail(toGatewayError(inClientTerms(asked.request, planned.plan, failure)));
    } catch {
      return '';
    }
  }

  private finish(lastWords: string): void {
    const { ended, services, sink, tried } = this.context;
    this.isOver = true;
    services.metrics.endStream();
    tried.usage = this.answer.usage();
    ended.answered = true;
    sink.end(this.pending + lastWords);
    this.pending = '';
  }
}

/** The groups whose streams are translated. */
const TRANSLATED: ReadonlySet<string> = new Set(['N', 'G', 'C', 'B']);

/** What writes the client's format: the way back from chat, or the endpoint's own where the provider speaks it. */
export function startWriter({ asked, planned }: RequestContext): StreamWriter<ChatChunk> {
  const { bridge } = planned.serving;
  const known = answerFactsOf(asked, planned);
  const facts = bridge?.showsPrompt ? { ...known, promptTokens: guessPromptTokens(planned.serving) } : known;
  const writer = bridge
    ? bridge.startStream?.(asked.validated, facts)
    : asked.endpoint.startNativeStream?.(facts, asked.validated);
  if (!writer) throw new Error(`${asked.endpoint.name} does not stream`);
  return writer;
}

/** The model as an answer, or a piece of one, names it, in any of the formats. */
export function readAnswerModel(answer: object): string | undefined {
  const { message, model, response } = answer as Record<'message' | 'response', { model?: unknown } | undefined> & {
    model?: unknown;
  };
  const named = model ?? message?.model ?? response?.model;
  return typeof named === 'string' ? named : undefined;
}

function unset(): void {}
