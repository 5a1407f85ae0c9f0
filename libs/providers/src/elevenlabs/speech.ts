import type { SpeechFormat, SpeechRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ExchangeCodec } from '../exchange.js';
import { answerSpeech } from '../shared/audio/answer-speech.js';
import { createVoicesCodec } from '../shared/audio/list-voices.js';
import {
  checkSpeech,
  limitSpeed,
  loseInstructions,
  resolveVoice,
  type VoiceTable,
} from '../shared/audio/read-speech-request.js';

/** Premade voices that every account has (elevenlabs.io/docs/capabilities/voices): River, Eric, George, Brian, Sarah, Jessica. */
const VOICES: VoiceTable = {
  alloy: 'SAz9YHcvj6GT2YYXdXww',
  echo: 'cjVigY5qzO86Huf0OWal',
  fable: 'JBFqnCBsd6RMkjVDRZzb',
  onyx: 'nPczCjzI2devNBz1zQrb',
  nova: 'EXAVITQu4vr4xnSDxMaL',
  shimmer: 'cgSgspJ2msm6clMCkdW9',
};

/** The format is a query parameter; one in the body is ignored. Raw samples have the reference's rate. */
const FORMATS: Readonly<Partial<Record<SpeechFormat, string>>> = {
  mp3: 'mp3_44100_128',
  opus: 'opus_48000_128',
  wav: 'wav_24000',
  pcm: 'pcm_24000',
};

const ABILITIES = { formats: Object.keys(FORMATS) as SpeechFormat[] };
/** elevenlabs.io/docs/api-reference/voices/settings */
const SPEEDS = [0.7, 1.2] as const;
const VOICE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** `POST /v1/text-to-speech/{voice_id}` (elevenlabs.io/docs/api-reference/text-to-speech/convert). */
export const SPEECH: ExchangeCodec<SpeechRequest> = {
  check(request, target) {
    checkSpeech(request, ABILITIES);
    if (VOICE_ID.test(resolveVoice(request, target, VOICES))) return;
    const message = '`voice` must be the id of a voice at the provider, or one that the model maps to it.';
    throw new GatewayError('invalid_value', { param: 'voice', message });
  },
  async serve(request, exchange) {
    const { target, losses } = exchange;
    const format = request.response_format ?? 'mp3';
    const speed = limitSpeed(request, SPEEDS, losses);
    loseInstructions(request, losses);
    const voice = encodeURIComponent(resolveVoice(request, target, VOICES));
    const path = `/v1/text-to-speech/${voice}${request.stream_format === 'sse' ? '/stream' : ''}`;
    const sound = await exchange.send({
      path: `${path}?output_format=${FORMATS[format]}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        text: request.input,
        model_id: target.upstreamModel,
        ...(speed === undefined ? {} : { voice_settings: { speed } }),
      }),
    });
    return answerSpeech(request, sound, format);
  },
};

/** The provider's own list, and aliases for some of it. */
export const VOICE_LIST = createVoicesCodec(VOICES, {
  path: '/v1/voices',
  list: 'voices',
  id: 'voice_id',
  name: 'name',
});
