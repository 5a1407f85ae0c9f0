import { isRecord, PARSED_AT_ONCE, parseBoundedJson } from '@multilane/contracts';
import type { ExchangeAnswer, ProviderExchange } from '../../exchange.js';
import { ProviderFailure } from '../../provider-failure.js';
import { publishOrInline } from '../../shared/images/answer-images.js';

/** Larger answers are not read whole. */
const LARGEST_ANSWER = 64 * 1024 * 1024;

/**
 * The answer with addresses of the gateway instead of `b64_json`, for a caller who asked for `url` of a model that gives only
 * bytes. An answer that has addresses, or is a stream, stays as it came.
 */
export async function publishImages(answer: ExchangeAnswer, exchange: ProviderExchange): Promise<ExchangeAnswer> {
  if (answer.isStream || exchange.publish === undefined) return answer;
  const text = await readText(answer.body);
  const body = parse(text);
  if (body === undefined || !Array.isArray(body.data)) return { ...answer, body: text };
  const data: unknown[] = [];
  for (const image of body.data) data.push(await publishImage(image, exchange));
  const isChanged = data.some((image, index) => image !== (body.data as unknown[])[index]);
  return { ...answer, body: isChanged ? JSON.stringify({ ...body, data }) : text };
}

async function publishImage(image: unknown, exchange: ProviderExchange): Promise<unknown> {
  if (!isRecord(image) || typeof image.b64_json !== 'string' || typeof image.url === 'string') return image;
  const { b64_json: base64, ...rest } = image;
  return { url: await publishOrInline(base64, exchange), ...rest };
}

async function readText(body: ExchangeAnswer['body']): Promise<string> {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > LARGEST_ANSWER)
      throw new ProviderFailure('provider_error', { detail: 'the answer is larger than 64 MiB' });
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size).toString('utf8');
}

/** Images in base64 are most of it. */
const IMAGES = { ...PARSED_AT_ONCE, characters: LARGEST_ANSWER };

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = parseBoundedJson(text, IMAGES);
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
