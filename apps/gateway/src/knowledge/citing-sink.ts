import { PARSED_AT_ONCE, parseBoundedJson } from '@multilane/contracts';
import type { GatewayError } from '@multilane/errors';
import type { AnswerBody, AnswerHeaders, AnswerSink, ReaderListener, StreamSource } from '../services/answer-sink.js';
import { type Citation, findCitations } from './find-citations.js';
import type { AnswerSource } from './write-answer-prompt.js';

const DONE = 'data: [DONE]\n\n';
/** Characters of a stream that are searched for citations. */
const LONGEST_TEXT = 1_000_000;

/** The texts of an answer may be longer than those of a request. */
const WHOLE_ANSWER = { ...PARSED_AT_ONCE, characters: Number.POSITIVE_INFINITY };

interface Chunk {
  readonly id?: unknown;
  readonly created?: unknown;
  readonly model?: unknown;
  readonly choices?: readonly { readonly index?: number; readonly delta?: { readonly content?: unknown } }[];
}

/**
 * Adds the citations to an answer of chat: as `citations` of a whole one, and of a stream in a chunk of its own, without choices,
 * which is the last one before `[DONE]`.
 */
export class CitingSink implements AnswerSink {
  private text = '';
  private pending = '';
  private last: Chunk | undefined = undefined;

  constructor(
    private readonly inner: AnswerSink,
    private readonly sources: readonly AnswerSource[],
  ) {}

  get status(): number | undefined {
    return this.inner.status;
  }

  watch(listener: ReaderListener): void {
    this.inner.watch(listener);
  }

  unwatch(): void {
    this.inner.unwatch();
  }

  sendWhole(headers: AnswerHeaders, body: string | Buffer, silenceMs: number | undefined, status?: number): void {
    const answer = parseBoundedJson(body.toString(), WHOLE_ANSWER) as {
      choices?: { message?: { content?: unknown } }[];
    };
    const content = answer.choices?.[0]?.message?.content;
    const citations = this.cite(typeof content === 'string' ? content : '');
    this.inner.sendWhole(headers, JSON.stringify({ ...answer, citations }), silenceMs, status);
  }

  sendBody(answer: AnswerBody, silenceMs: number): Promise<void> {
    return this.inner.sendBody(answer, silenceMs);
  }

  openStream(headers: AnswerHeaders, source: StreamSource, silenceMs: number, signOfLife?: string): void {
    this.inner.openStream(headers, source, silenceMs, signOfLife);
  }

  keepAlive(): void {
    this.inner.keepAlive();
  }

  write(text: string): void {
    this.read(text);
    this.inner.write(text);
  }

  end(text: string): void {
    this.read(text);
    // A stream that failed has no good end, and no citations.
    if (!text.endsWith(DONE)) {
      this.inner.end(text);
      return;
    }
    const { created, id, model } = this.last ?? {};
    const citations = this.cite(this.text);
    const chunk = { id, object: 'chat.completion.chunk', created, model, choices: [], citations };
    this.inner.end(`${text.slice(0, -DONE.length)}data: ${JSON.stringify(chunk)}\n\n${DONE}`);
  }

  sendError(error: GatewayError, headers: AnswerHeaders): void {
    this.inner.sendError(error, headers);
  }

  private cite(text: string): Citation[] {
    return findCitations(text, this.sources);
  }

  /** Events may be split between writes. */
  private read(text: string): void {
    const events = (this.pending + text).split(/\r?\n\r?\n/);
    this.pending = events.pop() ?? '';
    for (const event of events) {
      const data = event.startsWith('data:') ? event.slice('data:'.length).trim() : '';
      if (!data.startsWith('{')) continue;
      const chunk = parseChunk(data);
      if (chunk?.choices === undefined) continue;
      this.last ??= { id: chunk.id, created: chunk.created, model: chunk.model };
      const said = chunk.choices.find(({ index = 0 }) => index === 0)?.delta?.content;
      if (typeof said === 'string' && this.text.length < LONGEST_TEXT) this.text += said;
    }
  }
}

function parseChunk(data: string): Chunk | undefined {
  try {
    return Object(parseBoundedJson(data)) as Chunk;
  } catch {
    return undefined;
  }
}
