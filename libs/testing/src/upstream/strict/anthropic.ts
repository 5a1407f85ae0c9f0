import { firstOf, messagesOf, onlyMembers, type StrictRefusal, type StrictRule } from './strict-provider.js';

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
const WITHOUT_EFFORT = /claude-(?:haiku-4|sonnet-4-[0-5]|opus-4-[01]|3)/;
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
  // platform.claude.com/docs/en/build-with-claude/effort; github.com/anthropics/claude-code/issues/30760
  if (effort !== undefined && WITHOUT_EFFORT.test(String(model))) {
    return refuse('This model does not support the effort parameter.');
  }
  if (effort !== undefined && !['low', 'medium', 'high', 'xhigh', 'max'].includes(effort)) {
    return refuse("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
  }
  return undefined;
};

interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly cache_control?: unknown;
}

interface Turn {
  readonly role: string;
  readonly blocks: readonly Block[];
}

/** Neighbours of one role are one turn. */
function turnsOf(body: Readonly<Record<string, unknown>>): readonly Turn[] {
  const turns: { readonly role: string; readonly blocks: Block[] }[] = [];
  for (const { role, content } of messagesOf(body)) {
    const blocks: readonly Block[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : ((content ?? []) as Block[]);
    const last = turns.at(-1);
    if (last !== undefined && last.role === role) last.blocks.push(...blocks);
    else turns.push({ role: String(role), blocks: [...blocks] });
  }
  return turns;
}

/**
 * platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use, "Handle tool use and tool result content blocks": results
 * stand in the next turn, before all else. Texts are not empty, and ids are of `^[a-zA-Z0-9_-]+$`.
 */
const history: StrictRule = (body) => {
  const turns = turnsOf(body).filter(({ role }) => role !== 'system');
  const used = new Set<string>();
  for (const [index, { blocks }] of turns.entries()) {
    const empty = blocks.find(({ type, text }) => type === 'text' && text?.trim() === '');
    if (empty) return refuse('messages: text content blocks must contain non-whitespace text');
    const called = blocks.flatMap(({ type, id = '' }) => (type === 'tool_use' ? id : []));
    const next = turns[index + 1]?.blocks ?? [];
    const answered = new Set(next.slice(0, called.length).flatMap(({ tool_use_id: id }) => id ?? []));
    const open = called.find((id) => !answered.has(id));
    if (open !== undefined) {
      return refuse(
        `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open}.`,
      );
    }
    for (const id of called) {
      if (!/^[a-zA-Z0-9_-]+$/.test(id))
        return refuse(`messages.${index}: String should match pattern '^[a-zA-Z0-9_-]+$'`);
      if (used.has(id)) return refuse('messages: `tool_use` ids must be unique');
      used.add(id);
    }
  }
  return undefined;
};

const WITHOUT_SYSTEM_TURNS = /claude-(?:3|(?:sonnet|haiku)-[45](?!-[5-9])|(?:sonnet|haiku)-4|opus-4-[0-7])/;

/**
 * platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages: from Opus 4.8 on, behind a user and before the assistant or
 * the end.
 */
const systemTurns: StrictRule = (body) => {
  const turns = turnsOf(body);
  for (const [index, { role }] of turns.entries()) {
    if (role !== 'system') continue;
    if (WITHOUT_SYSTEM_TURNS.test(String(body.model))) return refuse("role 'system' is not supported on this model");
    if (index === 0) return refuse("messages.0: use the top-level 'system' parameter for the initial system prompt");
    const next = turns[index + 1]?.role;
    if (turns[index - 1]?.role === 'user' && (next === undefined || next === 'assistant')) continue;
    return refuse(`messages.${index}: a system message must follow a user message and precede an assistant message`);
  }
  return undefined;
};

/** With a budget, a loop of calls begins with thinking (platform.claude.com/docs/en/build-with-claude/extended-thinking). */
const thoughtLoops: StrictRule = (body) => {
  if ((Object(body.thinking) as { type?: string }).type !== 'enabled') return undefined;
  const turns = turnsOf(body).filter(({ role }) => role !== 'system');
  const question = turns.findLastIndex(
    ({ role, blocks }) => role === 'user' && blocks.every(({ type }) => type !== 'tool_result'),
  );
  const first = turns[question + 1]?.blocks[0]?.type;
  if (first === undefined || turns.length <= question + 2 || /thinking$/.test(first)) return undefined;
  return refuse(
    `messages.${question + 1}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`.`,
  );
};

/** "A maximum of 4 blocks with cache_control may be provided", and none on thinking (build-with-claude/prompt-caching). */
const cacheMarks: StrictRule = (body) => {
  const blocks = [
    ...(Array.isArray(body.system) ? (body.system as Block[]) : []),
    ...(Array.isArray(body.tools) ? (body.tools as Block[]) : []),
    ...turnsOf(body).flatMap((turn) => turn.blocks),
  ].filter(({ cache_control: mark }) => (mark ?? undefined) !== undefined);
  if (blocks.some(({ type }) => /thinking$/.test(String(type))))
    return refuse('thinking.cache_control: Extra inputs are not permitted');
  return blocks.length > 4 ? refuse('A maximum of 4 blocks with cache_control may be provided.') : undefined;
};

/** Answers are not continued by these models (about-claude/models/migration-guide). */
const prefill: StrictRule = (body) => {
  const last = turnsOf(body).at(-1);
  if (last?.role !== 'assistant') return undefined;
  if (ADAPTIVE_ONLY.test(String(body.model))) {
    return refuse(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  }
  return /\s$/.test(last.blocks.at(-1)?.text ?? '')
    ? refuse('messages: final assistant content cannot end with trailing whitespace')
    : undefined;
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
  systemTurns,
  history,
  thoughtLoops,
  cacheMarks,
  prefill,
);
