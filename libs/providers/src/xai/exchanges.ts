import { isRecord, type SpeechFormat } from '@multilane/contracts';
import type { ExchangeCodecs } from '../exchange.js';
import { answerSpeech } from '../shared/audio/answer-speech.js';
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
  loseTemperature,
  needsSpeakers,
  type TranscriptionAbilities,
} from '../shared/audio/read-transcription-request.js';
import { writeAudioForm } from '../shared/audio/write-audio-form.js';
import { unreadable } from '../shared/failures/map-error.js';
import { readSeconds, readWords } from '../shared/transcript/read-timed.js';
import { answerTranscript } from '../shared/transcript/write-transcript.js';
import { XAI_IMAGES } from './images.js';

/** Its five voices (docs.x.ai, text to speech). */
const VOICES: VoiceTable = { alloy: 'eve', echo: 'rex', fable: 'sal', onyx: 'leo', nova: 'eve', shimmer: 'ara' };

/** MP3 is what it answers by itself. Raw samples have the reference's rate. */
const FORMATS: Readonly<Partial<Record<SpeechFormat, object | undefined>>> = {
  mp3: undefined,
  wav: { codec: 'wav', sample_rate: 24_000 },
  pcm: { codec: 'pcm', sample_rate: 24_000 },
};

const FORMAT_NAMES = Object.keys(FORMATS) as SpeechFormat[];
const ABILITIES: TranscriptionAbilities = { times: 'words', speakers: true, keyterms: false };
const WORDS = { text: ['text'], speaker: 'speaker' };

/** Images, and sound with paths and bodies of its own, without a model's name (docs.x.ai, text to speech, speech to text). */
export const XAI_EXCHANGES: ExchangeCodecs = {
  ...XAI_IMAGES,
  speech: {
    isBeyondReference: true,
    check: (request) => checkSpeech(request, { formats: FORMAT_NAMES }),
    async serve(request, exchange) {
      const { losses, target } = exchange;
      const format = request.response_format ?? 'mp3';
      limitSpeed(request, [1, 1], losses);
      loseInstructions(request, losses);
      const sound = await exchange.send({
        path: '/tts',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ text: request.input, voice_id: resolveVoice(request, target, VOICES), language: 'auto' },
          output_format: FORMATS[format],
        }),
      });
      return answerSpeech(request, sound, format);
    },
  },
  voices: { ...createVoicesCodec(VOICES), isBeyondReference: true },
  transcriptions: {
    isBeyondReference: true,
    check: (request) => checkTranscription(request, ABILITIES),
    async serve(request, exchange) {
      const file = await findFile(request);
      loseTemperature(request, exchange.losses);
      if (request.prompt) exchange.losses.lose('prompt');
      const form = await writeAudioForm(
        [
          ['language', request.language],
          ['diarize', needsSpeakers(request) || undefined],
        ],
        file,
        exchange.idSeed,
      );
      const body = await (await exchange.send({ path: '/stt', ...form })).json();
      if (!isRecord(body) || typeof body.text !== 'string') throw unreadable('no text');
      const transcript = {
        text: body.text,
        language: typeof body.language === 'string' && body.language !== '' ? body.language : undefined,
        duration: readSeconds(body.duration),
        words: readWords(body.words, WORDS),
      };
      return answerTranscript(request, transcript, exchange);
    },
  },
};
