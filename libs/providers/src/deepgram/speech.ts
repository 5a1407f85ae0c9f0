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
import type { Losses } from '../shared/losses.js';
import type { ProviderTarget } from '../target.js';

/** English voices that both generations have (developers.deepgram.com/docs/tts-models). */
const VOICES: VoiceTable = {
  alloy: 'asteria',
  echo: 'orion',
  fable: 'orpheus',
  onyx: 'zeus',
  nova: 'luna',
  shimmer: 'hera',
};

/** developers.deepgram.com/docs/tts-media-output-settings. Raw samples have the reference's rate. */
const FORMATS: Readonly<Record<SpeechFormat, string>> = {
  mp3: 'encoding=mp3',
  opus: 'encoding=opus&container=ogg',
  aac: 'encoding=aac',
  flac: 'encoding=flac',
  wav: 'encoding=linear16&container=wav&sample_rate=24000',
  pcm: 'encoding=linear16&container=none&sample_rate=24000',
};

const ABILITIES = { formats: Object.keys(FORMATS) as SpeechFormat[] };
/** developers.deepgram.com/docs/tts-voice-controls */
const SPEEDS = [0.7, 1.5] as const;
/** `aura-2-thalia-en`: generation, voice, language. The generation alone leaves the voice to requests. */
const MODEL = /^(aura(?:-\d+)?)(?:-([a-z]+)-([a-z]{2}))?$/;
const MODEL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** `POST /v1/speak` (developers.deepgram.com/reference/text-to-speech/speak-request). */
export const SPEECH: ExchangeCodec<SpeechRequest> = {
  check(request, target) {
    checkSpeech(request, ABILITIES);
    if (MODEL_NAME.test(chooseVoice(request, target))) return;
    const message = '`voice` must be the name of a voice at the provider, or one that the model maps to it.';
    throw new GatewayError('invalid_value', { param: 'voice', message });
  },
  async serve(request, exchange) {
    const { target, losses } = exchange;
    const format = request.response_format ?? 'mp3';
    const speed = limitSpeed(request, SPEEDS, losses);
    loseInstructions(request, losses);
    const model = encodeURIComponent(chooseVoice(request, target, losses));
    const sound = await exchange.send({
      path: `/v1/speak?model=${model}&${FORMATS[format]}${speed === undefined ? '' : `&speed=${speed}`}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: request.input }),
    });
    return answerSpeech(request, sound, format);
  },
};

/**
 * The model to ask, for a voice is a model here. Where the target's model names a voice, `alloy` and no voice at all are that one,
 * and so are the other voices of the reference if its language is not English: none of theirs speaks it, which is a loss.
 */
function chooseVoice(request: Readonly<SpeechRequest>, target: ProviderTarget, losses?: Losses): string {
  const { upstreamModel, voices } = target;
  const [, generation, voice, language = 'en'] = MODEL.exec(upstreamModel) ?? [];
  const wanted = resolveVoice(request, { voices }, NO_VOICES);
  if (generation === undefined) {
    // A model of another kind of name: its voices are those that the operator maps.
    const isMapped = typeof request.voice === 'string' && voices !== undefined && Object.hasOwn(voices, request.voice);
    if (!isMapped && request.voice !== undefined && wanted !== 'alloy') losses?.lose('voice');
    return isMapped ? wanted : upstreamModel;
  }
  if (Object.hasOwn(VOICES, wanted)) {
    if (voice !== undefined && (wanted === 'alloy' || language !== 'en')) {
      if (request.voice !== undefined && wanted !== 'alloy') losses?.lose('voice');
      return upstreamModel;
    }
    return `${generation}-${VOICES[wanted as keyof VoiceTable]}-${language}`;
  }
  return MODEL.test(wanted) || wanted.includes('-') ? wanted : `${generation}-${wanted}-${language}`;
}

/** So that names of the reference come back as they are. */
const NO_VOICES: VoiceTable = {
  alloy: 'alloy',
  echo: 'echo',
  fable: 'fable',
  onyx: 'onyx',
  nova: 'nova',
  shimmer: 'shimmer',
};

/** The provider's own list, and aliases for some of it. */
export const VOICE_LIST = createVoicesCodec(VOICES, {
  path: '/v1/models',
  list: 'tts',
  id: 'canonical_name',
  name: 'name',
});
