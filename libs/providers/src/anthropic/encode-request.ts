import type { ChatRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ProviderTarget } from '../adapter.js';
import { refuseUnknownParameters } from '../shared/native-parameters.js';
import { encodeMessages } from './encode-messages.js';
import { encodeStop } from './encode-stop.js';
import { encodeThinking, type Thinking } from './encode-thinking.js';
import { encodeToolChoice, encodeTools } from './encode-tools.js';
import { isUnthoughtLoop } from './find-unthought-loop.js';
import type { MessagesRequest, Turn } from './messages-request.js';

/** The provider has no default of its own; this one is decisions section 5, "Thinking on N". */
const DEFAULT_MAX_TOKENS = 4096;

/**
 * The body of POST /v1/messages for a chat request (specification section 4, translations of group N). Throws a
 * `GatewayError` for what the provider cannot honour; the request is never mutated.
 */
export function encodeRequest(request: Readonly<ChatRequest>, target: ProviderTarget): string {
  refuseUnknownParameters(request);
  const { system, turns } = encodeMessages(request.messages);
  const thinking = chooseThinking(request, target, turns);
  const body: MessagesRequest = {
    model: target.upstreamModel,
    max_tokens: (request.max_completion_tokens ?? request.max_tokens ?? DEFAULT_MAX_TOKENS) + thinking.tokens,
    system: system.length === 0 ? undefined : system,
    messages: turns,
    stream: request.stream === true ? true : undefined,
    // The provider refuses both beside thinking, and the specification drops them.
    temperature: thinking.isOn ? undefined : encodeTemperature(request.temperature),
    top_p: thinking.isOn ? undefined : (request.top_p ?? undefined),
    stop_sequences: encodeStop(request.stop),
    metadata: request.user ? { user_id: request.user } : undefined,
    tools: encodeTools(request.tools ?? []),
    tool_choice: encodeToolChoice(request, thinking.isOn),
    thinking: thinking.config,
    output_config: thinking.outputConfig,
  };
  return JSON.stringify(body);
}

/** All else stays as in the other requests of the loop: what thinking refuses or drops, it does throughout. */
const UNTHOUGHT: Thinking = { isOn: true, tokens: 0 };

/**
 * Thinking as it is asked for, but none amid a loop of tool calls whose thinking the client did not send back, where the
 * provider refuses budgets: clients of the reference format often drop it (lossy; decisions section 5, "Signatures").
 */
function chooseThinking(request: Readonly<ChatRequest>, target: ProviderTarget, turns: readonly Turn[]): Thinking {
  const thinking = encodeThinking(request.reasoning_effort ?? undefined, target.thinking);
  return thinking.config?.type === 'enabled' && isUnthoughtLoop(turns) ? UNTHOUGHT : thinking;
}

/** The reference has 0 to 2, the provider 0 to 1: what lies above is refused, since the nearest value is another one. */
function encodeTemperature(temperature: number | null | undefined): number | undefined {
  if (temperature === undefined || temperature === null) return undefined;
  if (temperature <= 1) return temperature;
  throw new GatewayError('unsupported_parameter', {
    param: 'temperature',
    message: "The model's provider takes a `temperature` of at most 1.",
  });
}
