/** A part of a turn, as far as a person wants to read it. */
export type TurnPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: string }
  /** Part that is no text: an image, a file, something unknown. `label` names it, `size` is the number of its characters. */
  | { readonly kind: 'other'; readonly label: string; readonly size: number };

export interface Turn {
  readonly role: string;
  readonly parts: readonly TurnPart[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The conversation in a stored payload, whichever API it was sent to: chat completions, responses, messages or
 * completions. Empty where there is none to find, such as for embeddings: the raw view remains.
 */
export function readConversation(request: object, answer: object | null): Turn[] {
  const { messages, input, instructions, prompt, system } = request as Fields;
  const turns: Turn[] = [];
  for (const text of [system, instructions]) if (text) turns.push(turnOf('system', text));
  if (Array.isArray(messages)) turns.push(...messages.map(readMessage));
  else if (Array.isArray(input) && input.some(isFields)) turns.push(...input.map(readMessage));
  else if (typeof input === 'string' || typeof prompt === 'string') turns.push(turnOf('user', input ?? prompt));
  if (turns.length === 0) return [];
  return answer === null ? turns : [...turns, ...readAnswer(answer as Fields)];
}

function readAnswer({ choices, content, output, texts }: Fields): Turn[] {
  if (Array.isArray(choices)) {
    return choices.map((choice) =>
      isFields(choice) ? readMessage(choice.message ?? choice) : turnOf('assistant', choice),
    );
  }
  if (Array.isArray(output)) return output.map(readMessage);
  if (Array.isArray(texts)) return texts.map((text) => turnOf('assistant', text));
  return content === undefined ? [] : [turnOf('assistant', content)];
}

function readMessage(message: unknown): Turn {
  if (!isFields(message)) return turnOf('user', message);
  const { content, refusal, role, text, tool_calls: calls, type } = message;
  if (type === 'function_call') return { role: 'assistant', parts: [readCall(message)] };
  if (type === 'function_call_output') return turnOf('tool', message.output);
  const parts = [...readParts(content ?? text ?? refusal), ...(Array.isArray(calls) ? calls.map(readCall) : [])];
  return { role: typeof role === 'string' ? role : 'assistant', parts };
}

function turnOf(role: string, content: unknown): Turn {
  return { role, parts: readParts(content) };
}

function readParts(content: unknown): TurnPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  return Array.isArray(content) ? content.map(readPart) : [readPart(content)];
}

function readPart(part: unknown): TurnPart {
  if (typeof part === 'string') return { kind: 'text', text: part };
  if (!isFields(part)) return { kind: 'other', label: typeof part, size: JSON.stringify(part).length };
  if (typeof part.text === 'string') return { kind: 'text', text: part.text };
  if (part.type === 'tool_use') return readCall({ name: part.name, arguments: JSON.stringify(part.input) });
  if (part.type === 'tool_result') return { kind: 'text', text: textOfResult(part.content) };
  const label = typeof part.type === 'string' ? part.type : 'object';
  return { kind: 'other', label, size: JSON.stringify(part).length };
}

function textOfResult(content: unknown): string {
  return readParts(content)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.kind}]`))
    .join('\n');
}

function readCall(call: unknown): TurnPart {
  const fields = isFields(call) ? call : {};
  const { name, arguments: text } = isFields(fields.function) ? fields.function : fields;
  return { kind: 'call', name: String(name ?? ''), arguments: typeof text === 'string' ? text : JSON.stringify(text) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
