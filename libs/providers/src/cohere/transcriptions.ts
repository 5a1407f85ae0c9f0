import { isRecord, type TranscriptionRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ExchangeCodec } from '../exchange.js';
import {
  checkTranscription,
  findFile,
  loseTemperature,
  type TranscriptionAbilities,
} from '../shared/audio/read-transcription-request.js';
import { writeAudioForm } from '../shared/audio/write-audio-form.js';
import { unreadable } from '../shared/failures/map-error.js';
import { answerTranscript } from '../shared/transcript/write-transcript.js';

const ABILITIES: TranscriptionAbilities = { times: false, speakers: false, keyterms: false };

/** `POST /v2/audio/transcriptions` (docs.cohere.com/reference/create-audio-transcription): text alone, and the language is required. */
export const TRANSCRIPTIONS: ExchangeCodec<TranscriptionRequest> = {
  isBeyondReference: true,
  check(request) {
    checkTranscription(request, ABILITIES);
    if (request.language) return;
    const message = '`language` is required by the provider of this model, as a code such as "en".';
    throw new GatewayError('invalid_value', { param: 'language', message });
  },
  async serve(request, exchange) {
    const file = await findFile(request);
    loseTemperature(request, exchange.losses);
    if (request.prompt) exchange.losses.lose('prompt');
    const form = await writeAudioForm(
      [
        ['model', exchange.target.upstreamModel],
        ['language', request.language],
      ],
      file,
      exchange.idSeed,
    );
    const body = await (await exchange.send({ path: '/v2/audio/transcriptions', ...form })).json();
    if (!isRecord(body) || typeof body.text !== 'string') throw unreadable('no text');
    return answerTranscript(request, { text: body.text.trim() }, exchange);
  },
};
