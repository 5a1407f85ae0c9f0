import type { FormFile, TranscriptFormat, TranscriptionRequest } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import type { Losses } from '../losses.js';

const KNOWN: ReadonlySet<string> = new Set([
  ...['model', 'form', 'file', 'language', 'prompt', 'response_format', 'temperature', 'stream', 'user', 'keywords'],
  ...['timestamp_granularities', 'timestamp_granularities[]', 'chunking_strategy'],
]);

/** Abilities of a provider's transcription beside the text. */
export interface TranscriptionAbilities {
  /** Precision of times: words, or segments alone. */
  readonly times: 'words' | 'segments' | false;
  readonly speakers: boolean;
  /** True if it listens for words that the request names. */
  readonly keyterms: boolean;
}

const TIMED: ReadonlySet<string> = new Set<TranscriptFormat>(['srt', 'vtt', 'verbose_json']);

/** Rejects what no answer of the provider could be made into, and members that it does not know. */
export function checkTranscription(request: Readonly<TranscriptionRequest>, abilities: TranscriptionAbilities): void {
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined || value === null) continue;
    const isKnown = KNOWN.has(name) && !(name === 'keywords' && !abilities.keyterms);
    // Every provider cuts long sounds by itself, which `auto` asks for.
    if (isKnown && !(name === 'chunking_strategy' && value !== 'auto')) continue;
    throw unsupported(name);
  }
  const { response_format: format = 'json', stream } = request;
  if ((TIMED.has(format) && !abilities.times) || (format === 'diarized_json' && !abilities.speakers)) {
    const lacks = format === 'diarized_json' ? 'speakers' : 'times';
    throw unsupported('response_format', `cannot be "${format}": the provider of this model reports no ${lacks}.`);
  }
  if (abilities.times !== 'words' && format === 'verbose_json' && request.timestamp_granularities?.includes('word')) {
    const why = 'cannot have "word": the provider of this model reports no times of words.';
    throw unsupported('timestamp_granularities[]', why);
  }
  if (stream === true && TIMED.has(format)) {
    throw unsupported('stream', `works with the formats json, text and diarized_json, not with "${format}".`);
  }
}

/** True if the answer has to say when something was said. */
export function needsTimes({ response_format: format = 'json' }: Readonly<TranscriptionRequest>): boolean {
  return TIMED.has(format) || format === 'diarized_json';
}

/** True if the answer has to say who said something. */
export function needsSpeakers({ response_format: format }: Readonly<TranscriptionRequest>): boolean {
  return format === 'diarized_json';
}

/** The file of the form. Rejects with 400 if there is none, or an empty one. */
export async function findFile(request: Readonly<TranscriptionRequest>): Promise<FormFile> {
  for await (const part of request.form?.parts() ?? []) {
    if (part.name !== 'file' || 'value' in part) continue;
    if (part.size === 0) break;
    return part;
  }
  const message = '`file` is required: the sound, as a file of a multipart form.';
  throw new GatewayError('invalid_value', { param: 'file', message });
}

const MOST_TERMS = 100;
const LONGEST_TERM = 50;
const MOST_WORDS_OF_A_TERM = 5;

/**
 * The words that a provider is to listen for: `keywords`, and the prompt where it is a list of terms, as it mostly is. A prompt
 * is text that the sound continues, which these providers do not know: it is a loss in any case.
 */
export function readKeyterms({ keywords, prompt }: Readonly<TranscriptionRequest>, losses: Losses): string[] {
  const asked = [keywords].flat().filter((term) => typeof term === 'string' && term !== '') as string[];
  if (!prompt) return asked;
  losses.lose('prompt');
  const terms = prompt.split(/[,;\n]/, MOST_TERMS + 1).map((term) => term.trim().replace(/\.$/, ''));
  const isList = terms.length <= MOST_TERMS && terms.every(isTerm);
  return isList ? [...asked, ...terms] : asked;
}

function isTerm(term: string): boolean {
  return term !== '' && term.length <= LONGEST_TERM && term.split(/\s+/).length <= MOST_WORDS_OF_A_TERM;
}

/** For providers that choose the likeliest words by themselves. */
export function loseTemperature({ temperature }: Readonly<TranscriptionRequest>, losses: Losses): void {
  if (temperature) losses.lose('temperature');
}
