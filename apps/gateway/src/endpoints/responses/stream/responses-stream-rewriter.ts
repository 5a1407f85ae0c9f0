import type { PiiSession, Rewriter } from '@multilane/policy';
import { rewriteWith } from '../../../guarding/rewrite-with.js';
import {
  type EmitChunk,
  type StreamRewriter,
  startText,
  type TextKind,
} from '../../../guarding/streams/stream-rewriter.js';
import type { TextMap } from '../../../guarding/texts/text-map.js';
import { readEvent } from '../../messages/read-event.js';
import { mapResponsesEvent } from '../responses-answer-texts.js';
import { endsText, keyOf, readPiece } from './stream-deltas.js';

type Members = Readonly<Record<string, unknown>>;

interface Text {
  readonly rewriter: Rewriter;
  /** The last delta. */
  last: Members;
}

/**
 * Rewrites a stream of the Responses format: each text as its deltas come, and the whole of it wherever later events say it once more. Held
 * parts are sent before the event that ends the text. Events are numbered as if nothing had been held back.
 */
export class ResponsesStreamRewriter implements StreamRewriter {
  readonly #texts = new Map<string, Text>();
  readonly #map: TextMap;
  /** Difference between the numbers of sent and received events. */
  #shift = 0;
  /** The number of the event that came last. */
  #number: unknown;

  constructor(private readonly session: PiiSession) {
    this.#map = rewriteWith(session);
  }

  push(chunk: object | undefined, raw: string | undefined, emit: EmitChunk): void {
    // Most events come unread, as the provider's own words.
    const event = (chunk as Members | undefined) ?? (raw === undefined ? undefined : readEvent(raw));
    if (event === undefined) {
      emit(chunk, raw);
      return;
    }
    this.#number = event.sequence_number;
    this.#finish((last) => endsText(event, last), emit);
    const rewritten = this.#rewrite(event);
    if (rewritten === undefined) this.#shift -= 1;
    else if (rewritten !== event || (this.#shift !== 0 && typeof this.#number === 'number')) {
      emit(this.#numbered(rewritten), undefined);
    } else emit(chunk, raw);
  }

  end(emit: EmitChunk): void {
    if (typeof this.#number === 'number') this.#number += 1;
    this.#finish(() => true, emit);
  }

  /** The event with what is ready of its text; undefined if that is nothing. */
  #rewrite(event: Members): Members | undefined {
    const [kind] = readPiece(event) ?? [];
    const mapped = mapResponsesEvent(event, this.#map, this.session.hides);
    const known = kind && this.#textOf(event, kind);
    if (known === undefined) return mapped;
    known.last = mapped;
    const ready = known.rewriter.push(String(event.delta));
    if (ready === event.delta) return mapped;
    return ready === '' ? undefined : { ...mapped, delta: ready, ...withoutTokens(mapped) };
  }

  #textOf(event: Members, kind: TextKind): Text | undefined {
    const key = keyOf(event);
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const rewriter = startText(this.session, kind);
    if (rewriter === undefined) return undefined;
    const text = { rewriter, last: event };
    this.#texts.set(key, text);
    return text;
  }

  /** Sends what was held back of texts. */
  #finish(isMeant: (last: Members) => boolean, emit: EmitChunk): void {
    for (const [key, { last, rewriter }] of this.#texts) {
      if (!isMeant(last)) continue;
      this.#texts.delete(key);
      const rest = rewriter.end();
      if (rest === '') continue;
      emit(this.#numbered({ ...last, delta: rest, ...withoutTokens(last) }), undefined);
      this.#shift += 1;
    }
  }

  /** Numbers an event that is sent now: the number of the last event received, moved by the events that were held back or sent before. */
  #numbered(event: Members): Members {
    return typeof this.#number === 'number' ? { ...event, sequence_number: this.#number + this.#shift } : event;
  }
}

/** Tokens beside a text would give away what was hidden in it. */
function withoutTokens({ logprobs }: Members): Members {
  return Array.isArray(logprobs) && logprobs.length > 0 ? { logprobs: [] } : {};
}
