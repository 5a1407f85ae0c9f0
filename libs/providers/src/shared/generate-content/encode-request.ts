import type { ChatRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import { type HistoryRules, repairHistory } from '../history/repair-history.js';
import { type Losses, UNNAMED_LOSSES } from '../losses.js';
import { limitOutput } from '../models/model-limits.js';
import { refuseUnknownParameters } from '../models/native-parameters.js';
import { isDefaultValue } from '../models/parameter-defaults.js';
import { readTopK } from '../models/read-top-k.js';
import { loseWords, type MessageLimits } from '../texts/find-lost-words.js';
import { encodeMessages } from './encode-messages.js';
import { encodeTools } from './encode-tools.js';
import type { Json } from './native-types.js';
import { encodeSchema } from './schemas/encode-schema.js';

/** `seed` is an int32 (ai.google.dev/api/generate-content#GenerationConfig). */
const LARGEST_SEED = 2 ** 31 - 1;

/** A turn of calls follows a turn of the user, and each call has one response (ai.google.dev/gemini-api/docs/function-calling). */
const HISTORY: HistoryRules = { uniqueCallIds: true, answeredCalls: true, opening: 'user-before-calls' };

const MESSAGE_LIMITS: MessageLimits = {
  instructionsAnywhere: false,
  cacheMarks: false,
  imageDetail: false,
  fileNames: false,
  blankTexts: true,
  callSignatures: true,
  failedResults: true,
  // The provider requires only its signatures, which are on the calls.
  keepsThinking: () => false,
};

/**
 * The generateContent body for a chat request (docs/contract/translation.md#group-g, "G"); the model is in the
 * address. Throws a `GatewayError` for what the provider cannot honour. `user` and the hints of the reference format
 * have no counterpart. The request is never mutated.
 */
export function encodeRequest(
  request: Readonly<ChatRequest>,
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): string {
  refuseUnknownParameters(request, losses);
  if (request.user) losses.lose('user');
  if (loseWords(request.messages, MESSAGE_LIMITS)) losses.lose('messages');
  const generationConfig = encodeGenerationConfig(request, target, losses);
  return JSON.stringify({
    ...encodeMessages(repairHistory(request.messages, HISTORY, target.repairHistory === true, losses), target, losses),
    ...encodeTools(request, target, losses),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
  });
}

function encodeGenerationConfig(request: Readonly<ChatRequest>, target: ProviderTarget, losses: Losses): Json {
  const limit = request.max_completion_tokens ?? request.max_tokens ?? undefined;
  const config: Record<string, unknown> = {};
  // One call a member: a list of them, made for each request, is a hundredth of a request's time.
  set(config, 'temperature', 'temperature', request.temperature);
  set(config, 'topP', 'top_p', request.top_p);
  set(config, 'topK', 'top_k', encodeTopK(request, losses));
  set(config, 'maxOutputTokens', 'max_tokens', limit && limitOutput(limit, target.facts ?? {}, losses, 'max_tokens'));
  set(config, 'stopSequences', 'stop', encodeStop(request.stop));
  set(config, 'candidateCount', 'n', request.n);
  set(config, 'seed', 'seed', checkSeed(request.seed));
  set(config, 'presencePenalty', 'presence_penalty', request.presence_penalty);
  set(config, 'frequencyPenalty', 'frequency_penalty', request.frequency_penalty);
  set(config, 'responseLogprobs', 'logprobs', request.logprobs);
  set(config, 'logprobs', 'top_logprobs', request.top_logprobs);
  return Object.assign(config, encodeResponseFormat(request.response_format, target, losses));
}

function set(config: Record<string, unknown>, name: string, parameter: string, value: unknown): void {
  if (!isDefaultValue(parameter, value)) config[name] = value;
}

/** The provider has no word for every token: without one the model's own number holds (ai.google.dev/api/generate-content#GenerationConfig). */
function encodeTopK(request: Readonly<ChatRequest>, losses: Losses): number | undefined {
  const topK = readTopK(request);
  if (topK === 0) losses.lose('top_k');
  return topK === 0 ? undefined : topK;
}

/** The provider answers 400 to an empty sequence, and an answer that runs past its stop would be another answer. */
function encodeStop(stop: ChatRequest['stop'] | null): string[] | undefined {
  const sequences = typeof stop === 'string' ? [stop] : (stop ?? []);
  const empty = sequences.indexOf('');
  if (empty !== -1) {
    throw unsupported(
      typeof stop === 'string' ? 'stop' : `stop[${empty}]`,
      'is not supported: this provider takes no empty sequence.',
    );
  }
  return sequences.length > 0 ? sequences : undefined;
}

function checkSeed(seed: unknown): unknown {
  if (typeof seed === 'number' && Math.abs(seed) > LARGEST_SEED) {
    throw unsupported('seed', 'is not supported: this provider takes seeds of 32 bits.');
  }
  return seed;
}

/** `responseSchema` has the provider's subset, `responseJsonSchema` has more keywords and stands instead of it. */
function encodeResponseFormat(
  format: ChatRequest['response_format'] | null,
  target: ProviderTarget,
  losses: Losses,
): Json {
  if (!format || format.type === 'text') return {};
  const responseMimeType = 'application/json';
  if (format.type === 'json_object' || !format.json_schema.schema) return { responseMimeType };
  if (format.json_schema.description) losses.lose('response_format');
  const param = 'response_format.json_schema.schema';
  const { form, schema } = encodeSchema(format.json_schema.schema, param, 'answer', target, losses);
  return form === 'json'
    ? { responseMimeType, responseJsonSchema: schema }
    : { responseMimeType, responseSchema: schema };
}
