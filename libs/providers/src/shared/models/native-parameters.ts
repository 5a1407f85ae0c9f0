import type { ChatRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { Losses } from '../losses.js';
import { isDefaultValue } from './parameter-defaults.js';

/**
 * The members of docs/contract/chat.md#parameter-support: read by every native codec, or rejected through the matrix
 * before it runs.
 */
export const SPECIFIED_PARAMETERS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'user',
  'tools',
  'tool_choice',
  'response_format',
  'n',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'parallel_tool_calls',
  'reasoning_effort',
]);

/**
 * Members of the reference format that steer storing, caching, billing or routing at the reference provider, or only
 * hint: an answer without them is still the answer that was asked for (docs/contract/chat.md#unknown-parameters).
 * `store` is never true here: validation rejects that.
 */
const IGNORED_HINTS: ReadonlySet<string> = new Set([
  'client_metadata',
  'metadata',
  'prediction',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'store',
  'verbosity',
]);

/** Read by every native codec, which sends it in the provider's own words or rejects it; not the reference's (`readTopK`). */
const EXTENSION = 'top_k';

/** Meaning of some hints when they are left out: saying it loses nothing. */
const USUAL_HINTS: Readonly<Record<string, readonly unknown[]>> = {
  service_tier: ['auto', 'default'],
  store: [false],
  verbosity: ['medium'],
};

/** True if a member is one that is ignored; one that asks for something is reported to `losses`. */
export function ignoreHint(name: string, value: unknown, losses: Losses): boolean {
  if (!IGNORED_HINTS.has(name)) return false;
  if (!isUsualHint(name, value)) losses.lose(name);
  return true;
}

/** True if a hint asks for what happens without it. */
export function isUsualHint(name: string, value: unknown): boolean {
  return USUAL_HINTS[name]?.includes(value) === true;
}

/**
 * Rejects the members that a native provider group cannot honour and that nothing declares ignored: 400
 * `unsupported_parameter`, `param` naming the member. Unknown members travel to group R only
 * (docs/contract/chat.md#unknown-parameters), and nothing is dropped silently. A null member is an absent one
 * (docs/contract/requests.md#null-members).
 */
export function refuseUnknownParameters(request: Readonly<ChatRequest>, losses: Losses): void {
  for (const [name, value] of Object.entries(request)) {
    if (SPECIFIED_PARAMETERS.has(name) || isDefaultValue(name, value) || ignoreHint(name, value, losses)) continue;
    if (name === EXTENSION) continue;
    if (name === 'modalities' && isTextOnly(value)) continue;
    throw unsupported(name);
  }
}

function isTextOnly(modalities: unknown): boolean {
  return Array.isArray(modalities) && modalities.every((modality) => modality === 'text');
}
