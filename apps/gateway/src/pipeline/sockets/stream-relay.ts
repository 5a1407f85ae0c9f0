import type { ChatChunk, ChatRequest, Usage } from '@multilane/contracts';
import { ClientGone } from '@multilane/http';
import { groupOf, toGatewayError } from '@multilane/providers';
import type { StreamedUsage, StreamWriter } from '../../endpoints/descriptor.js';
import type { AnswerStreamGuard } from '../../guarding/streams/answer-stream-guard.js';
import { collectText, estimateSeen } from '../../model-calls/count-usage.js';
import { serviceHeaders } from '../../recording/describe-answer.js';
import { answerFactsOf } from '../../recording/request-parts.js';
import type { AnswerStream, ChunkReceiver } from '../../upstream/streamed-answer.js';
import { guessPromptTokens } from '../admit-prompt.js';
import { inClientTerms } from '../in-client-terms.js';
import type { RequestContext } from '../request-context.js';

/** Characters of an event that is relayed unread, beside its text. */
const FRAME_LENGTH = 115;

/** Limit of events between the one that states the usage and the last. */
const MOST_HELD = 1_000;

/**
 * Relays a stream to the client in its own format: all that one piece of upstream data translates to in one write. A failure is
 * reported inside the stream, which then does not end normally.
 */
export class StreamRelay implements ChunkReceiver {
  private readonly writer: StreamWriter<ChatChunk>;
  private readonly guard: AnswerStreamGuard | undefined;
  /** Reader of the usage in a stream of the provider's own format; undefined for chat, whose usage has a chunk of its own. */
  private readonly streamedUsage: StreamedUsage | undefined;
  /** The event that states the usage and those behind it, while the provider has reported none. */
  private held: HeldEvent[] | undefined = undefined;
  /** Set once those events are on their way, before the provider's stream has ended. */
  private releasing: Promise<void> | undefined = undefined;
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
    const { cache, guard, serving } = context.planned;
    this.writer = startWriter(context);
    this.guard = guard?.startStream(serving.format.texts);
    this.streamedUsage = serving.bridge || cache?.hit ? undefined : serving.format.streamedUsage;
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
    if (this.held === undefined ? chunk === undefined || !this.endsWithoutUsage(chunk) : isComment(chunk, raw)) {
      this.pass(chunk, raw);
    } else this.hold(chunk, raw);
    const { ended, services } = this.context;
    if (chunk) {
      this.last = chunk;
      collectText(chunk, ended.completionParts);
      if (services.tracer !== undefined) ended.answerModel ??= readAnswerModel(chunk);
    } else if (raw !== undefined && raw.length > FRAME_LENGTH) {
      ended.relayedCharacters += raw.length - FRAME_LENGTH;
    }
    if (this.held !== undefined && this.isEnding(chunk, this.held)) this.releasing ??= this.releaseEstimated();
  }

  private endsWithoutUsage(chunk: object): boolean {
    return (
      this.releasing === undefined && this.streamedUsage?.isIn(chunk) === true && this.answer.usage() === undefined
    );
  }

  /** The client does not wait for a provider that has said everything, nor for one that goes on saying nothing. */
  private isEnding(chunk: object | undefined, held: readonly HeldEvent[]): boolean {
    return held.length > MOST_HELD || (chunk !== undefined && this.streamedUsage?.isLast(chunk) === true);
  }

  /** Passes on what is held, with an estimate, while the connection of the provider may still be open. */
  private async releaseEstimated(): Promise<void> {
    try {
      const usage = await this.estimateUsage();
      if (this.isOver || this.held === undefined) return;
      this.releaseHeld(this.held, usage);
      this.held = undefined;
      this.onPause();
    } catch (error) {
      this.giveUp(error as Error);
    }
  }

  /** A provider may report its usage behind the event that states it: nothing is missing then. */
  private hold(chunk: object | undefined, raw: string | undefined): void {
    this.held ??= [];
    this.held.push([chunk, raw]);
    if (this.answer.usage() === undefined) return;
    for (const [event, text] of this.held) this.pass(event, text);
    this.held = undefined;
  }

  private pass(chunk: object | undefined, raw: string | undefined): void {
    this.context.planned.cache?.takeChunk(chunk, raw);
    if (this.guard === undefined) this.take(chunk, raw);
    else this.guard.push(chunk, raw, this.relay);
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
    if (this.held !== undefined) this.releasing ??= this.releaseEstimated();
    if (this.releasing !== undefined) {
      void this.releasing.then(() => {
        if (!this.isOver) this.completeKnown();
      });
    } else if (this.lacksUsage()) void this.completeEstimated();
    else this.completeKnown();
  }

  /**
   * True if the stream must state, in a chunk of its own, a usage that its provider has not reported (docs/contract/streaming.md#stream-usage). A request that
   * was translated onto chat always asks for it.
   */
  private lacksUsage(): boolean {
    const { cache, serving } = this.context.planned;
    if (cache?.hit || this.last === undefined || !HAS_USAGE_CHUNK.has(serving.endpoint)) return false;
    const { stream_options: options } = serving.request as ChatRequest;
    const isShown = options?.include_usage === true || TRANSLATED.has(groupOf(serving.adapter));
    return isShown && this.answer.usage() === undefined;
  }

  private estimateUsage(): Promise<Usage> {
    const { asked, ended, planned, services } = this.context;
    return estimateSeen(planned.serving, ended, asked.caller, services);
  }

  /** Adds the usage as the record of the request counts it. */
  private async completeEstimated(): Promise<void> {
    try {
      const usage = await this.estimateUsage();
      if (this.isOver) return;
      this.pass(writeUsageChunk(this.last as ChatChunk, usage), undefined);
    } catch (error) {
      this.giveUp(error as Error);
      return;
    }
    this.completeKnown();
  }

  private releaseHeld(held: readonly HeldEvent[], usage: Usage): void {
    for (const [chunk, raw] of held) {
      const completed = chunk && this.streamedUsage?.isIn(chunk) ? this.streamedUsage.add(chunk, usage) : undefined;
      this.pass(completed ?? chunk, completed === undefined ? raw : undefined);
    }
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

  /** Events that were held back are checked and sent before the end; observers that only record the answer run after it. */
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

  /** Stops reading from the provider and ends the client's stream after a chunk that could not be written. */
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

/** Comments say nothing that could come too early. */
function isComment(chunk: object | undefined, raw: string | undefined): boolean {
  return chunk === undefined && raw?.startsWith(':') === true;
}

type HeldEvent = readonly [chunk: object | undefined, raw: string | undefined];

/** The endpoints of providers whose streams state their usage in a chunk without choices. */
const HAS_USAGE_CHUNK: ReadonlySet<string> = new Set(['chat', 'completions']);

function writeUsageChunk({ created, id, model, object }: ChatChunk, usage: Usage): ChatChunk {
  return { id, object, created, model, choices: [], usage };
}

/** Starts the writer of the client's format: the way back from chat, or the endpoint's own writer if the provider speaks that format. */
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
