import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { ModelFacts, ModelPart } from '../../model-facts.js';
import type { Losses } from '../losses.js';
import { effortOf } from './fit-effort.js';
import { isDefaultValue } from './parameter-defaults.js';

/**
 * Parameters that work on every provider (docs/contract/chat.md#parameter-support): what a model rejects of them is left out and
 * declared, where of others the request is rejected.
 */
const PROMISED: ReadonlySet<string> = new Set(['temperature', 'top_p', 'stop', 'user']);

const NONE: readonly string[] = [];

/** Lists the parameters that a model rejects in a request with its effort, by the names of the chat format. */
export function listRefused({ reasoning_effort: effort }: Readonly<ChatRequest>, facts: ModelFacts): readonly string[] {
  const { refuses } = facts;
  if (refuses === undefined) return NONE;
  return facts.sampling === 'unreasoned' && effortOf(effort, facts) === 'none' ? NONE : refuses;
}

/** True if temperature and top_p may be said in a request. */
export function takesSampling({ reasoning_effort: effort }: Readonly<ChatRequest>, facts: ModelFacts): boolean {
  if (facts.sampling === 'none') return false;
  return facts.sampling !== 'unreasoned' || effortOf(effort, facts) === 'none';
}

/**
 * The first parameter of a request that its model is known to reject, as `error.param` names it; undefined if there is none.
 * `structuredOutput` is the operator's word that the model takes a schema.
 */
export function findRefusedByModel(
  request: Readonly<ChatRequest>,
  facts: ModelFacts,
  structuredOutput = false,
): string | undefined {
  for (const name of listRefused(request, facts)) {
    if (!PROMISED.has(name) && !isDefaultValue(name, request[name])) return name;
  }
  if (isFormatRefused(request, facts) && !(structuredOutput && request.response_format?.type === 'json_schema')) {
    return 'response_format';
  }
  if (request.tools?.length) {
    if (facts.tools === false) return 'tools';
    if (facts.toolsInStreams === false && request.stream === true) return 'stream';
  }
  return facts.parts === undefined ? undefined : findPart(request.messages, facts.parts);
}

function isFormatRefused(
  { response_format: format }: Readonly<ChatRequest>,
  { structuredOutput }: ModelFacts,
): boolean {
  if (format?.type === 'json_schema') return structuredOutput === 'object' || structuredOutput === 'none';
  return format?.type === 'json_object' && structuredOutput === 'none';
}

function findPart(messages: readonly ChatMessage[], parts: readonly ModelPart[]): string | undefined {
  for (const [index, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue;
    for (const [position, part] of content.entries()) {
      const kind = partOf(part);
      if (kind !== undefined && !parts.includes(kind)) {
        return `messages[${index}].content[${position}].${String(Object(part).type)}`;
      }
    }
  }
  return undefined;
}

function partOf(part: unknown): ModelPart | undefined {
  if (!isRecord(part)) return undefined;
  if (part.type === 'image_url') {
    const { url } = Object(part.image_url) as { url?: unknown };
    return typeof url === 'string' && !url.startsWith('data:') ? 'image_url' : 'image';
  }
  if (part.type === 'file') return 'file';
  return part.type === 'input_audio' ? 'audio' : undefined;
}

/** A limit of tokens within what the model can answer; a greater one is brought down to it (declared). */
export function limitOutput(
  limit: number,
  { maxOutput }: ModelFacts,
  losses: Losses,
  name: 'max_tokens' | 'max_completion_tokens',
): number {
  if (maxOutput === undefined || limit <= maxOutput) return limit;
  losses.lose(name);
  return maxOutput;
}
