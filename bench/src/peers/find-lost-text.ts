import { STREAM_PIECES } from '../fixed-answer.js';

interface ReadChunk {
  readonly choices?: readonly { readonly delta?: { readonly content?: string | null } }[];
}

/**
 * Finds the text of the fixed upstream that a streamed answer lacks, if any. Other gateways may add fields and chunks of their own, so only
 * the text and the end count.
 */
export function findLostText(stream: string, pieces = STREAM_PIECES): string | undefined {
  const events = stream.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6).trim()] : []));
  if (events.at(-1) !== '[DONE]') return 'the last event is not [DONE]';
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event) as ReadChunk);
  const text = chunks.flatMap(({ choices }) => choices?.map(({ delta }) => delta?.content ?? '') ?? []).join('');
  return text === pieces.join('') ? undefined : `the text is ${JSON.stringify(text.slice(0, 200))}`;
}
