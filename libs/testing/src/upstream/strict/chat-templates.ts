import { messagesOf, type StrictRefusal, type StrictRule } from './strict-provider.js';

type Refuse = (message: string) => StrictRefusal;

/**
 * Rules that the chat templates of open models raise, by the name of the model: servers that run them answer with it as
 * 400.
 *
 * - Qwen3.5 and later: "System message must be at the beginning." (huggingface.co/Qwen/Qwen3.5-27B, chat_template.jinja; its first
 *   message alone may be one: github.com/vllm-project/vllm/issues/41114).
 * - Mistral's open models: "After the optional system message, conversation roles must alternate user and assistant roles except for
 *   tool calls and results." (their chat_template.jinja; github.com/sterlp/eclipse-peon-ai/issues/75).
 */
export function refuseByTemplate(refuse: Refuse): StrictRule {
  return (body) => {
    const model = String(body.model);
    const roles = messagesOf(body).map(({ role }) => String(role));
    if (/qwen3\.[5-9]/i.test(model) && roles.lastIndexOf('system') > 0) {
      return refuse('System message must be at the beginning.');
    }
    return /stral/i.test(model) && !alternates(body)
      ? refuse(
          'After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.',
        )
      : undefined;
  };
}

/** The template counts users and assistants alone, and of the latter those without calls. */
function alternates(body: Readonly<Record<string, unknown>>): boolean {
  const messages = messagesOf(body);
  const counted = messages
    .slice(messages[0]?.role === 'system' ? 1 : 0)
    .filter(({ role, tool_calls: calls }) => role !== 'tool' && !(role === 'assistant' && Array.isArray(calls)));
  return counted.every(({ role }, index) => role === (index % 2 === 0 ? 'user' : 'assistant'));
}
