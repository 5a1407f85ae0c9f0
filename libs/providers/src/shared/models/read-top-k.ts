import type { ChatRequest } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';

/** The values by which open-source servers say that every token may be chosen (docs.vllm.ai/en/latest/api/vllm/sampling_params.html). */
const EVERY_TOKEN: readonly number[] = [0, -1];

/**
 * `top_k` of a chat request, for providers that sample from the k likeliest tokens: an extension of the reference format
 * (docs/contract/chat.md#extension-parameters). 0 asks for every token; undefined is an absent or null member. Throws 400 `invalid_value` for
 * what is no count.
 */
export function readTopK({ top_k: value }: Readonly<ChatRequest>): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && EVERY_TOKEN.includes(value)) return 0;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new GatewayError('invalid_value', { param: 'top_k', message: '`top_k` must be an integer of at least 0.' });
}

/** Sampling of a Claude. */
export interface ClaudeSampling {
  /** Thinking cannot be combined with it (platform.claude.com/docs/en/build-with-claude/extended-thinking). */
  readonly thinks: boolean;
  /** The model rejects every sampling parameter. */
  readonly refusesSampling: boolean;
}

/**
 * `top_k` for a Claude, wherever it is served: undefined where every token may be chosen, which is what happens without it. Throws 400
 * `unsupported_parameter` if the model cannot sample so: unlike `temperature` and `top_p` it is not among the parameters that work on
 * every provider, so it is never left out.
 */
export function readTopKOfClaude(
  request: Readonly<ChatRequest>,
  { refusesSampling, thinks }: ClaudeSampling,
): number | undefined {
  const topK = readTopK(request);
  if (!topK) return undefined;
  if (refusesSampling) throw unsupported('top_k', 'is not supported by this model.');
  if (thinks)
    throw unsupported('top_k', 'is not supported while the model thinks. Leave it out, or turn thinking off.');
  return topK;
}
