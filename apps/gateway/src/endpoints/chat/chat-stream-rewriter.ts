import type { PiiSession, Replacements } from '@multilane/policy';
import { ChoicesRewriter } from '../../guarding/streams/choices-rewriter.js';
import { OF_ANSWER_MESSAGE, SENT_WHOLE } from '../../guarding/streams/known-members.js';
import { type EmitChunk, startText, type TextKind } from '../../guarding/streams/stream-rewriter.js';
import { isMembers } from '../../guarding/texts/text-map.js';
import {
  BESIDE,
  Choice,
  type Piece,
  pieceOf,
  rewritePieces,
  type Slot,
  saysAnything,
  surveyPieces,
  TURN,
} from './delta-pieces.js';

type Members = Readonly<Record<string, unknown>>;

/** The texts of a delta, in the order in which they are sent. */
const TEXTS: readonly (readonly [string, TextKind])[] = [
  ['reasoning_content', 'thought'],
  ['reasoning', 'thought'],
  ['content', 'answer'],
  ['refusal', 'answer'],
];

/** Members of a choice that say what its delta says, in the manner of another endpoint or as a whole. */
const COPIES: ReadonlySet<string> = new Set(['text', 'message']);

/** Members of a call that hold a text: functions have arguments, and custom tools an input. */
const HOLDERS = ['function', 'custom'] as const;
const OF_CALLED = ['arguments', 'input'] as const;

/** Limit of a choice's unknown texts that are rewritten as they come. Further ones are left out. */
const MOST_UNKNOWN = 32;
const LEFT_OUT: Slot = {
  turn: BESIDE,
  rewriter: { push: () => '', end: () => '' },
  isChanged: false,
  wrap: () => ({}),
};

const NONE: readonly Piece[] = [];

/** Rewrites a stream of chat chunks: each text of each choice by itself, and each call's arguments as JSON. */
export class ChatStreamRewriter extends ChoicesRewriter {
  readonly #choices = new Map<unknown, Choice>();

  constructor(session: PiiSession) {
    super(session, COPIES);
  }

  end(emit: EmitChunk): void {
    for (const [index, { open }] of this.#choices) this.#flush(this.last ?? {}, index, open, emit);
  }

  protected takeChoice(chunk: Members, choice: Members, emit: EmitChunk): Members | undefined {
    const { delta, index } = choice;
    const known = this.#choices.get(index) ?? new Choice();
    this.#choices.set(index, known);
    const pieces = isMembers(delta) ? this.#listPieces(delta, known) : NONE;
    const isFinished = choice.finish_reason !== undefined && choice.finish_reason !== null;
    if (pieces.length === 0 && !isFinished) return choice;
    const step = surveyPieces(pieces, isFinished);
    this.#flush(chunk, index, known.takeEnded(step), emit);
    const rewritten = rewritePieces(delta as Members, pieces, step, known.open);
    if (rewritten === undefined) return choice;
    return isFinished || saysAnything(rewritten, choice) ? { ...choice, delta: rewritten } : undefined;
  }

  /** Sends what was held back of texts that have ended. */
  #flush(chunk: Members, index: unknown, ended: Iterable<Slot>, emit: EmitChunk): void {
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
      pieces.push(
        pieceOf(
          this.#slot(choice, name, kind, (rest) => ({ [name]: rest })),
          name,
          text,
        ),
      );
    }
    this.#listUnknown(delta, choice, pieces);
    this.#listParts(delta, choice, pieces);
    this.#listTranscript(delta, choice, pieces);
    this.#listDetails(delta, choice, pieces);
    this.#listCalls(delta, choice, pieces);
    this.#listOldCall(delta, choice, pieces);
    return pieces.filter(({ slot }) => slot.rewriter !== undefined);
  }

  /** Texts that nobody knows come in pieces, too. */
  #listUnknown(delta: Members, choice: Choice, pieces: Piece[]): void {
    for (const name in delta) {
      const text = delta[name];
      if (typeof text !== 'string' || text === '' || OF_ANSWER_MESSAGE.has(name) || SENT_WHOLE.has(name)) continue;
      const key = `.${name}`;
      if (!choice.slots.has(key)) choice.unknown += 1;
      const slot =
        choice.slots.has(key) || choice.unknown <= MOST_UNKNOWN
          ? this.#slot(choice, key, 'answer', (rest) => ({ [name]: rest }), BESIDE)
          : LEFT_OUT;
      pieces.push(pieceOf(slot, name, text));
    }
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
        put: (draft, text) => draft.setItem('content', at, { text }),
      });
    });
  }

  #listTranscript({ audio }: Members, choice: Choice, pieces: Piece[]): void {
    if (!isMembers(audio) || typeof audio.transcript !== 'string' || audio.transcript === '') return;
    pieces.push({
      slot: this.#slot(choice, 'transcript', 'answer', (transcript) => ({ audio: { transcript } })),
      text: audio.transcript,
      isLast: false,
      put: ({ members }, transcript) => {
        members.audio = { ...audio, transcript };
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
          put: (draft, ready) => {
            const lost = isSigned && slot.isChanged && { signature: '' };
            draft.setItem('reasoning_details', at, { [name]: ready, ...lost });
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
      for (const holder of HOLDERS) {
        for (const member of OF_CALLED) {
          const text = readMember(call[holder], member);
          if (text === '') continue;
          const wrap = (rest: string): Members => ({ tool_calls: [{ index, [holder]: { [member]: rest } }] });
          pieces.push({
            slot: this.#slot(choice, `${holder} ${member} ${index}`, member, wrap),
            text,
            isLast: false,
            put: (draft, ready) => draft.setWithin('tool_calls', at, holder, { [member]: ready }),
          });
        }
      }
    });
  }

  /** The one call of the old way. */
  #listOldCall({ function_call: call }: Members, choice: Choice, pieces: Piece[]): void {
    for (const member of OF_CALLED) {
      const text = readMember(call, member);
      if (text === '') continue;
      const wrap = (rest: string): Members => ({ function_call: { [member]: rest } });
      pieces.push({
        slot: this.#slot(choice, `function_call ${member}`, member, wrap),
        text,
        isLast: false,
        put: ({ members }, ready) => {
          members.function_call = { ...(members.function_call as Members), [member]: ready };
        },
      });
    }
  }

  #slot(choice: Choice, key: string, kind: TextKind, wrap: Slot['wrap'], turn = TURN[kind]): Slot {
    const known = choice.slots.get(key);
    if (known) return known;
    const { answer, thoughts } = this.session;
    const watched =
      thoughts &&
      watch(thoughts, () => {
        slot.isChanged = true;
      });
    const slot: Slot = { turn, rewriter: startText({ answer, thoughts: watched }, kind), isChanged: false, wrap };
    choice.slots.set(key, slot);
    return slot;
  }
}

/** The same replacements, which report each value that is replaced. */
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

/** The text that a member is; empty if it is none. */
function readMember(holder: unknown, name: string): string {
  const text = isMembers(holder) ? holder[name] : undefined;
  return typeof text === 'string' ? text : '';
}
