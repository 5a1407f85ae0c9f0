import type { ExchangeAnswer, ExchangeCodecs, ProviderExchange } from '../exchange.js';
import { answerImages } from '../shared/images/answer-images.js';
import { chooseRatio } from '../shared/images/choose-ratio.js';
import { type AnyImageRequest, createImageCodecs } from '../shared/images/own-image-codecs.js';
import { readImageCount, readImageFormat, readSize, refuseImageMembers } from '../shared/images/read-image-request.js';
import { type InputImage, toImageUrl } from '../shared/images/read-input-images.js';
import { readReferenceAnswer } from '../shared/images/reference-answer.js';
import { UNNAMED_LOSSES } from '../shared/losses.js';

/** docs.x.ai, "Image Generation", aspect ratios. */
const RATIOS = [
  ...['1:1', '3:4', '4:3', '9:16', '16:9', '2:3', '3:2', '9:19.5', '19.5:9', '9:20', '20:9', '1:2', '2:1'],
];

/** Members of the provider's own that go along as they came. */
const OWN_MEMBERS = ['aspect_ratio', 'resolution', 'quality'];

/** Images of xAI (docs.x.ai, "Image Generation" and "Image Editing"): JSON alone, and addresses unless bytes are asked for. */
export const XAI_IMAGES: ExchangeCodecs = createImageCodecs({ check: checkRequest, serve });

function checkRequest(request: AnyImageRequest): void {
  refuseImageMembers(request, OWN_MEMBERS, UNNAMED_LOSSES);
  readImageCount(request);
  readImageFormat(request);
  readSize(request);
}

async function serve(
  request: AnyImageRequest,
  exchange: ProviderExchange,
  prompt: string,
  images: readonly InputImage[],
): Promise<ExchangeAnswer> {
  refuseImageMembers(request, OWN_MEMBERS, exchange.losses);
  const isEdit = images.length > 0;
  const [first, ...others] = images.map((image) => ({ type: 'image_url', url: toImageUrl(image) }));
  const size = readSize(request);
  const chosen = size && request.aspect_ratio === undefined ? chooseRatio(size, RATIOS, exchange.losses) : undefined;
  const n = readImageCount(request);
  const format = readImageFormat(request);
  const body = {
    model: exchange.target.upstreamModel,
    prompt,
    ...(others.length > 0 ? { images: [first, ...others] } : isEdit && { image: first }),
    ...(n > 1 ? { n } : {}),
    ...(format ? { response_format: format } : {}),
    ...(chosen ? { aspect_ratio: chosen.ratio } : {}),
    ...(chosen && chosen.resolution > 1 ? { resolution: '2k' } : {}),
    ...readOwnMembers(request),
  };
  const answer = await exchange.send({
    path: isEdit ? '/images/edits' : '/images/generations',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const facts = readReferenceAnswer(await answer.json());
  return answerImages(request, exchange, facts, isEdit ? 'image_edit' : 'image_generation');
}

function readOwnMembers(request: AnyImageRequest): object {
  return Object.fromEntries(
    OWN_MEMBERS.flatMap((name) => {
      const value = request[name];
      return value === undefined || value === null || value === 'auto' || value === 'standard' ? [] : [[name, value]];
    }),
  );
}
