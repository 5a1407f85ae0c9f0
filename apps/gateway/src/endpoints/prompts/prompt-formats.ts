import type { PromptSchema, PromptTool, RenderedMessage } from '@multilane/policy';
import type { Members, ParameterPlace, PromptFormat } from './prompt-format.js';

const place = (member: string): ParameterPlace => ({ path: [member] });

const SHARED = { model: place('model'), temperature: place('temperature'), top_p: place('top_p') };

/** Prompts in requests of /v1/chat/completions. */
export const CHAT_PROMPTS: PromptFormat = {
  places: {
    ...SHARED,
    max_tokens: { path: ['max_tokens'], alsoIn: ['max_completion_tokens'] },
    stop: place('stop'),
    // Where a provider's own members of thinking are sent, they count and the effort does not.
    reasoning_effort: { path: ['reasoning_effort'], alsoIn: ['thinking', 'output_config'] },
    tools: {
      path: ['tools'],
      write: (tools) => (tools as readonly PromptTool[]).map((tool) => ({ type: 'function', function: tool })),
    },
    response_schema: {
      path: ['response_format'],
      write: (schema) => ({ type: 'json_schema', json_schema: schema }),
    },
  },
  addMessages(members, messages) {
    members.messages = before(messages, members.messages);
  },
};

/** Prompts in requests of /v1/responses. The caller's `instructions` stay as they are. */
export const RESPONSES_PROMPTS: PromptFormat = {
  hasProviderPrompts: true,
  places: {
    ...SHARED,
    max_tokens: place('max_output_tokens'),
    stop: place('stop'),
    reasoning_effort: { path: ['reasoning', 'effort'] },
    tools: {
      path: ['tools'],
      write: (tools) => (tools as readonly PromptTool[]).map((tool) => ({ type: 'function', strict: false, ...tool })),
    },
    response_schema: {
      path: ['text', 'format'],
      write: (schema) => ({ type: 'json_schema', ...(schema as PromptSchema) }),
    },
  },
  addMessages(members, messages) {
    const { input } = members;
    members.input = before(messages, typeof input === 'string' ? [{ role: 'user', content: input }] : input);
  },
};

/** Prompts in requests of /v1/messages, whose system messages are a member of their own. */
export const MESSAGES_PROMPTS: PromptFormat = {
  places: {
    ...SHARED,
    max_tokens: place('max_tokens'),
    stop: place('stop_sequences'),
    reasoning_effort: { path: ['output_config', 'effort'], alsoIn: ['thinking'] },
    tools: {
      path: ['tools'],
      write: (tools) =>
        (tools as readonly PromptTool[]).map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters })),
    },
    response_schema: {
      path: ['output_config', 'format'],
      alsoIn: ['output_format'],
      write: (schema) => ({ type: 'json_schema', schema: (schema as PromptSchema).schema }),
    },
  },
  addMessages(members, messages) {
    const isSystem = ({ role }: RenderedMessage): boolean => role === 'system';
    const texts = messages.filter(isSystem).map(({ content }) => content);
    addSystem(members, texts);
    members.messages = before(
      messages.filter((message) => !isSystem(message)),
      members.messages,
    );
  },
};

/** The list of a request behind the messages of a prompt. Anything else is left to the check of the request. */
function before(messages: readonly RenderedMessage[], sent: unknown): unknown {
  if (sent === undefined || sent === null) return messages;
  return Array.isArray(sent) ? [...messages, ...(sent as readonly unknown[])] : sent;
}

function addSystem(members: Members, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const { system } = members;
  const blocks = texts.map((text) => ({ type: 'text', text }));
  if (typeof system === 'string') members.system = [...blocks, { type: 'text', text: system }];
  else if (Array.isArray(system)) members.system = [...blocks, ...(system as readonly unknown[])];
  else if (system === undefined || system === null) members.system = texts.length === 1 ? texts[0] : blocks;
}
