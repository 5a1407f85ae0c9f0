import type { MediaUsage, Usage } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ExchangeAnswer, ProviderExchange } from '../../exchange.js';
import { readImageFormat, wantsStream } from './read-image-request.js';
import { sniffImage } from './sniff-image.js';

/** An image that a provider made. */
export interface MadeImage {
  readonly base64?: string | undefined;
  /** Address at the provider, if it gives one instead of bytes. */
  readonly url?: string | undefined;
  readonly revisedPrompt?: string | undefined;
}

/** Facts about the images beside themselves. */
export interface ImageFacts {
  readonly images: readonly MadeImage[];
  /** In tokens, where the provider counts them. */
  readonly tokens?: Usage | undefined;
  /** `usage` of the answer, where it is not made from `tokens`. */
  readonly usage?: object | undefined;
  /** Further members of the answer. */
  readonly members?: object | undefined;
}

type Requested = Readonly<{ response_format?: unknown; stream?: unknown }>;

/**
 * Refuses to begin with what could not be answered: `url` of a provider that gives bytes only, by a gateway that has nowhere to
 * store them (docs/contract/media.md#images-by-address).
 */
export function checkImageFormat(request: Requested, exchange: Pick<ProviderExchange, 'publish'>): void {
  if (readImageFormat(request) !== 'url' || exchange.publish !== undefined || wantsStream(request)) return;
  const why =
    'must be `b64_json`: the provider of this model answers with the bytes of images, and this gateway has no database to serve ' +
    'them from.';
  throw unsupported('response_format', why);
}

/**
 * The images in the reference's shape, as the request asks for them: `b64_json`, or `url` where the provider gives addresses or
 * the gateway stores the bytes. A stream has one event an image.
 *
 * @param event How the names of events begin: `image_generation` or `image_edit`.
 */
export async function answerImages(
  request: Requested,
  exchange: Pick<ProviderExchange, 'created' | 'losses' | 'publish'>,
  facts: ImageFacts,
  event: 'image_generation' | 'image_edit',
): Promise<ExchangeAnswer> {
  const used: MediaUsage = { images: facts.images.length, ...(facts.tokens ? { tokens: facts.tokens } : {}) };
  const usage = facts.usage ?? (facts.tokens && describeTokens(facts.tokens));
  const members = { ...describeType(facts.images[0]), ...facts.members };
  if (wantsStream(request)) {
    const body = writeEvents(facts.images, `${event}.completed`, {
      created_at: exchange.created,
      ...members,
      ...(usage ? { usage } : {}),
    });
    return { contentType: 'text/event-stream; charset=utf-8', isStream: true, body, usage: () => used };
  }
  const data: object[] = [];
  for (const image of facts.images) data.push(await describeImage(image, request, exchange));
  const body = JSON.stringify({ created: exchange.created, data, ...members, ...(usage ? { usage } : {}) });
  return { contentType: 'application/json', body, usage: () => used };
}

/** One event of an image stream, as the reference frames it. */
export function writeImageEvent(type: string, members: object): Buffer {
  return Buffer.from(`event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`);
}

async function* writeEvents(images: readonly MadeImage[], type: string, members: object): AsyncGenerator<Uint8Array> {
  for (const { base64, url } of images) {
    yield writeImageEvent(type, { ...(base64 === undefined ? { url } : { b64_json: base64 }), ...members });
  }
}

async function describeImage(
  { base64, url, revisedPrompt }: MadeImage,
  request: Requested,
  { losses, publish }: Pick<ProviderExchange, 'losses' | 'publish'>,
): Promise<object> {
  const rest = revisedPrompt === undefined ? {} : { revised_prompt: revisedPrompt };
  if (base64 === undefined) return { url, ...rest };
  if (readImageFormat(request) !== 'url' || publish === undefined) return { b64_json: base64, ...rest };
  return { url: await publishOrInline(base64, { publish, losses }), ...rest };
}

/**
 * The address of an image that the gateway stores. An image that could not be stored is paid for all the same: its address holds
 * it, as a `data:` URL, and the answer says so.
 */
export async function publishOrInline(
  base64: string,
  { losses, publish }: Pick<ProviderExchange, 'losses' | 'publish'>,
): Promise<string> {
  const bytes = Buffer.from(base64, 'base64');
  const url = await publish?.(bytes);
  if (url !== undefined) return url;
  losses.lose('response_format');
  return `data:${sniffImage(bytes) ?? 'application/octet-stream'};base64,${base64}`;
}

/** `output_format`, as the reference echoes it, by what the bytes are. */
function describeType(image: MadeImage | undefined): object {
  const type =
    image?.base64 === undefined ? undefined : sniffImage(Buffer.from(image.base64.slice(0, 2_048), 'base64'));
  return type === undefined ? {} : { output_format: type.slice('image/'.length).replace('svg+xml', 'svg') };
}

/** Token counts by the names that image answers have for them. */
function describeTokens({ prompt_tokens: input, completion_tokens: output, total_tokens: total, ...rest }: Usage) {
  const { image_tokens: images, text_tokens: text } = rest.prompt_tokens_details ?? {};
  const imageTokens = typeof images === 'number' ? images : 0;
  const textTokens = typeof text === 'number' ? text : input - imageTokens;
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: total,
    input_tokens_details: { text_tokens: textTokens, image_tokens: imageTokens },
  };
}
