import type { ExchangeCodecs } from '../../exchange.js';
import type { PlacePath } from './fetch-object.js';
import { createFilesCodec } from './files-codec.js';
import { createFineTuningCodec } from './fine-tuning-codec.js';

/** Creates the codecs for objects that a provider of the reference format stores for its callers. */
export function createStoredObjectCodecs(place: PlacePath): ExchangeCodecs {
  return { files: createFilesCodec(place), fineTuning: createFineTuningCodec(place) };
}
