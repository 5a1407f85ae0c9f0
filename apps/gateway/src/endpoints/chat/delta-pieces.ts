import type { Rewriter } from '@multilane/policy';
import type { TextKind } from '../../guarding/streams/stream-rewriter.js';
import { isMembers } from '../../guarding/texts/text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** One text of a choice that comes in pieces. */
export interface Slot {
  /** Its place among the words of an answer. */
  readonly turn: number;
  readonly rewriter: Rewriter | undefined;
  /** True if anything was replaced in it. */
  isChanged: boolean;
  /** The delta that carries a piece of it. */
  wrap(text: string): Members;
}

/** A thought ends where the answer begins, and the answer where a call does. */
export const TURN: Readonly<Record<TextKind, number>> = { thought: 0, answer: 1, arguments: 2, input: 2 };
/** Turn of a text beside the words: it ends with the choice, and ends none of them. */
export const BESIDE = -1;

/** A piece of a text in a delta, with where it goes back to. */
export interface Piece {
  readonly slot: Slot;
  readonly text: string;
  /** True if the text is complete with it. */
  readonly isLast: boolean;
  put(draft: DeltaDraft, text: string): void;
}

/** The copy of a delta whose texts change. A list in it is copied once, however many of its items change. */
class DeltaDraft {
  readonly members: Record<string, unknown>;
  readonly #lists = new Map<string, unknown[]>();

  constructor(delta: Members) {
    this.members = { ...delta };
  }

  /** Sets members of an item of a list. */
  setItem(name: string, at: number, members: Members): void {
    let list = this.#lists.get(name);
    if (list === undefined) {
      list = [...(this.members[name] as readonly unknown[])];
      this.#lists.set(name, list);
      this.members[name] = list;
    }
    list[at] = { ...(list[at] as Members), ...members };
  }

  /** Sets a member of what an item of a list holds. */
  setWithin(name: string, at: number, holder: string, members: Members): void {
    const item = (this.members[name] as readonly Members[])[at];
    this.setItem(name, at, { [holder]: { ...(item?.[holder] as Members), ...members } });
  }
}

/** Effect of one delta on the texts of its choice. */
interface Step {
  readonly isFinished: boolean;
  /** The last piece of each text that goes on. */
  readonly lastOf: ReadonlyMap<Slot, Piece>;
  /** The turn that its words have come to; BESIDE if it has none. */
  readonly turn: number;
}

/** The texts of a choice, as far as they came. */
export class Choice {
  readonly slots = new Map<string, Slot>();
  /** Number of its texts of an unknown kind. */
  unknown = 0;
  /** The texts that came last, which may have something held back: several where one thought is sent in two forms at once. */
  readonly open = new Set<Slot>();

  /** Takes out the texts that do not go on. */
  takeEnded({ isFinished, lastOf, turn }: Step): Slot[] {
    const ended: Slot[] = [];
    for (const slot of this.open) {
      const isOver = isFinished || (slot.turn !== BESIDE && turn !== BESIDE);
      if (lastOf.has(slot) || !isOver) continue;
      ended.push(slot);
      this.open.delete(slot);
    }
    return ended;
  }
}

/** Determines the effect of a delta's pieces on the texts of their choice. */
export function surveyPieces(pieces: readonly Piece[], isFinished: boolean): Step {
  const lastOf = new Map<Slot, Piece>();
  let turn = BESIDE;
  for (const piece of pieces) {
    lastOf.set(piece.slot, piece);
    turn = Math.max(turn, piece.slot.turn);
  }
  return { isFinished, lastOf, turn };
}

/** The delta with its texts as far as they are ready; undefined if that changes nothing. */
export function rewritePieces(
  delta: Members,
  pieces: readonly Piece[],
  { isFinished, lastOf, turn }: Step,
  open: Set<Slot>,
): Members | undefined {
  let draft: DeltaDraft | undefined;
  for (const piece of pieces) {
    const { isLast, slot, text } = piece;
    const ready = slot.rewriter?.push(text) ?? text;
    const isOver = isFinished || (slot.turn !== BESIDE && slot.turn < turn);
    const isDone = isLast || (isOver && lastOf.get(slot) === piece);
    const whole = isDone ? ready + (slot.rewriter?.end() ?? '') : ready;
    if (isDone) open.delete(slot);
    else open.add(slot);
    if (whole === text && !(isLast && slot.isChanged)) continue;
    draft ??= new DeltaDraft(delta);
    piece.put(draft, whole);
  }
  return draft?.members;
}

/** A piece that is a member of the delta. */
export function pieceOf(slot: Slot, name: string, text: string): Piece {
  return {
    slot,
    text,
    isLast: false,
    put: ({ members }, ready) => {
      members[name] = ready;
    },
  };
}

/** True if a delta whose texts may be held back still says anything. */
export function saysAnything(delta: Members, { logprobs }: Members): boolean {
  if (logprobs) return true;
  return Object.entries(delta).some(([name, value]) => {
    if (name !== 'tool_calls' || !Array.isArray(value)) return isSaid(value);
    return (value as unknown[]).some((call) => !isMembers(call) || Object.entries(call).some(isSaidOfCall));
  });
}

/** False for the index and the type of a call, which say nothing by themselves. */
function isSaidOfCall([name, value]: readonly [string, unknown]): boolean {
  if (name === 'index' || name === 'type') return false;
  return isMembers(value) ? Object.values(value).some(isSaid) : isSaid(value);
}

function isSaid(value: unknown): boolean {
  return value !== '' && value !== null && value !== undefined;
}
