import type { Transcript, TranscriptionRequest, Usage } from '@multilane/contracts';
import type { ExchangeAnswer, ProviderExchange } from '../../exchange.js';
import { unreadable } from '../failures/map-error.js';
import { type CutSegment, cutSegments } from './cut-segments.js';
import { nameLanguage } from './languages.js';
import { writeSrt, writeVtt } from './write-cues.js';
import { describeSpokenSegment, writeTranscriptEvents } from './write-transcript-events.js';

/** Word lists up to this long are written in one go; longer ones give other requests a turn in between. */
const LONG_LIST = 10_000;

/**
 * The answer that a transcription asks for, written from the provider's transcript
 * (docs/contract/media.md#transcript-formats).
 */
export async function answerTranscript(
  request: Readonly<TranscriptionRequest>,
  transcript: Transcript,
  exchange: Pick<ProviderExchange, 'losses' | 'wait'>,
  tokens?: Usage,
): Promise<ExchangeAnswer> {
  const isLong = (transcript.words?.length ?? 0) > LONG_LIST;
  if (isLong) await exchange.wait(0);
  const segments = SEGMENTED.has(request.response_format ?? 'json') ? listSegments(transcript) : [];
  if (isLong) await exchange.wait(0);
  const { duration: seconds } = transcript;
  const used = { ...(seconds === undefined ? {} : { seconds }), ...(tokens ? { tokens } : {}) };
  const usage = () => (Object.keys(used).length === 0 ? undefined : used);
  const charged = describeUsage(transcript, tokens);
  if (request.stream === true) {
    const spoken = request.response_format === 'diarized_json' ? segments : undefined;
    const body = writeTranscriptEvents(transcript.text, spoken, charged);
    return { contentType: 'text/event-stream; charset=utf-8', isStream: true, body, usage };
  }
  return { ...writeTranscript(request, transcript, { segments, charged, losses: exchange.losses }), usage };
}

const SEGMENTED: ReadonlySet<string> = new Set(['srt', 'vtt', 'verbose_json', 'diarized_json']);

/** Parts of a transcript that are made before it is written. */
interface Made {
  readonly segments: readonly CutSegment[];
  /** The member `usage`, in an object of its own; empty if nothing is known. */
  readonly charged: object;
  readonly losses: ProviderExchange['losses'];
}

function writeTranscript(
  request: Readonly<TranscriptionRequest>,
  transcript: Transcript,
  made: Made,
): Pick<ExchangeAnswer, 'contentType' | 'body'> {
  switch (request.response_format) {
    case 'text':
      return { contentType: PLAIN_TEXT, body: `${transcript.text}\n` };
    case 'srt':
      return { contentType: PLAIN_TEXT, body: writeSrt(made.segments) };
    case 'vtt':
      return { contentType: 'text/vtt; charset=utf-8', body: writeVtt(made.segments) };
    case 'verbose_json':
      return { contentType: JSON_TEXT, body: JSON.stringify(describeVerbosely(request, transcript, made)) };
    case 'diarized_json':
      return { contentType: JSON_TEXT, body: JSON.stringify(describeSpeakers(transcript, made)) };
    default:
      return {
        contentType: JSON_TEXT,
        body: JSON.stringify({ text: transcript.text, ...made.charged }),
      };
  }
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';
const JSON_TEXT = 'application/json';

/**
 * Describes a transcript verbosely. Members of a segment that whisper alone knows get neutral values, and the answer
 * says so (docs/contract/media.md#transcript-formats).
 */
function describeVerbosely(
  request: Readonly<TranscriptionRequest>,
  transcript: Transcript,
  { charged, losses, segments }: Made,
) {
  const { timestamp_granularities: asked = [], temperature = 0 } = request;
  const hasWords = asked.includes('word');
  const hasSegments = asked.includes('segment') || !hasWords;
  if (hasWords && !transcript.words && transcript.text !== '') throw unreadable('no times of words');
  if (hasSegments && segments.length > 0) losses.lose('response_format');
  const language = transcript.language ?? request.language;
  return {
    task: 'transcribe',
    language: language === undefined ? 'unknown' : nameLanguage(language),
    duration: transcript.duration ?? segments.at(-1)?.end ?? 0,
    text: transcript.text,
    ...(hasWords ? { words: (transcript.words ?? []).map(({ word, start, end }) => ({ word, start, end })) } : {}),
    ...(hasSegments ? { segments: segments.map((segment, id) => describeSegment(segment, id, temperature)) } : {}),
    ...charged,
  };
}

function describeSegment({ start, end, text, logprob = 0 }: CutSegment, id: number, temperature: number) {
  const unknown = { compression_ratio: 1, no_speech_prob: 0 };
  return { id, seek: 0, start, end, text: ` ${text}`, tokens: [], temperature, avg_logprob: logprob, ...unknown };
}

function describeSpeakers(transcript: Transcript, { charged, segments }: Made) {
  return {
    task: 'transcribe',
    duration: transcript.duration ?? segments.at(-1)?.end ?? 0,
    text: transcript.text,
    segments: segments.map(describeSpokenSegment),
    ...charged,
  };
}

/** The provider's own segments, those that its words make, or one for the whole where only its length is known. */
function listSegments(transcript: Transcript): readonly CutSegment[] {
  const { segments = [], words = [], text, duration } = transcript;
  if (segments.length > 0) return segments;
  if (words.length > 0) return cutSegments(transcript);
  if (text.trim() === '') return [];
  if (duration === undefined) throw unreadable('no times in the transcript');
  return [{ text: text.trim(), start: 0, end: duration }];
}

/** The reference counts whole seconds, begun ones included, or tokens where the provider does. */
function describeUsage({ duration }: Transcript, tokens: Usage | undefined): object {
  if (tokens) {
    const { prompt_tokens: input_tokens, completion_tokens: output_tokens, total_tokens } = tokens;
    return { usage: { type: 'tokens', input_tokens, output_tokens, total_tokens } };
  }
  return duration === undefined ? {} : { usage: { type: 'duration', seconds: Math.ceil(duration) } };
}
