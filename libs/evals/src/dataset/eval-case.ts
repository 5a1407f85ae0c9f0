/** A message of a case. `content` is a text, or a list of parts as chat requests have it. */
export interface CaseMessage {
  readonly role: string;
  readonly content: unknown;
  readonly [member: string]: unknown;
}

export interface ToolCall {
  readonly name: string;
  /** Parsed JSON; a text that is no JSON stays a text. */
  readonly arguments: unknown;
}

/** One case of a dataset. */
export interface EvalCase {
  /** Unique in its version. Runs are compared by it. */
  readonly key: string;
  readonly input: string | readonly CaseMessage[];
  /** Undefined: graders that need it cannot grade the case. */
  readonly expected?: unknown;
  readonly toolCalls?: readonly ToolCall[] | undefined;
}

/** The messages of a case, as a chat request has them. */
export function messagesOf({ input }: EvalCase): readonly CaseMessage[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input;
}

/** The text of a case, for agents, which take one text: the only message of the user. Undefined if there is none such. */
export function textOf({ input }: EvalCase): string | undefined {
  if (typeof input === 'string') return input;
  const [message, ...others] = input;
  return others.length === 0 && message?.role === 'user' && typeof message.content === 'string'
    ? message.content
    : undefined;
}
