import type { TextPart } from '../text-part.js';

/** An order that is split over turns has its pieces at their ends: this much of each is read with its neighbours. */
const PIECE = 300;
/** The latest turns; earlier ones were read with their own neighbours when they were the latest. */
const MOST_TURNS = 40;

/** A turn that ends a sentence is whole: what comes next is another one. */
const ENDED = /[.!?。！？]["')\]*_ ]{0,4}$/;

/** A word that goes on in the next turn. */
const BROKEN = /\p{L}$/u;
const GOES_ON = /^\p{Ll}/u;

/** Joins the texts of people and tools in several turns, read on from turn to turn; nothing for a single turn. */
export function joinTurns(parts: readonly TextPart[]): string[] {
  const turns = parts.filter(({ role }) => role === 'user' || role === 'tool').slice(-MOST_TURNS);
  if (turns.length < 2) return [];
  const spaced = joinBy(turns, () => ' ');
  const glued = joinBy(turns, (run, next) => (BROKEN.test(run) && GOES_ON.test(next) ? '' : ' '));
  return glued.every((run, at) => run === spaced[at]) ? spaced : [...spaced, ...glued];
}

function joinBy(turns: readonly TextPart[], separate: (run: string, next: string) => string): string[] {
  const runs: string[] = [];
  let run = '';
  for (const { text } of turns) {
    if (ENDED.test(run)) {
      runs.push(run);
      run = '';
    }
    const begun = run === '' ? '' : run + separate(run, text);
    if (text.length <= PIECE) run = begun + text;
    else {
      runs.push(begun + text.slice(0, PIECE));
      run = text.slice(-PIECE);
    }
  }
  runs.push(run);
  return runs.filter((each) => each !== '');
}
