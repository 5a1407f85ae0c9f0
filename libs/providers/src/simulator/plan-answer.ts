import type { ChatMessage, ChatRequest, ChatTool } from '@multilane/contracts';
import { generateInstance } from './generate-instance.js';
import { type LimitedText, limitText } from './limit-text.js';

/** Answer of the simulator in one choice. */
export type PlannedAnswer =
  | ({ readonly kind: 'text' } & LimitedText)
  | { readonly kind: 'tool_calls'; readonly calls: readonly { readonly name: string; readonly arguments: string }[] };

/** Decides from the conversation alone what to answer; the same request always gets the same answer. */
export function planAnswer(request: Readonly<ChatRequest>): PlannedAnswer {
  const results = readNewToolResults(request.messages);
  const called = results.length === 0 ? chooseTools(request) : [];
  if (called.length > 0) {
    const calls = called.map(({ function: { name, parameters } }) => ({
      name,
      arguments: JSON.stringify(generateInstance(parameters ?? { type: 'object' })),
    }));
    return { kind: 'tool_calls', calls };
  }
  return { kind: 'text', ...limitText(composeText(request, results), request) };
}

/** The text of the last message that a person wrote. */
export function readLastUserText(messages: readonly ChatMessage[]): string {
  const last = messages.findLast(({ role }) => role === 'user');
  return last === undefined ? '' : readText(last);
}

function composeText(request: Readonly<ChatRequest>, results: readonly string[]): string {
  const asked = readLastUserText(request.messages);
  const text =
    results.length > 0 ? `The tool answered: ${results.join('; ')}` : asked === '' ? 'Hello.' : `You said: ${asked}`;
  const format = request.response_format;
  if (format?.type === 'json_schema') return JSON.stringify(generateInstance(format.json_schema.schema ?? {}));
  return format?.type === 'json_object' ? JSON.stringify({ answer: text }) : text;
}

/** The results since the model's last turn: agents add reminders of their own behind them, as user messages. */
function readNewToolResults(messages: readonly ChatMessage[]): string[] {
  const lastTurn = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages
    .slice(lastTurn + 1)
    .filter(({ role }) => role === 'tool')
    .map(readText);
}

/** A forced tool; else the tools that the last user message names, one alone where parallel calls are not wanted. */
function chooseTools(request: Readonly<ChatRequest>): ChatTool[] {
  const tools = (request.tools ?? []).filter(({ type }) => type === 'function');
  const choice = request.tool_choice ?? 'auto';
  if (choice === 'none') return [];
  if (typeof choice === 'object') return tools.filter((tool) => tool.function.name === choice.function?.name);
  const asked = toWords(readLastPart(request.messages));
  const named = tools.filter((tool) => asked.includes(toWords(tool.function.name)));
  const wanted = named.length === 0 && choice === 'required' ? tools.slice(0, 1) : named;
  return request.parallel_tool_calls === false ? wanted.slice(0, 1) : wanted;
}

/** Reads the last text part, which a person typed: agents put context of their own before it, which names tools too. */
function readLastPart(messages: readonly ChatMessage[]): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content;
  if (!Array.isArray(content)) return content ?? '';
  return content.findLast((part) => part.type === 'text')?.text ?? '';
}

/** Lower-case words between single spaces, so that `get_weather`, `get-weather` and `Get weather` are the same. */
function toWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

function readText({ content }: ChatMessage): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join(' ');
}
