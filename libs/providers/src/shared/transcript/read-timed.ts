import { isRecord, type TranscriptSegment, type TranscriptWord } from '@multilane/contracts';
import { unreadable } from '../failures/map-error.js';
import { SpeakerNames } from './name-speakers.js';

/** Eleven hours of speech. The rest would hold up other requests. */
const MOST_WORDS = 100_000;
/** In seconds: 115 days. */
const LATEST_TIME = 10_000_000;

/** Members in which a provider writes what is spoken at a time. */
export interface TimedMembers {
  /** The first member that holds text counts. */
  readonly text: readonly string[];
  readonly speaker?: string;
  /** Its name where it is the logarithm of a probability. */
  readonly logprob?: string;
  /** Its name where it is a probability. */
  readonly confidence?: string;
  /** Number of the provider's units in a second; 1 if it is left out. */
  readonly unitsPerSecond?: number;
  /** True for an entry that counts; all do if it is left out. */
  readonly counts?: (entry: Readonly<Record<string, unknown>>) => boolean;
}

/** A provider's list of words; undefined if it is none. Throws a `ProviderFailure` for one that no sound can have. */
export function readWords(list: unknown, members: TimedMembers): TranscriptWord[] | undefined {
  return readTimed(list, members, (text, start, end, speaker, logprob) => {
    return logprob === undefined ? { word: text, start, end, speaker } : { word: text, start, end, speaker, logprob };
  });
}

/** The same for sentences, utterances or segments. */
export function readSegments(list: unknown, members: TimedMembers): TranscriptSegment[] | undefined {
  return readTimed(list, members, (text, start, end, speaker) => ({ text: text.trim(), start, end, speaker }));
}

/** A count of seconds; undefined for what is none, or is negative. */
export function readSeconds(value: unknown, unitsPerSecond = 1): number | undefined {
  if (typeof value !== 'number' || !(value >= 0)) return undefined;
  const seconds = value / unitsPerSecond;
  return seconds <= LATEST_TIME ? seconds : undefined;
}

type Make<Entry> = (
  text: string,
  start: number,
  end: number,
  speaker: string | undefined,
  logprob: number | undefined,
) => Entry;

/** Times that are missing or run backwards are those of the entry before, so that cues are always in order. */
function readTimed<Entry>(list: unknown, members: TimedMembers, make: Make<Entry>): Entry[] | undefined {
  if (!Array.isArray(list)) return undefined;
  // Every second entry may be the space between two words.
  if (list.length > MOST_WORDS * 2) throw unreadable('too many words');
  const { counts, speaker: speakerName, text: textNames, unitsPerSecond } = members;
  const speakers = new SpeakerNames();
  const timed: Entry[] = [];
  let lastStart = 0;
  let lastEnd = 0;
  for (const entry of list) {
    if (!isRecord(entry) || counts?.(entry) === false) continue;
    const text = readText(entry, textNames);
    if (text === undefined) continue;
    lastStart = Math.max(readSeconds(entry.start, unitsPerSecond) ?? lastEnd, lastStart);
    lastEnd = Math.max(readSeconds(entry.end, unitsPerSecond) ?? lastStart, lastStart);
    const speaker = speakerName === undefined ? undefined : speakers.name(entry[speakerName]);
    timed.push(make(text, lastStart, lastEnd, speaker, readProbability(entry, members)));
  }
  if (timed.length > MOST_WORDS) throw unreadable('too many words');
  return timed;
}

function readText(entry: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = entry[name];
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return undefined;
}

/** The logarithm of how sure the provider is. */
function readProbability(
  entry: Readonly<Record<string, unknown>>,
  { logprob, confidence }: TimedMembers,
): number | undefined {
  const value = logprob === undefined ? undefined : entry[logprob];
  if (typeof value === 'number' && value <= 0) return value;
  const sure = confidence === undefined ? undefined : entry[confidence];
  return typeof sure === 'number' && sure > 0 && sure <= 1 ? Math.log(sure) : undefined;
}
