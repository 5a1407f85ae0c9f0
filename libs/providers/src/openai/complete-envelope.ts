import { isIndex, isRecord } from '@multilane/contracts';
import type { DecodeFacts } from '../adapter.js';
import { possibleUsage } from '../shared/usage/reference-usage.js';

type Json = Record<string, unknown>;

/**
 * A whole answer with its choices and every member that the reference format requires; counts that cannot be are left out. The body itself
 * where nothing has to change.
 */
export function completeEnvelope(
  body: Json,
  choices: readonly unknown[],
  areGiven: boolean,
  object: 'chat.completion' | 'text_completion',
  { created, idSeed, model }: DecodeFacts,
): Json {
  const usage = readUsage(body.usage);
  const hasHead =
    typeof body.id === 'string' && body.object === object && isIndex(body.created) && typeof body.model === 'string';
  if (areGiven && hasHead && usage === body.usage) return body;
  return {
    ...body,
    id: typeof body.id === 'string' ? body.id : `chatcmpl-${idSeed}`,
    object,
    created: isIndex(body.created) ? body.created : created,
    model: typeof body.model === 'string' ? body.model : (model ?? ''),
    choices,
    usage,
  };
}

/** Null and nothing are no usage, and stay as they are. */
function readUsage(given: unknown): unknown {
  if (given === undefined || given === null) return given;
  return isRecord(given) ? possibleUsage(given) : undefined;
}
