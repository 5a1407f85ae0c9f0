export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** A part of an answer, as it comes over the wire. */
export interface Piece {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly {
    readonly index: number;
    readonly id?: string;
    readonly name?: string;
    readonly arguments?: string;
  }[];
  readonly finishReason?: string;
  readonly usage?: Usage;
}

type Fields = Readonly<Record<string, unknown>>;

/** A failure that was reported within a stream, whose status was 200. */
export interface StreamFailure {
  readonly message: string;
  readonly code: string;
}

/** Reads the part that a chunk of a chat stream, or a whole chat completion, adds to the answer. */
export function readChunk(chunk: unknown): Piece | StreamFailure {
  const { choices, error, usage } = fieldsOf(chunk);
  if (error) {
    const { code, message } = fieldsOf(error);
    return { code: String(code ?? ''), message: String(message ?? '') };
  }
  const choice = fieldsOf(Array.isArray(choices) ? choices[0] : undefined);
  const {
    content,
    reasoning,
    reasoning_content: moreReasoning,
    refusal,
    tool_calls: calls,
  } = fieldsOf(choice.delta ?? choice.message);
  return {
    text: textOf(content) ?? textOf(refusal),
    reasoning: textOf(reasoning) ?? textOf(moreReasoning),
    calls: Array.isArray(calls) ? calls.map(readCall) : undefined,
    finishReason: textOf(choice.finish_reason),
    usage: readUsage(usage),
  };
}

function readCall(call: unknown, position: number): NonNullable<Piece['calls']>[number] {
  const { function: called, id, index } = fieldsOf(call);
  const { arguments: text, name } = fieldsOf(called);
  return {
    index: typeof index === 'number' ? index : position,
    id: textOf(id),
    name: textOf(name),
    arguments: textOf(text),
  };
}

function readUsage(usage: unknown): Piece['usage'] {
  const { completion_tokens: completion, prompt_tokens: prompt } = fieldsOf(usage);
  if (typeof prompt !== 'number') return undefined;
  return { prompt_tokens: prompt, completion_tokens: typeof completion === 'number' ? completion : 0 };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
