import { createHash } from 'node:crypto';
import type {
  ChatRequest,
  CountTokensRequest,
  MessageOutputConfig,
  MessagesRequest,
  ProviderGroup,
} from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { type Losses, type ModelFacts, UNNAMED_LOSSES } from '@multilane/providers';
import { invalid, refuseOtherMembers } from '../refuse.js';
import { encodeConversation } from './encode-conversation.js';
import { encodeEffort } from './encode-effort.js';
import { encodeTools } from './encode-tools.js';

/** Everything that is read, or left out because an answer without it is still the answer that was asked for. */
const KNOWN_MEMBERS = new Set([
  ...['model', 'max_tokens', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config'],
  ...['output_format', 'stream', 'temperature', 'top_p', 'top_k', 'stop_sequences', 'metadata'],
  // Caching, diagnosing the cache, clearing old context and billing at the native provider (docs/translation.md).
  ...['cache_control', 'context_management', 'diagnostics', 'service_tier'],
]);
const OUTPUT_MEMBERS = new Set(['effort', 'format']);
const METADATA_MEMBERS = new Set(['user_id']);

/** Values by which a member that is otherwise rejected asks for nothing. */
const DEFAULTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  speed: (value) => value === 'standard',
  store: (value) => value === false,
  mcp_servers: (value) => Array.isArray(value) && value.length === 0,
};

const NATIVE_HINTS = ['cache_control', 'context_management', 'diagnostics'] as const;

/** The reference provider's bounds. */
const MOST_STOPS = 4;
const LONGEST_USER = 64;

type Encoded = Partial<ChatRequest>;

/**
 * Translates a native request to a chat request; the request is never mutated. Members that the chat format lacks are rejected with the
 * native field in `param`, except those that docs/translation.md declares lossy. `top_k` goes along as an additional member
 * (docs/contract/chat.md#extension-parameters).
 */
export function encodeChatRequest(
  request: Readonly<MessagesRequest>,
  group: ProviderGroup,
  losses: Losses = UNNAMED_LOSSES,
  facts?: ModelFacts,
): ChatRequest {
  const { model, max_tokens, stop_sequences: stops = [], metadata = {} } = request;
  if (max_tokens === 0) throw unsupported('max_tokens', 'must be above 0 for the provider of this model.');
  if (stops.length > MOST_STOPS) {
    throw unsupported('stop_sequences', `can hold ${MOST_STOPS} sequences for the provider of this model.`);
  }
  refuseOtherMembers(metadata, METADATA_MEMBERS, 'metadata');
  const { user_id: user } = metadata;
  const encoded: Encoded = {
    max_completion_tokens: max_tokens,
    ...copyNumbers(request),
    ...(stops.length > 0 && { stop: stops }),
    ...(typeof user === 'string' && user !== '' && { user: limitUser(user, losses) }),
    ...(request.stream === true && { stream: true, stream_options: { include_usage: true } }),
  };
  reportNativeHints(request, losses);
  return { model, ...encodePrompt(request, group, losses, facts), ...encoded };
}

/** Encodes the parts of a native request that cost tokens, as a chat request without its settings. Throws as `encodeChatRequest`. */
export function encodePrompt(
  request: Readonly<CountTokensRequest>,
  group: ProviderGroup,
  losses: Losses = UNNAMED_LOSSES,
  facts?: ModelFacts,
): Encoded & Pick<ChatRequest, 'messages'> {
  refuseUnknownMembers(request);
  const effort = encodeThinking(request, group, losses, facts);
  return {
    messages: encodeConversation(request, group, losses).messages,
    ...encodeTools(request, group, losses),
    ...encodeFormat(request),
    ...effort,
  };
}

/**
 * Encodes the amount of thinking. Group B's codec takes the client's own words, which mean the same to the Claude there; every other group
 * gets an effort.
 */
function encodeThinking(
  request: Readonly<CountTokensRequest>,
  group: ProviderGroup,
  losses: Losses,
  facts: ModelFacts | undefined,
): Encoded {
  if (group !== 'B') {
    const effort = encodeEffort(request, losses, facts);
    return effort === undefined ? {} : { reasoning_effort: effort };
  }
  // An amount that no provider could be asked for is rejected with the same message.
  encodeEffort(request, UNNAMED_LOSSES);
  const { thinking, output_config: output } = request;
  return { ...(thinking && { thinking }), ...(output?.effort && { output_config: { effort: output.effort } }) };
}

function refuseUnknownMembers(request: Readonly<CountTokensRequest>): void {
  const asking = Object.entries(request).filter(([name, value]) => DEFAULTS[name]?.(value) !== true);
  refuseOtherMembers(Object.fromEntries(asking), KNOWN_MEMBERS, '');
}

/** Reports the hints for caching, clearing of old context, billing or diagnoses, which only the native provider has. */
function reportNativeHints(request: Readonly<MessagesRequest>, losses: Losses): void {
  for (const hint of NATIVE_HINTS) if ((request[hint] ?? undefined) !== undefined) losses.lose(hint);
  const { service_tier: tier } = request;
  if (typeof tier === 'string' && tier !== 'auto') losses.lose('service_tier');
}

function copyNumbers({ temperature, top_p, top_k }: Readonly<MessagesRequest>): Encoded {
  return {
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
  };
}

/** A structured output is guaranteed in the native format, which is what `strict` means in the reference's. */
function encodeFormat({ output_config: output = {}, output_format: earlier }: Readonly<CountTokensRequest>): Encoded {
  refuseOtherMembers(output, OUTPUT_MEMBERS, 'output_config');
  const format = output.format ?? (earlier as MessageOutputConfig['format'] | undefined);
  if (format === undefined || format === null) return {};
  const { type, schema } = format;
  if (type !== 'json_schema' || typeof schema !== 'object' || schema === null) {
    throw invalid(nameFormat(output), 'be a `json_schema` with its `schema`.');
  }
  return { response_format: { type: 'json_schema', json_schema: { name: 'response', schema, strict: true } } };
}

/** Returns the client's name of `response_format`; the earlier name is a beta's. */
export function nameFormat(output: MessageOutputConfig | undefined): string {
  return output?.format ? 'output_config.format' : 'output_format';
}

/**
 * The native format allows any length, and Claude Code uses it; the reference provider rejects more than 64 characters.
 * A digest names the same user as well, as both ask for an opaque identifier.
 */
function limitUser(user: string, losses: Losses): string {
  if (user.length <= LONGEST_USER) return user;
  losses.lose('metadata.user_id');
  return createHash('sha256').update(user).digest('hex');
}
