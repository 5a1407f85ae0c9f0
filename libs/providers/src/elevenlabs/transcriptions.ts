import { isRecord, type Transcript, type TranscriptionRequest } from '@multilane/contracts';
import type { ExchangeCodec } from '../exchange.js';
import {
  checkTranscription,
  findFile,
  needsSpeakers,
  needsTimes,
  readKeyterms,
  type TranscriptionAbilities,
} from '../shared/audio/read-transcription-request.js';
import { type Field, writeAudioForm } from '../shared/audio/write-audio-form.js';
import { unreadable } from '../shared/failures/map-error.js';
import { readLanguageCode } from '../shared/transcript/languages.js';
import { readSeconds, readWords } from '../shared/transcript/read-timed.js';
import { answerTranscript } from '../shared/transcript/write-transcript.js';

const ABILITIES: TranscriptionAbilities = { times: 'words', speakers: true, keyterms: true };

/** `POST /v1/speech-to-text` (elevenlabs.io/docs/api-reference/speech-to-text/convert). */
export const TRANSCRIPTIONS: ExchangeCodec<TranscriptionRequest> = {
  check: (request) => checkTranscription(request, ABILITIES),
  async serve(request, exchange) {
    const file = await findFile(request);
    const { target, losses } = exchange;
    const keyterms = readKeyterms(request, losses).map((term): Field => ['keyterms', term]);
    const fields: Field[] = [
      ['model_id', target.upstreamModel],
      ['language_code', request.language],
      ['temperature', request.temperature],
      // Times of words make answers of long sounds many times longer.
      ['timestamps_granularity', needsTimes(request) ? 'word' : 'none'],
      ['diarize', needsSpeakers(request) || undefined],
      ...keyterms,
    ];
    const answer = await exchange.send({
      path: '/v1/speech-to-text',
      ...(await writeAudioForm(fields, file, exchange.idSeed)),
    });
    return answerTranscript(request, readTranscript(await answer.json()), exchange);
  },
};

/** Events such as "(laughs)" are words; the spaces between words are entries too, and skipped. */
const WORDS = {
  text: ['text'],
  speaker: 'speaker_id',
  logprob: 'logprob',
  counts: (entry: Readonly<Record<string, unknown>>) => entry.type !== 'spacing',
};

/** Throws a `ProviderFailure` for an answer without text. */
export function readTranscript(body: unknown): Transcript {
  if (!isRecord(body) || typeof body.text !== 'string') throw unreadable('no text');
  const { language_code: language } = body;
  return {
    text: body.text,
    language: typeof language === 'string' ? (readLanguageCode(language) ?? language) : undefined,
    duration: readSeconds(body.audio_duration_secs),
    words: readWords(body.words, WORDS),
  };
}
