import { frameEvents } from '../cases/frame-events.js';
import { encodeMessage, splitMessages } from '../upstream/wires/bedrock/event-stream.js';

/** The text of a file of the case; undefined if there is none. */
export type ReadFile = (file: string) => string | undefined;

/**
 * The events of a case's stream, the bytes of one each: server-sent events as they came (`.txt`) or one a line without
 * framing (`.chunks.txt`), binary messages in base64 (`.b64`) or as lines of `{headers, payload}` (`.jsonl`).
 *
 * @param turn The number of the turn with a dot before it, or nothing.
 */
export function readStreamEvents(turn: string, caseName: string, read: ReadFile): Buffer[] | undefined {
  const text = read(`stream${turn}.txt`);
  if (text !== undefined) return splitText(text);
  const lines = read(`stream${turn}.chunks.txt`);
  if (lines !== undefined) return frameEvents(splitLines(lines), caseName.slice(0, caseName.indexOf('/')));
  const binary = read(`stream${turn}.b64`);
  if (binary !== undefined) return splitMessages(Buffer.from(binary, 'base64'));
  const messages = read(`stream${turn}.jsonl`);
  return messages === undefined ? undefined : splitLines(messages).map(encodeLine);
}

/** Some recordings were trimmed: the last event gets its blank line back, unless it is no event but a bare object. */
function splitText(text: string): Buffer[] {
  const isTrimmed = !/(?:\r?\n\r?\n|\r\r)$/.test(text) && /(?:^|\n)(?:data|event):[^\n]*\n?$/.test(text);
  const whole = isTrimmed ? `${text.trimEnd()}\n\n` : text;
  return whole.split(/(?<=\r?\n\r?\n|\r\r)/).map((event) => Buffer.from(event));
}

function splitLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function encodeLine(line: string): Buffer {
  const { headers, payload } = JSON.parse(line) as { headers: Record<string, string>; payload: object };
  return encodeMessage({ headers, payload: Buffer.from(JSON.stringify(payload)) });
}
