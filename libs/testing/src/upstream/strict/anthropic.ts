import { firstOf, onlyMembers, type StrictRefusal, type StrictRule } from './strict-provider.js';

const MEMBERS = [
  ...['model', 'max_tokens', 'messages', 'system', 'metadata', 'stop_sequences', 'stream', 'temperature', 'top_p'],
  ...['top_k', 'tools', 'tool_choice', 'thinking', 'output_config', 'service_tier', 'container', 'mcp_servers'],
  ...['context_management', 'cache_control', 'inference_geo', 'speed', 'diagnostics'],
] as const;

function refuse(message: string): StrictRefusal {
  return { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message } } };
}

const ADAPTIVE_ONLY = /claude-(?:opus-4-[7-9]|(?:opus|sonnet|haiku|fable|mythos)-5)/;
const ALWAYS_THINKS = /claude-(?:opus-5-5|sonnet-5-5|fable|mythos)/;
const UNFORCED = /claude-(?:opus-5-5|sonnet-5-5|fable|mythos)/;
const ONE_OF_BOTH = /claude-(?:opus-4-[1-6]|sonnet-4-[5-6]|haiku-4-5)/;

const sampling: StrictRule = ({ model, ...body }) => {
  const name = ['temperature', 'top_p', 'top_k'].find((each) => body[each] !== undefined);
  if (name === undefined) return undefined;
  if (ADAPTIVE_ONLY.test(String(model)) && body[name] !== 1) return refuse(`\`${name}\` is deprecated for this model.`);
  if (Number(body.temperature ?? 0) > 1) return refuse('temperature: range: -1..1');
  if (ONE_OF_BOTH.test(String(model)) && body.temperature !== undefined && body.top_p !== undefined) {
    return refuse('`temperature` and `top_p` cannot both be specified for this model. Please use only one.');
  }
  return undefined;
};

const thinking: StrictRule = ({
  model,
  thinking: asked,
  max_tokens: limit,
  tool_choice: choice,
  output_config: output,
}) => {
  const { type, budget_tokens: budget } = Object(asked) as { type?: string; budget_tokens?: number };
  if (type === 'enabled' && ADAPTIVE_ONLY.test(String(model))) {
    return refuse(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    );
  }
  if (type === 'disabled' && ALWAYS_THINKS.test(String(model))) {
    return refuse('"thinking.type.disabled" is not supported for this model.');
  }
  if (type === 'adaptive' && /claude-(?:.*-4-[0-5]|3)/.test(String(model))) {
    return refuse('adaptive thinking is not supported on this model');
  }
  if (type === 'enabled' && (budget ?? 0) < 1024)
    return refuse('thinking.enabled.budget_tokens: must be at least 1024');
  if (type === 'enabled' && Number(limit) <= (budget ?? 0)) {
    return refuse('`max_tokens` must be greater than `thinking.budget_tokens`.');
  }
  const { type: choiceType } = Object(choice) as { type?: string };
  const isForced = choiceType === 'any' || choiceType === 'tool';
  if (isForced && (UNFORCED.test(String(model)) || type === 'enabled')) {
    return refuse('Thinking may not be enabled when tool_choice forces tool use.');
  }
  const { effort } = Object(output) as { effort?: string };
  if (effort !== undefined && !['low', 'medium', 'high', 'xhigh', 'max'].includes(effort)) {
    return refuse("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
  }
  return undefined;
};

/** The Messages API, as of November 2026 (platform.claude.com/docs/en/about-claude/models/migration-guide). */
export const refuseAsAnthropic = firstOf(
  onlyMembers(MEMBERS, (name) => refuse(`${name}: Extra inputs are not permitted`)),
  ({ max_tokens: limit }) => (Number.isInteger(limit) ? undefined : refuse('max_tokens: Field required')),
  ({ model, max_tokens: limit }) =>
    Number(limit) > (/opus|sonnet-5/.test(String(model)) ? 128_000 : 64_000)
      ? refuse(`max_tokens: ${String(limit)} > 128000, which is the maximum allowed number of output tokens`)
      : undefined,
  sampling,
  thinking,
);
