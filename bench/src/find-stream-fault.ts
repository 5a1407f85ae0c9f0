import { STREAM_PIECES } from './fixed-answer.js';

interface ReadChunk {
  readonly choices: readonly {
    readonly delta: { readonly role?: string; readonly content?: string };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: { readonly total_tokens: number } | null;
}

interface ReadMessageEvent {
  readonly type: string;
  readonly delta?: { readonly text?: string };
}

/**
 * Compares a streamed answer with what the fixed upstream sent: every piece once and in order, one finish, one usage
 * chunk, `[DONE]` at the end, and no event more, except that a translated stream may begin with a chunk that has the
 * role alone. Returns what is wrong, or undefined.
 */
export function findStreamFault(text: string, pieces = STREAM_PIECES): string | undefined {
  const events = text.split('\n\n').flatMap((event) => (event.startsWith('data: ') ? [event.slice(6)] : []));
  const expected = pieces.length + 3 + (hasRoleAlone(events[0]) ? 1 : 0);
  if (events.length !== expected) return `${events.length} events in place of ${expected}`;
  if (events.at(-1) !== '[DONE]') return 'the last event is not [DONE]';
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event) as ReadChunk);
  const choices = chunks.flatMap((chunk) => chunk.choices);
  const texts = choices.flatMap((choice) => (choice.delta.content ? [choice.delta.content] : []));
  const wrong = findWrongPiece(texts, pieces);
  if (wrong !== undefined) return wrong;
  if (choices.filter((choice) => choice.finish_reason === 'stop').length !== 1) return 'not exactly one finish chunk';
  if (chunks.filter((chunk) => chunk.usage?.total_tokens === 70).length !== 1) return 'not exactly one usage chunk';
  return undefined;
}

/** The same for a stream of /v1/messages: the events as the provider sends them, to `message_stop`. */
export function findMessagesFault(text: string, pieces: readonly string[]): string | undefined {
  const events = text
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as ReadMessageEvent] : []));
  const texts = events.flatMap(({ delta }) => (delta?.text ? [delta.text] : []));
  if (texts.length !== pieces.length) return `${texts.length} pieces in place of ${pieces.length}`;
  const wrong = findWrongPiece(texts, pieces);
  if (wrong !== undefined) return wrong;
  return events.at(-1)?.type === 'message_stop' ? undefined : 'the last event is not message_stop';
}

function findWrongPiece(texts: readonly string[], pieces: readonly string[]): string | undefined {
  const wrong = pieces.findIndex((piece, index) => piece !== texts[index]);
  return wrong < 0 ? undefined : `text chunk ${wrong + 1} is ${JSON.stringify(texts[wrong])}`;
}

function hasRoleAlone(event: string | undefined): boolean {
  if (event === undefined || event === '[DONE]') return false;
  const delta = (JSON.parse(event) as ReadChunk).choices[0]?.delta;
  return delta?.role !== undefined && !delta.content;
}
