import type { ImageEditRequest, ImageRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ExchangeAnswer, ExchangeCodec, ExchangeCodecs, ProviderExchange } from '../../exchange.js';
import { readPrompt } from './read-image-request.js';
import { type InputImage, readInputImages, VARIATION_PROMPT } from './read-input-images.js';

/** A request that makes, edits or varies images. */
export type AnyImageRequest = Readonly<ImageRequest | ImageEditRequest>;

/** Part of the codecs that each provider has of its own. */
export interface OwnImages {
  /** Rejects what the provider does not support. The prompt is checked already. */
  check(request: AnyImageRequest): void;
  /** @param images images that the request brings: none if it makes new ones */
  serve(
    request: AnyImageRequest,
    exchange: ProviderExchange,
    prompt: string,
    images: readonly InputImage[],
  ): Promise<ExchangeAnswer>;
}

/** Codecs of a provider with one way to make, edit and vary images, which takes no mask. */
export function createImageCodecs({ check, serve }: OwnImages): ExchangeCodecs {
  const createEdit = (readText: (request: Readonly<ImageEditRequest>) => string): ExchangeCodec<ImageEditRequest> => ({
    isBeyondReference: true,
    check: (request) => {
      readText(request);
      check(request);
    },
    serve: async (request, exchange) => {
      const { images, mask } = await readInputImages(request);
      if (mask) throw unsupported('mask');
      return serve(request, exchange, readText(request), images);
    },
  });
  return {
    imageGenerations: {
      isBeyondReference: true,
      check: (request) => {
        readPrompt(request);
        check(request);
      },
      serve: (request, exchange) => serve(request, exchange, readPrompt(request), []),
    },
    imageEdits: createEdit(readPrompt),
    imageVariations: createEdit(() => VARIATION_PROMPT),
  };
}
