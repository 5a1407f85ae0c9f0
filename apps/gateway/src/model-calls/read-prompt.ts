import type { AnyRequest, ChatRequest } from '@multilane/contracts';
import { measurePrompt, type Prompt, type PromptMeasure } from '@multilane/tokens';

/** The members that hold a prompt in the requests of the endpoints other than chat. */
const PROMPT_MEMBERS = ['input', 'prompt', 'query', 'documents', 'state', 'questions', 'system'] as const;

/** What of a request is counted where the provider reports no usage: its messages, or all the texts of its prompt. */
export function readPrompt(request: AnyRequest): Prompt {
  if (Array.isArray(request.messages)) return request as unknown as ChatRequest;
  const texts: string[] = [];
  for (const member of PROMPT_MEMBERS) collectTexts(request[member], texts);
  return { messages: [{ role: 'user', content: texts.join('\n') }] };
}

/** Tokens that the client sent as such, in place of text; `readPrompt` does not have them. */
export function countGivenTokens({ input, messages, prompt }: AnyRequest): number {
  return Array.isArray(messages) ? 0 : countNumbers(input) + countNumbers(prompt);
}

/** Of an array of numbers, or of arrays of them. */
function countNumbers(value: unknown): number {
  if (!Array.isArray(value)) return 0;
  if (typeof value[0] === 'number') return value.length;
  return value.reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 0), 0);
}

/** The same prompt by its lengths alone, and what stands beside its messages too. */
export function measureRequest(request: AnyRequest): PromptMeasure {
  const others: unknown[] = [];
  for (const member of PROMPT_MEMBERS) if (request[member] !== undefined) others.push(request[member]);
  return measurePrompt({ messages: request.messages, tools: request.tools, others });
}

function collectTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collectTexts(item, texts);
}
