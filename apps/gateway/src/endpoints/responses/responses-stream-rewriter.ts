import type { PiiSession, Rewriter } from '@multilane/policy';
import { rewriteWith } from '../../guarding/rewrite-with.js';
import { type EmitChunk, type StreamRewriter, startText } from '../../guarding/streams/stream-rewriter.js';
import { isMembers, mapMember } from '../../guarding/texts/text-map.js';
import { readEvent } from '../messages/read-event.js';
import { mapAnswerItem, mapResponsesAnswer } from './responses-texts.js';
import { DELTAS, isDelta, isEnd } from './stream-deltas.js';

type Members = Readonly<Record<string, unknown>>;

interface Text {
  readonly rewriter: Rewriter;
  /** The last delta, without its text. */
  last: Members;
}

/**
 * Rewrites a stream of the Responses format: each text as its deltas come, and the whole of it wherever later events say it once more.
 * What is held back is sent before the event that ends the text.
 */
export class ResponsesStreamRewriter implements StreamRewriter {
  readonly #texts = new Map<string, Text>();

  constructor(private readonly session: PiiSession) {}

  push(chunk: object | undefined, raw: string | undefined, emit: EmitChunk): void {
    // Most events come unread, as the provider's own words.
    const event = (chunk as Members | undefined) ?? (raw === undefined ? undefined : readEvent(raw));
    if (event === undefined) {
      emit(chunk, raw);
      return;
    }
    const rewritten = isDelta(event) ? this.#takeDelta(event) : this.#takeOther(event, emit);
    if (rewritten === event) emit(chunk, raw);
    else if (rewritten !== undefined) emit(rewritten, undefined);
  }

  end(emit: EmitChunk): void {
    this.#finish(() => true, emit);
  }

  /** The event with what is ready of its text; undefined if that is nothing. */
  #takeDelta(event: Members): Members | undefined {
    const [kind] = DELTAS.get(String(event.type)) ?? [];
    const text = String(event.delta);
    if (kind === undefined) return event;
    const key = keyOf(event);
    const known = this.#texts.get(key) ?? this.#begin(key, kind, event);
    if (known === undefined) return event;
    known.last = event;
    const ready = known.rewriter.push(text);
    if (ready === text) return event;
    return ready === '' ? undefined : { ...event, delta: ready, ...withoutTokens(event) };
  }

  #begin(key: string, kind: Parameters<typeof startText>[1], last: Members): Text | undefined {
    const rewriter = startText(this.session, kind);
    if (rewriter === undefined) return undefined;
    const text = { rewriter, last };
    this.#texts.set(key, text);
    return text;
  }

  /** Whatever is no delta says texts whole: of a part, an item or the response. */
  #takeOther(event: Members, emit: EmitChunk): Members {
    const { item_id: item } = event;
    if (isEnd(event)) this.#finish(() => true, emit);
    else if (String(event.type).endsWith('.done')) {
      const id = item ?? Object(event.item).id;
      this.#finish((last) => last.item_id === id, emit);
    }
    const map = rewriteWith(this.session);
    let mapped = mapMember(event, 'response', (response) =>
      isMembers(response) ? mapResponsesAnswer(response, map) : response,
    );
    mapped = mapMember(mapped, 'item', (whole) => (isMembers(whole) ? mapAnswerItem(whole, map) : whole));
    mapped = mapMember(mapped, 'part', (part) => (isMembers(part) ? mapPartOf(part, map) : part));
    return mapWhole(mapped, map);
  }

  /** Sends what was held back of texts. */
  #finish(isMeant: (last: Members) => boolean, emit: EmitChunk): void {
    for (const [key, { last, rewriter }] of this.#texts) {
      if (!isMeant(last)) continue;
      this.#texts.delete(key);
      const rest = rewriter.end();
      if (rest !== '') emit({ ...last, delta: rest, ...withoutTokens(last) }, undefined);
    }
  }
}

function keyOf({ type, item_id: item, output_index: output, content_index: content, summary_index: summary }: Members) {
  return [type, item, output, content, summary].join(' ');
}

/** Tokens beside a text would give away what was hidden in it. */
function withoutTokens({ logprobs }: Members): Members {
  return Array.isArray(logprobs) && logprobs.length > 0 ? { logprobs: [] } : {};
}

function mapPartOf(part: Members, map: ReturnType<typeof rewriteWith>): unknown {
  const isThought = part.type === 'summary_text' || part.type === 'reasoning_text';
  const item = isThought
    ? { type: 'reasoning', summary: [part] }
    : { type: 'message', role: 'assistant', content: [part] };
  const mapped = mapAnswerItem(item, map);
  if (mapped === item) return part;
  const [first] = (isThought ? mapped.summary : mapped.content) as readonly unknown[];
  return first;
}

/** The text that an event of the kind `response.output_text.done` says whole. */
function mapWhole(event: Members, map: ReturnType<typeof rewriteWith>): Members {
  switch (event.type) {
    case 'response.output_text.done':
    case 'response.refusal.done': {
      const mapped = mapTexts(event, ['text', 'refusal'], (text) => map(text, 'assistant', 'plain', 1));
      return mapped === event ? event : { ...mapped, ...withoutTokens(event) };
    }
    case 'response.reasoning_text.done':
    case 'response.reasoning_summary_text.done':
      return mapTexts(event, ['text'], (text) => map(text, 'reasoning', 'plain'));
    case 'response.function_call_arguments.done':
      return mapTexts(event, ['arguments'], (text) => map(text, 'tool_call', 'json'));
    case 'response.custom_tool_call_input.done':
      return mapTexts(event, ['input'], (text) => map(text, 'tool_call', 'plain'));
    default:
      return event;
  }
}

function mapTexts(event: Members, names: readonly string[], map: (text: string) => string): Members {
  let mapped = event;
  for (const name of names) {
    mapped = mapMember(mapped, name, (value) => (typeof value === 'string' && value !== '' ? map(value) : value));
  }
  return mapped;
}
