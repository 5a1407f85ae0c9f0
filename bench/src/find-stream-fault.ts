import { STREAM_EVENTS, STREAM_PIECES } from './fixed-answer.js';

interface ReadChunk {
  readonly choices: readonly { readonly delta: { readonly content?: string }; readonly finish_reason: string | null }[];
  readonly usage?: { readonly total_tokens: number } | null;
}

/**
 * Compares a streamed answer with what the fixed upstream sent: every piece once and in order, one finish, one usage
 * chunk, `[DONE]` at the end, and no event more. Returns what is wrong, or undefined.
 */
export function findStreamFault(text: string): string | undefined {
  const events = text.split('\n\n').flatMap((event) => (event.startsWith('data: ') ? [event.slice(6)] : []));
  if (events.length !== STREAM_EVENTS) return `${events.length} events in place of ${STREAM_EVENTS}`;
  if (events.at(-1) !== '[DONE]') return 'the last event is not [DONE]';
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event) as ReadChunk);
  const choices = chunks.flatMap((chunk) => chunk.choices);
  const pieces = choices.flatMap((choice) => (choice.delta.content ? [choice.delta.content] : []));
  const wrong = STREAM_PIECES.findIndex((piece, index) => piece !== pieces[index]);
  if (wrong >= 0) return `text chunk ${wrong + 1} is ${JSON.stringify(pieces[wrong])}`;
  if (choices.filter((choice) => choice.finish_reason === 'stop').length !== 1) return 'not exactly one finish chunk';
  if (chunks.filter((chunk) => chunk.usage?.total_tokens === 70).length !== 1) return 'not exactly one usage chunk';
  return undefined;
}
