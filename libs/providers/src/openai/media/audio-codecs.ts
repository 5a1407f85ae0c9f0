import type { SpeechRequest, TranscriptionRequest } from '@multilane/contracts';
import type { ExchangeCodec, ExchangeCodecs } from '../../exchange.js';
import type { ProviderTarget } from '../../target.js';
import { type PathOf, sendRequest } from './send-request.js';

type AudioCodecs = Required<Pick<ExchangeCodecs, 'speech' | 'transcriptions' | 'translations'>>;

/**
 * Sound in the reference format: requests are sent on with the model's own name, answers relayed as they come
 * (docs/contract/media.md#speech, docs/contract/media.md#transcription).
 */
export function createAudioCodecs(pathOf: PathOf): AudioCodecs {
  const transcribe = (path: string): ExchangeCodec<TranscriptionRequest> => ({
    streamsForms: true,
    serve: (request, exchange) =>
      sendRequest(request, exchange, {
        path: pathOf(exchange.target, path),
        set: { model: exchange.target.upstreamModel },
        answerType: 'application/json',
      }),
  });
  return {
    speech: {
      serve: (request, exchange) => {
        const { target } = exchange;
        return sendRequest({ ...request, ...nameVoice(request, target) }, exchange, {
          path: pathOf(target, '/audio/speech'),
          set: { model: target.upstreamModel },
          known: { characters: countCharacters(request.input) },
          answerType: TYPES[request.response_format ?? 'mp3'] ?? 'application/octet-stream',
        });
      },
    },
    transcriptions: transcribe('/audio/transcriptions'),
    translations: transcribe('/audio/translations'),
  };
}

/** Media types of formats, for a host that does not say them. */
const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};

/** The provider's voice for a name of the model's own map. */
function nameVoice({ voice }: Readonly<SpeechRequest>, { voices }: ProviderTarget): Pick<SpeechRequest, 'voice'> {
  const isNamed = typeof voice === 'string' && voices !== undefined && Object.hasOwn(voices, voice);
  const named = isNamed ? voices[voice] : voice;
  return named === undefined ? {} : { voice: named };
}

/** Unicode code points: what `media_prices` are charged by. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) at += 1;
    count += 1;
  }
  return count;
}
