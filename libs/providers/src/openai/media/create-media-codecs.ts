import type { ExchangeCodecs } from '../../exchange.js';
import { createVoicesCodec, REFERENCE_VOICES } from '../../shared/audio/list-voices.js';
import type { CompatibleMedia } from '../../wire-quirks.js';
import { createAudioCodecs } from './audio-codecs.js';
import { createImageCodecs } from './image-codecs.js';
import type { PathOf } from './send-request.js';

/** Images and sound in the reference format, all of them. */
export function createMediaCodecs(pathOf: PathOf): ExchangeCodecs {
  const voices = createVoicesCodec(REFERENCE_VOICES);
  return { ...createImageCodecs(pathOf), ...createAudioCodecs(pathOf), voices };
}

/**
 * Creates the media codecs that a wire-compatible kind serves. Its manifest names them, and so does an operator who
 * wants them: they are there only for models with `capabilities: { beyond_reference: true }`.
 */
export function createCompatibleMedia(served: readonly CompatibleMedia[]): ExchangeCodecs {
  const all = createMediaCodecs((_target, path) => path);
  return Object.fromEntries(served.map((name) => [name, { ...all[name], isBeyondReference: true }]));
}
