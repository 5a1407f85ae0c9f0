import type { SpeechFormat, SpeechRequest } from '@multilane/contracts';
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

/** Public voices (docs.cartesia.ai, voices): Katie, Newsman, Nonfiction Man, Kiefer, Tessa, Jacqueline. */
const VOICES: VoiceTable = {
  alloy: 'f786b574-daa5-4673-aa0c-cbe3e8534c02',
  echo: 'd46abd1d-2d02-43e8-819f-51fb652c1c61',
  fable: '79f8b5fb-2cc8-479a-80df-29f7a7cf1a3e',
  onyx: '228fca29-3a0a-435c-8728-5cb483251068',
  nova: '6ccbfb76-1fc6-48f7-b71d-91ac6298247b',
  shimmer: '9626c31c-bec5-4cca-baa8-f8ba9e84c8bc',
};

/** docs.cartesia.ai/api-reference/tts/bytes. Raw samples have the reference's rate. */
const FORMATS: Readonly<Partial<Record<SpeechFormat, object>>> = {
  mp3: { container: 'mp3', sample_rate: 44_100, bit_rate: 128_000 },
  wav: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 44_100 },
  pcm: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
};

const ABILITIES = { formats: Object.keys(FORMATS) as SpeechFormat[] };
const SPEEDS = [0.6, 1.5] as const;
/** Models before the third generation have a speed of other kinds. */
const HAS_SPEED = /^sonic-(?:[3-9]|latest)/;

/** `POST /tts/bytes`. */
export const SPEECH: ExchangeCodec<SpeechRequest> = {
  check: (request) => checkSpeech(request, ABILITIES),
  async serve(request, exchange) {
    const { target, losses } = exchange;
    const format = request.response_format ?? 'mp3';
    const speed = limitSpeed(request, HAS_SPEED.test(target.upstreamModel) ? SPEEDS : [1, 1], losses);
    loseInstructions(request, losses);
    const sound = await exchange.send({
      path: '/tts/bytes',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model_id: target.upstreamModel,
        transcript: request.input,
        voice: { mode: 'id', id: resolveVoice(request, target, VOICES) },
        output_format: FORMATS[format],
        ...(speed === undefined || speed === 1 ? {} : { generation_config: { speed } }),
      }),
    });
    return answerSpeech(request, sound, format);
  },
};

/** The provider's own list, and aliases for some of it. */
export const VOICE_LIST = createVoicesCodec(VOICES, {
  path: '/voices?limit=100',
  list: 'data',
  id: 'id',
  name: 'name',
});
