import { isRecord, readCount, type Usage } from '@multilane/contracts';
import { unreadable } from '../failures/map-error.js';
import type { ImageFacts, MadeImage } from './answer-images.js';

/**
 * The images of an answer that is nearly in the reference's shape: `data[]` with `b64_json` or `url`. Throws a
 * `ProviderFailure` for one without images.
 */
export function readReferenceAnswer(body: unknown): ImageFacts {
  const data = isRecord(body) && Array.isArray(body.data) ? body.data : [];
  const images = data.flatMap((entry: unknown): MadeImage[] => {
    if (!isRecord(entry)) return [];
    const base64 = readText(entry.b64_json);
    const url = readText(entry.url);
    if (base64 === undefined && url === undefined) return [];
    return [{ base64, url, revisedPrompt: readText(entry.revised_prompt) }];
  });
  if (images.length === 0) throw unreadable('no images');
  const usage = isRecord(body) && isRecord(body.usage) ? body.usage : undefined;
  return { images, usage, tokens: usage && readTokens(usage) };
}

/** Token counts by the names of chat or by those of images; undefined if there are none. */
function readTokens(usage: Readonly<Record<string, unknown>>): Usage | undefined {
  const prompt = readCount(usage.prompt_tokens ?? usage.input_tokens);
  const completion = readCount(usage.completion_tokens ?? usage.output_tokens);
  if (prompt === undefined || completion === undefined) return undefined;
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** An empty text is none. */
function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
