import type { PiiSession, Replacements, Rewriter } from '@multilane/policy';
import { BesideRewriter } from '../../guarding/streams/beside-rewriter.js';
import {
  type EmitChunk,
  type StreamRewriter,
  startText,
  type TextKind,
} from '../../guarding/streams/stream-rewriter.js';
import { isMembers } from '../../guarding/texts/text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** One text of a choice that comes in pieces. */
interface Slot {
  readonly kind: TextKind;
  readonly rewriter: Rewriter | undefined;
  /** Whether anything was replaced in it. */
  isChanged: boolean;
  /** The delta that carries a piece of it. */
  wrap(text: string): Members;
}

/** The texts of a delta, in the order in which they are sent. */
const TEXTS: readonly (readonly [string, TextKind])[] = [
  ['reasoning_content', 'thought'],
  ['reasoning', 'thought'],
  ['content', 'answer'],
  ['refusal', 'answer'],
];

/** Members of a choice that say what its delta says, in the manner of another endpoint or as a whole. */
const COPIES: ReadonlySet<string> = new Set(['text', 'message']);

/** Where calls hold a text. */
const OF_CALLS = [
  { holder: 'function', member: 'arguments', kind: 'arguments' },
  { holder: 'custom', member: 'input', kind: 'input' },
] as const;

class Choice {
  readonly slots = new Map<string, Slot>();
  /** The texts that came last, which may have something held back: several where one thought is sent in two forms at once. */
  open: readonly Slot[] = NONE;
}

const NONE: readonly Slot[] = [];

/** A thought ends where the answer begins, and the answer where a call does. */
const TURN: Readonly<Record<TextKind, number>> = { thought: 0, answer: 1, arguments: 2, input: 2 };

/** A piece of a text in a delta, with where it goes back to. */
interface Piece {
  readonly slot: Slot;
  readonly text: string;
  /** Whether the text is complete with it. */
  readonly isLast: boolean;
  put(delta: Record<string, unknown>, text: string): void;
}

/** Rewrites a stream of chat chunks: each text of each choice by itself, and each call's arguments as JSON. */
export class ChatStreamRewriter implements StreamRewriter {
  readonly #choices = new Map<unknown, Choice>();
  #last: Members | undefined;
  readonly #beside: BesideRewriter;

  constructor(private readonly session: PiiSession) {
    this.#beside = new BesideRewriter(session, COPIES);
  }

  push(chunk: object | undefined, raw: string | undefined, emit: EmitChunk): void {
    if (chunk === undefined) {
      emit(undefined, raw);
      return;
    }
    const members = this.#beside.rewriteChunk(chunk as Members);
    const choices = Array.isArray(members.choices) ? (members.choices as readonly unknown[]) : [];
    if (choices.length > 0) this.#last = members;
    const sent: unknown[] = [];
    let isChanged = members !== chunk;
    for (const choice of choices) {
      const rewritten = isMembers(choice)
        ? this.#takeChoice(members, this.#beside.rewriteChoice(choice), emit)
        : choice;
      if (rewritten !== choice) isChanged = true;
      if (rewritten !== undefined) sent.push(rewritten);
    }
    if (!isChanged) emit(chunk, raw);
    else if (choices.length === 0) emit(members, undefined);
    else if (sent.length > 0 || members.usage) emit({ ...members, choices: sent }, undefined);
  }

  end(emit: EmitChunk): void {
    for (const [index, { open }] of this.#choices) this.#flush(this.#last ?? {}, index, open, emit);
  }

  /** The choice with its texts as far as they are ready; undefined if nothing is left to send. */
  #takeChoice(chunk: Members, choice: Members, emit: EmitChunk): Members | undefined {
    const { delta, index } = choice;
    const known = this.#choices.get(index) ?? new Choice();
    this.#choices.set(index, known);
    const pieces = isMembers(delta) ? this.#listPieces(delta, known) : [];
    const isFinished = choice.finish_reason !== undefined && choice.finish_reason !== null;
    if (pieces.length === 0) {
      if (!isFinished) return choice;
      this.#flush(chunk, index, known.open, emit);
      known.open = NONE;
      return choice;
    }
    const ended = known.open.filter((slot) => pieces.every((piece) => piece.slot !== slot));
    this.#flush(chunk, index, ended, emit);
    const rewritten: Record<string, unknown> = { ...(delta as Members) };
    const last = Math.max(...pieces.map(({ slot }) => TURN[slot.kind]));
    let isChanged = false;
    known.open = NONE;
    pieces.forEach(({ isLast, put, slot, text }, at) => {
      const ready = slot.rewriter?.push(text) ?? text;
      const goesOn = pieces.some((later, place) => place > at && later.slot === slot);
      const isDone = isLast || (!goesOn && (isFinished || TURN[slot.kind] < last));
      const whole = isDone ? ready + (slot.rewriter?.end() ?? '') : ready;
      if (!isDone && !goesOn) known.open = [...known.open, slot];
      if (whole === text && !(isLast && slot.isChanged)) return;
      isChanged = true;
      put(rewritten, whole);
    });
    if (!isChanged) return choice;
    return isFinished || saysAnything(rewritten, choice) ? { ...choice, delta: rewritten } : undefined;
  }

  /** Sends what was held back of texts that have ended. */
  #flush(chunk: Members, index: unknown, ended: readonly Slot[], emit: EmitChunk): void {
    for (const { rewriter, wrap } of ended) {
      const rest = rewriter?.end() ?? '';
      if (rest === '') continue;
      emit({ ...chunk, choices: [{ index, delta: wrap(rest), finish_reason: null }], usage: undefined }, undefined);
    }
  }

  #listPieces(delta: Members, choice: Choice): Piece[] {
    const pieces: Piece[] = [];
    for (const [name, kind] of TEXTS) {
      const text = delta[name];
      if (typeof text !== 'string' || text === '') continue;
      const slot = this.#slot(choice, name, kind, (rest) => ({ [name]: rest }));
      pieces.push({
        slot,
        text,
        isLast: false,
        put: (into, ready) => {
          into[name] = ready;
        },
      });
    }
    this.#listParts(delta, choice, pieces);
    this.#listTranscript(delta, choice, pieces);
    this.#listDetails(delta, choice, pieces);
    this.#listCalls(delta, choice, pieces);
    return pieces.filter(({ slot }) => slot.rewriter !== undefined);
  }

  /** A content in parts: its texts are one with those of other deltas. */
  #listParts({ content }: Members, choice: Choice, pieces: Piece[]): void {
    if (!Array.isArray(content)) return;
    content.forEach((part: unknown, at) => {
      if (!isMembers(part) || typeof part.text !== 'string' || part.text === '') return;
      pieces.push({
        slot: this.#slot(choice, 'content', 'answer', (rest) => ({ content: rest })),
        text: part.text,
        isLast: false,
        put: (into, text) => {
          const list = [...(into.content as unknown[])];
          list[at] = { ...(list[at] as Members), text };
          into.content = list;
        },
      });
    });
  }

  #listTranscript({ audio }: Members, choice: Choice, pieces: Piece[]): void {
    if (!isMembers(audio) || typeof audio.transcript !== 'string' || audio.transcript === '') return;
    pieces.push({
      slot: this.#slot(choice, 'transcript', 'answer', (transcript) => ({ audio: { transcript } })),
      text: audio.transcript,
      isLast: false,
      put: (into, transcript) => {
        into.audio = { ...audio, transcript };
      },
    });
  }

  /** Thoughts in their signed form: whole, with a signature that no longer fits where they change, or in pieces. */
  #listDetails(delta: Members, choice: Choice, pieces: Piece[]): void {
    const { reasoning_details: details } = delta;
    if (!Array.isArray(details)) return;
    details.forEach((detail: unknown, at) => {
      if (!isMembers(detail)) return;
      const { index = at, signature, text: _text, summary: _summary, ...others } = detail;
      for (const name of ['text', 'summary']) {
        const came = detail[name];
        const isSigned = name === 'text' && Boolean(signature);
        // A signature may come behind its thought.
        const text = (came ?? null) === null && isSigned ? '' : came;
        if (typeof text !== 'string' || (text === '' && !isSigned)) continue;
        const wrap = (rest: string): Members => ({ reasoning_details: [{ ...others, index, [name]: rest }] });
        const slot = this.#slot(choice, `${name} ${index}`, 'thought', wrap);
        pieces.push({
          slot,
          text,
          isLast: isSigned,
          put: (into, ready) => {
            const list = [...((into.reasoning_details as unknown[]) ?? [])];
            list[at] = {
              ...(list[at] as Members),
              [name]: ready,
              ...(isSigned && slot.isChanged && { signature: '' }),
            };
            into.reasoning_details = list;
          },
        });
      }
    });
  }

  #listCalls(delta: Members, choice: Choice, pieces: Piece[]): void {
    const { tool_calls: calls } = delta;
    if (!Array.isArray(calls)) return;
    calls.forEach((call: unknown, at) => {
      if (!isMembers(call)) return;
      const { index = at } = call;
      for (const { holder, kind, member } of OF_CALLS) {
        const called = call[holder];
        const text = isMembers(called) ? called[member] : undefined;
        if (typeof text !== 'string' || text === '') continue;
        const wrap = (rest: string): Members => ({ tool_calls: [{ index, [holder]: { [member]: rest } }] });
        pieces.push({
          slot: this.#slot(choice, `${holder} ${index}`, kind, wrap),
          text,
          isLast: false,
          put: (into, ready) => {
            const list = [...(into.tool_calls as unknown[])];
            const sent = list[at] as Members;
            list[at] = { ...sent, [holder]: { ...(sent[holder] as Members), [member]: ready } };
            into.tool_calls = list;
          },
        });
      }
    });
  }

  #slot(choice: Choice, key: string, kind: TextKind, wrap: Slot['wrap']): Slot {
    const known = choice.slots.get(key);
    if (known) return known;
    const { answer, thoughts } = this.session;
    const watched =
      thoughts &&
      watch(thoughts, () => {
        slot.isChanged = true;
      });
    const slot: Slot = { kind, rewriter: startText({ answer, thoughts: watched }, kind), isChanged: false, wrap };
    choice.slots.set(key, slot);
    return slot;
  }
}

/** The same, and reports each value that is replaced. */
function watch(replacements: Replacements, onChange: () => void): Replacements {
  return {
    plan: replacements.plan,
    replace: (entity, value) => {
      const replaced = replacements.replace(entity, value);
      if (replaced !== value) onChange();
      return replaced;
    },
  };
}

/** Whether anything is left of a delta whose texts may be held back. */
function saysAnything(delta: Members, { logprobs }: Members): boolean {
  if (logprobs) return true;
  return Object.entries(delta).some(([name, value]) => {
    if (name !== 'tool_calls' || !Array.isArray(value)) return value !== '' && value !== null && value !== undefined;
    return (value as unknown[]).some((call) => !isMembers(call) || call.id !== undefined || hasArguments(call));
  });
}

function hasArguments(call: Members): boolean {
  return OF_CALLS.some(({ holder, member }) => {
    const called = call[holder];
    return isMembers(called) && (called.name !== undefined || called[member] !== '');
  });
}
