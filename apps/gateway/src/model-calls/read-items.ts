import { type AnyRequest, type ChatMessage, type ChatTool, type ContentPart, isRecord } from '@multilane/contracts';
import type { Prompt } from '@multilane/tokens';

type Members = Readonly<Record<string, unknown>>;

/** True if a request is in the Responses format, with a conversation of items. */
export function isOfItems({ input, instructions }: AnyRequest): boolean {
  return typeof instructions === 'string' || (Array.isArray(input) && isRecord(input[0]));
}

/** The prompt of such a request as messages of chat, which are counted; thinking in its encrypted form counts nothing. */
export function readItems({ input, instructions, tools }: AnyRequest): Prompt {
  const messages: ChatMessage[] = [];
  if (typeof instructions === 'string') messages.push({ role: 'system', content: instructions });
  if (typeof input === 'string') messages.push({ role: 'user', content: input });
  else if (Array.isArray(input)) for (const item of input) if (isRecord(item)) messages.push(readItem(item));
  return { messages, tools: Array.isArray(tools) ? tools.flatMap(readTool) : [] };
}

function readItem({ arguments: text, call_id: id, content, input, name, output, role }: Members): ChatMessage {
  if (typeof name === 'string') {
    const called = { name, arguments: String(text ?? input ?? '') };
    return { role: 'assistant', content: null, tool_calls: [{ id: String(id), type: 'function', function: called }] };
  }
  const said = output === undefined ? content : output;
  const speaker = output === undefined ? (role as ChatMessage['role'] | undefined) : 'tool';
  return { role: speaker ?? 'assistant', content: typeof said === 'string' ? said : readParts(said) };
}

function readParts(parts: unknown): ContentPart[] {
  if (!Array.isArray(parts)) return [];
  return parts.filter(isRecord).flatMap((part): ContentPart[] => {
    if (typeof part.text === 'string') return [{ type: 'text' as const, text: part.text }];
    if (part.type !== 'input_image') return [];
    return [{ type: 'image_url' as const, image_url: { url: '', detail: String(part.detail ?? 'auto') } }];
  });
}

function readTool(tool: unknown): ChatTool[] {
  if (!isRecord(tool)) return [];
  if (Array.isArray(tool.tools)) return tool.tools.flatMap(readTool);
  const { name, description, parameters } = tool;
  const described = { name, description, parameters } as ChatTool['function'];
  return typeof name === 'string' ? [{ type: 'function', function: described }] : [];
}

/** Adds what the model wrote in a response to `parts`. */
export function readOutputTexts(answer: object, parts: string[]): void {
  const { output } = answer as { output?: unknown };
  if (!Array.isArray(output)) return;
  for (const item of output.filter(isRecord)) {
    const { arguments: text, content, input, summary } = item;
    for (const said of [text, input]) if (typeof said === 'string') parts.push(said);
    for (const list of [content, summary]) {
      if (!Array.isArray(list)) continue;
      for (const part of list) if (typeof Object(part).text === 'string') parts.push(Object(part).text);
    }
  }
}
