import { isRecord, type SpeechFormat, type Usage } from '@multilane/contracts';
import type { ExchangeCodecs } from '../exchange.js';
import { answerWholeSpeech } from '../shared/audio/answer-speech.js';
import { createVoicesCodec } from '../shared/audio/list-voices.js';
import {
  checkSpeech,
  limitSpeed,
  loseInstructions,
  resolveVoice,
  type VoiceTable,
} from '../shared/audio/read-speech-request.js';
import {
  checkTranscription,
  findFile,
  needsSpeakers,
  needsTimes,
  type TranscriptionAbilities,
} from '../shared/audio/read-transcription-request.js';
import { type Field, writeAudioForm } from '../shared/audio/write-audio-form.js';
import { unreadable } from '../shared/failures/map-error.js';
import { readSeconds, readSegments } from '../shared/transcript/read-timed.js';
import { answerTranscript } from '../shared/transcript/write-transcript.js';

/** Two preset voices that every generation has (docs.mistral.ai, audio, voices). */
const VOICES: VoiceTable = {
  alloy: 'en_paul_neutral',
  echo: 'en_paul_neutral',
  fable: 'gb_jane_neutral',
  onyx: 'en_paul_neutral',
  nova: 'gb_jane_neutral',
  shimmer: 'gb_jane_neutral',
};

/** Its raw samples are floating-point numbers, which the reference's are not. */
const FORMATS: readonly SpeechFormat[] = ['mp3', 'opus', 'flac', 'wav'];
const ABILITIES: TranscriptionAbilities = { times: 'segments', speakers: true, keyterms: false };
const SEGMENTS = { text: ['text'], speaker: 'speaker_id' };

/** Sound at Mistral: the reference's paths with answers of its own (docs.mistral.ai/api, audio). */
export const MISTRAL_EXCHANGES: ExchangeCodecs = {
  speech: {
    isBeyondReference: true,
    check: (request) => checkSpeech(request, { formats: FORMATS }),
    async serve(request, exchange) {
      const { target, losses } = exchange;
      const format = request.response_format ?? 'mp3';
      limitSpeed(request, [1, 1], losses);
      loseInstructions(request, losses);
      const answer = await exchange.send({
        path: '/audio/speech',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ model: target.upstreamModel, input: request.input, voice: resolveVoice(request, target, VOICES) },
          response_format: format,
        }),
      });
      const body = await answer.json();
      if (!isRecord(body) || typeof body.audio_data !== 'string') throw unreadable('no audio_data');
      return answerWholeSpeech(request, Buffer.from(body.audio_data, 'base64'), format);
    },
  },
  voices: { ...createVoicesCodec(VOICES), isBeyondReference: true },
  transcriptions: {
    isBeyondReference: true,
    check: (request) => checkTranscription(request, ABILITIES),
    async serve(request, exchange) {
      const file = await findFile(request);
      const { losses, target } = exchange;
      if (request.prompt) losses.lose('prompt');
      // Times and a language exclude each other (docs.mistral.ai, audio transcription).
      const isTimed = needsTimes(request);
      if (isTimed && request.language) losses.lose('language');
      const fields: Field[] = [
        ['model', target.upstreamModel],
        ['language', isTimed ? undefined : request.language],
        ['temperature', request.temperature],
        ['diarize', needsSpeakers(request) || undefined],
        ['timestamp_granularities[]', isTimed ? 'segment' : undefined],
      ];
      const form = await writeAudioForm(fields, file, exchange.idSeed);
      const body = await (await exchange.send({ path: '/audio/transcriptions', ...form })).json();
      if (!isRecord(body) || typeof body.text !== 'string') throw unreadable('no text');
      const usage = isRecord(body.usage) ? body.usage : {};
      const transcript = {
        text: body.text.trim(),
        language: typeof body.language === 'string' ? body.language : undefined,
        duration: readSeconds(usage.prompt_audio_seconds),
        segments: readSegments(body.segments, SEGMENTS),
      };
      return answerTranscript(request, transcript, exchange, readTokens(usage));
    },
  },
};

function readTokens(usage: Readonly<Record<string, unknown>>): Usage | undefined {
  const { prompt_tokens, completion_tokens, total_tokens } = usage;
  if (!isCount(prompt_tokens) || !isCount(completion_tokens) || !isCount(total_tokens)) return undefined;
  return { prompt_tokens, completion_tokens, total_tokens };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
