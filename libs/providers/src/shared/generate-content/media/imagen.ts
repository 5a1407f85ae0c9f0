import { type ImageRequest, isRecord } from '@multilane/contracts';
import type { ExchangeAnswer, ProviderExchange } from '../../../exchange.js';
import { ProviderFailure } from '../../../provider-failure.js';
import type { ProviderTarget } from '../../../target.js';
import { unreadable } from '../../failures/map-error.js';
import { answerImages, checkImageFormat, type MadeImage } from '../../images/answer-images.js';
import { chooseRatio } from '../../images/choose-ratio.js';
import { makeSeveral } from '../../images/make-several.js';
import { readImageCount, readPrompt, readSize, refuseImageMembers } from '../../images/read-image-request.js';
import type { Losses } from '../../losses.js';

/** The aspect ratios and the most images of one call (ai.google.dev/gemini-api/docs/imagen, configuration). */
const RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'];
const MOST_IMAGES_OF_A_CALL = 4;

/** True if a model answers `predict` instead of `generateContent`. */
export function isPredicted({ upstreamModel }: Pick<ProviderTarget, 'upstreamModel'>): boolean {
  return /(?:^|\/)imagen-/i.test(upstreamModel);
}

/** Images of a model that answers `predict`. It reports no tokens. */
export async function serveByPredict(
  request: Readonly<ImageRequest>,
  exchange: ProviderExchange,
  path: string,
): Promise<ExchangeAnswer> {
  checkImageFormat(request, exchange);
  refuseImageMembers(request, [], exchange.losses);
  const count = readImageCount(request);
  const parameters = encodeSize(request, exchange.losses);
  const prompt = readPrompt(request);
  const answers = await makeSeveral(Math.ceil(count / MOST_IMAGES_OF_A_CALL), async (index) => {
    const sampleCount = Math.min(MOST_IMAGES_OF_A_CALL, count - index * MOST_IMAGES_OF_A_CALL);
    const body = JSON.stringify({ instances: [{ prompt }], parameters: { sampleCount, ...parameters } });
    const headers = { 'content-type': 'application/json' };
    return readPredictions(await (await exchange.send({ path: `${path}:predict`, headers, body })).json());
  });
  return answerImages(request, exchange, { images: answers.flat() }, 'image_generation');
}

function encodeSize(request: Readonly<ImageRequest>, losses: Losses): object {
  const size = readSize(request);
  if (size === undefined) return {};
  const { ratio, resolution } = chooseRatio(size, RATIOS, losses);
  return { aspectRatio: ratio, ...(resolution > 1 ? { sampleImageSize: '2K' } : {}) };
}

/** Without predictions the provider's filters let no image through. */
function readPredictions(body: unknown): MadeImage[] {
  if (!isRecord(body)) throw unreadable('no object');
  const { predictions = [] } = body;
  if (!Array.isArray(predictions)) throw unreadable('no list of predictions');
  const images = predictions.flatMap((prediction: unknown): MadeImage[] => {
    if (!isRecord(prediction) || typeof prediction.bytesBase64Encoded !== 'string') return [];
    const { prompt } = prediction;
    return [{ base64: prediction.bytesBase64Encoded, revisedPrompt: typeof prompt === 'string' ? prompt : undefined }];
  });
  if (images.length > 0) return images;
  throw new ProviderFailure('provider_rejected_request', {
    detail: 'no predictions',
    publicMessage: 'The provider made no image of this prompt.',
    param: 'prompt',
  });
}
