import type { Transcript, TranscriptSegment, TranscriptWord } from '@multilane/contracts';

/** In seconds: a longer silence ends a segment. */
const LONGEST_PAUSE = 0.8;
/** In seconds: what people can read as one subtitle. */
const LONGEST_SEGMENT = 7;
/** Characters that end a sentence, in any script, and the quotes and brackets that may close behind them. */
const SENTENCE_ENDS = '.!?…。！？｡؟।';
const CLOSING = '"\'”’»)]」』） \n\t';
/** Quotes and brackets that open belong to the word behind them. */
const OPENING = /["'“‘«„([「『（¿¡]/u;
/** Scripts that put no space between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}]/u;
/**
 * Distance behind the last word within which the next one is looked for in the text: the text between is punctuation.
 */
const LOOK_AHEAD = 64;

export interface CutSegment extends TranscriptSegment {
  /** The mean of its words', where those have it. */
  readonly logprob?: number | undefined;
}

/**
 * Segments out of words, for providers that cut none: cut where a sentence ends, the speaker changes, somebody is silent for
 * more than 0.8 s, or 7 s are full. Their texts together are the text of the transcript, with its punctuation.
 */
export function cutSegments(transcript: Pick<Transcript, 'text' | 'words'>): CutSegment[] {
  const { words = [] } = transcript;
  const found = cutText(transcript.text, words);
  // A text that is not made of these words, such as one with numbers written out: theirs counts, for only they have times.
  return found ?? cutText(joinWords(words), words) ?? [];
}

/** The words as a text: with spaces, except between words of scripts that have none. */
function joinWords(words: readonly TranscriptWord[]): string {
  const parts: string[] = [];
  let last = '';
  for (const { word } of words) {
    const text = word.trim();
    if (last !== '' && !(UNSPACED.test(last.slice(-1)) && UNSPACED.test(text.slice(0, 1)))) parts.push(' ');
    parts.push(text);
    last = text;
  }
  return parts.join('');
}

/** Undefined if the words are not those of the text. */
function cutText(text: string, words: readonly TranscriptWord[]): CutSegment[] | undefined {
  const segments: CutSegment[] = [];
  let matched = 0;
  /** Behind the last word that was found in the text. */
  let cursor = 0;
  let open: { readonly first: TranscriptWord; readonly from: number; end: number } | undefined;
  let sum = { logprob: 0, count: 0 };
  let last: TranscriptWord | undefined;
  const close = (to: number) => {
    const said = open && text.slice(open.from, to).trim();
    if (!open || !said) return;
    const { first, end } = open;
    segments.push({
      ...{ text: said, start: first.start, end, speaker: first.speaker },
      logprob: sum.count === 0 ? undefined : sum.logprob / sum.count,
    });
  };
  for (const word of words) {
    const wanted = word.word.trim();
    const at = text.slice(cursor, cursor + wanted.length + LOOK_AHEAD).indexOf(wanted);
    const position = at === -1 ? undefined : skipOpening(text, cursor + at, cursor);
    const isCut =
      open && last && position !== undefined && isBoundary(endsSentence(text, position), open.first, last, word);
    if (position !== undefined && (!open || isCut)) {
      close(position);
      open = { first: word, from: open ? position : 0, end: word.end };
      sum = { logprob: 0, count: 0 };
    }
    if (position !== undefined) {
      matched += 1;
      cursor += at + wanted.length;
    }
    if (open) open.end = Math.max(open.end, word.end);
    if (word.logprob !== undefined) sum = { logprob: sum.logprob + word.logprob, count: sum.count + 1 };
    last = word;
  }
  close(text.length);
  return matched * 2 > words.length ? segments : undefined;
}

/** True if a sentence ends right before a position of the text. */
function endsSentence(text: string, position: number): boolean {
  let at = position - 1;
  while (at >= 0 && CLOSING.includes(text.charAt(at))) at -= 1;
  return at >= 0 && SENTENCE_ENDS.includes(text.charAt(at));
}

/** Finds the start of a word, with the quotes and brackets that open before it. */
function skipOpening(text: string, at: number, from: number): number {
  let position = at;
  while (position > from && OPENING.test(text.charAt(position - 1))) position -= 1;
  return position;
}

function isBoundary(isSentence: boolean, first: TranscriptWord, last: TranscriptWord, next: TranscriptWord): boolean {
  return (
    next.start - last.end > LONGEST_PAUSE ||
    next.end - first.start > LONGEST_SEGMENT ||
    next.speaker !== last.speaker ||
    isSentence
  );
}
