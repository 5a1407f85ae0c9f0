/**
 * Author or kind of a text in a request or an answer: a person, a result of a tool, a model's thought or its call of a
 * tool, the definition of a tool or of the answer's form, or another parameter of the request.
 */
export type TextRole =
  | 'system'
  | 'user'
  | 'assistant'
  | 'tool'
  | 'reasoning'
  | 'tool_call'
  | 'definition'
  | 'parameter';

export interface TextPart {
  readonly role: TextRole;
  readonly text: string;
  /** `json`: the text is JSON, such as the arguments of a call. */
  readonly format?: 'json' | undefined;
  /** Texts with the same number are one content to the model, in their order; undefined for one by itself. */
  readonly content?: number | undefined;
}
