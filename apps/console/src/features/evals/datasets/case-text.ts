import { isObject } from '../../../ui/json-object.js';

/** One message of a case. */
export interface CaseMessage {
  readonly role: string;
  readonly text: string;
}

/** Returns the input of a case as messages: a text alone is that of the user. Parts that are no text are shown as JSON. */
export function messagesOf(input: unknown): readonly CaseMessage[] {
  if (!Array.isArray(input)) return [{ role: 'user', text: asText(input) }];
  return input.map((message: unknown) =>
    isObject(message)
      ? { role: String(message.role), text: textOfContent(message.content) }
      : { role: 'user', text: asText(message) },
  );
}

/** Returns the input of a case in one line of a table: its last message. */
export function summaryOf(input: unknown): string {
  return messagesOf(input).at(-1)?.text ?? '';
}

function textOfContent(content: unknown): string {
  if (!Array.isArray(content)) return asText(content);
  return content
    .map((part: unknown) => (isObject(part) && typeof part.text === 'string' ? part.text : asText(part)))
    .join('\n');
}

/** A text as it is; anything else as JSON. Nothing for null. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
