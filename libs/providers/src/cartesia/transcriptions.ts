import { isRecord, type Transcript, type TranscriptionRequest } from '@multilane/contracts';
import type { ExchangeCodec } from '../exchange.js';
import {
  checkTranscription,
  findFile,
  loseTemperature,
  needsTimes,
  type TranscriptionAbilities,
} from '../shared/audio/read-transcription-request.js';
import { type Field, writeAudioForm } from '../shared/audio/write-audio-form.js';
import { unreadable } from '../shared/failures/map-error.js';
import { readSeconds, readWords } from '../shared/transcript/read-timed.js';
import { answerTranscript } from '../shared/transcript/write-transcript.js';

const ABILITIES: TranscriptionAbilities = { times: 'words', speakers: false, keyterms: false };

/** `POST /stt` (docs.cartesia.ai/api-reference/stt/transcribe). Without a language it assumes English. */
export const TRANSCRIPTIONS: ExchangeCodec<TranscriptionRequest> = {
  check: (request) => checkTranscription(request, ABILITIES),
  async serve(request, exchange) {
    const file = await findFile(request);
    const { target, losses } = exchange;
    loseTemperature(request, losses);
    if (request.prompt) losses.lose('prompt');
    const fields: Field[] = [
      ['model', target.upstreamModel],
      ['language', request.language],
      ['timestamp_granularities[]', needsTimes(request) ? 'word' : undefined],
    ];
    const answer = await exchange.send({ path: '/stt', ...(await writeAudioForm(fields, file, exchange.idSeed)) });
    return answerTranscript(request, readTranscript(await answer.json()), exchange);
  },
};

const WORDS = { text: ['word'] };

/** Throws a `ProviderFailure` for an answer without text. */
export function readTranscript(body: unknown): Transcript {
  if (!isRecord(body) || typeof body.text !== 'string') throw unreadable('no text');
  return {
    text: body.text,
    language: typeof body.language === 'string' ? body.language : undefined,
    duration: readSeconds(body.duration),
    words: readWords(body.words, WORDS),
  };
}
