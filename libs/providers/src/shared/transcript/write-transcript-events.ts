import type { TranscriptSegment } from '@multilane/contracts';

/** Events are handed on in pieces of about this many characters. */
const PIECE_LENGTH = 16_384;

/**
 * A transcript as the events of a stream: a delta a word, or, where speakers were asked for, the segments in their place; then
 * `transcript.text.done`. Framed as the recorded streams are: CRLF, no `event:` lines, `[DONE]` at the end.
 */
export async function* writeTranscriptEvents(
  text: string,
  segments: readonly TranscriptSegment[] | undefined,
  usage: object,
): AsyncGenerator<Uint8Array> {
  let piece = '';
  for (const event of segments ? segments.map(describeSpokenSegment) : listDeltas(text)) {
    piece += writeEvent(event);
    if (piece.length < PIECE_LENGTH) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(`${piece}${writeEvent({ type: 'transcript.text.done', text, ...usage })}data: [DONE]\r\n\r\n`);
}

/** A segment of `diarized_json`, and the event of one. The recorded ones begin with a space. */
export function describeSpokenSegment({ text, speaker = 'A', start, end }: TranscriptSegment, index: number) {
  return { type: 'transcript.text.segment', text: ` ${text}`, speaker, start, end, id: `seg_${index}` };
}

/** Words with the space before them: together they are the text. */
function* listDeltas(text: string) {
  for (const [delta] of text.matchAll(/\s*\S+|\s+$/g)) yield { type: 'transcript.text.delta', delta };
}

const writeEvent = (event: object): string => `data: ${JSON.stringify(event)}\r\n\r\n`;
