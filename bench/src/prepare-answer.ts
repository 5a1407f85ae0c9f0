import { buildPieces, buildStreamEvents, COMPLETION, STREAM_PIECES } from './fixed-answer.js';
import {
  buildCohereEvents,
  buildContentEvents,
  buildConverseMessages,
  buildMessageEvents,
  COHERE_ANSWER,
  CONVERSE_ANSWER,
  GENERATED_CONTENT,
  MESSAGE,
} from './native-answers.js';
import type { ReadRequest } from './read-requests.js';

/** A streamed answer, ready for the socket: its head, then every event as an HTTP chunk of its own. */
export interface PreparedStream {
  readonly parts: readonly Buffer[];
  /** All parts in one: what is written when the prompt asks for no pace. */
  readonly whole: Buffer;
}

interface Wire {
  /** True if requests to this path use this wire format. */
  matches(path: string): boolean;
  /** Reads from the path, not the body, if the answer is streamed. */
  streamsBy?(path: string): boolean;
  readonly answer: object;
  readonly streamType?: string;
  buildEvents(pieces: readonly string[], includeUsage: boolean): readonly (string | Buffer)[];
}

const WIRES: readonly Wire[] = [
  { matches: (path) => path.endsWith('/messages'), answer: MESSAGE, buildEvents: buildMessageEvents },
  {
    matches: (path) => /:(?:g|streamG)enerateContent$/.test(path),
    streamsBy: (path) => path.endsWith(':streamGenerateContent'),
    answer: GENERATED_CONTENT,
    buildEvents: buildContentEvents,
  },
  { matches: (path) => path.endsWith('/v2/chat'), answer: COHERE_ANSWER, buildEvents: buildCohereEvents },
  {
    matches: (path) => /\/converse(?:-stream)?$/.test(path),
    streamsBy: (path) => path.endsWith('/converse-stream'),
    answer: CONVERSE_ANSWER,
    streamType: 'application/vnd.amazon.eventstream',
    buildEvents: buildConverseMessages,
  },
  {
    matches: () => true,
    answer: COMPLETION,
    buildEvents: (pieces, includeUsage) => buildStreamEvents(includeUsage, pieces),
  },
];

const prepared = new Map<string, Buffer | PreparedStream>();

/**
 * The answer to a request, in the wire format that its path belongs to; any other path gets the reference format. Each
 * answer is made once. A prompt that says "in 200 pieces" gets a stream of so many.
 */
export function prepareAnswer({ target, body }: Pick<ReadRequest, 'target' | 'body'>): Buffer | PreparedStream {
  const path = target.split('?', 1)[0] ?? '';
  const wire = WIRES.find(({ matches }) => matches(path));
  if (wire === undefined) throw new Error(`no wire for ${path}`);
  const streamed = wire.streamsBy?.(path) ?? body.includes('"stream":true');
  if (!streamed) return keep(path, () => prepareWhole(wire.answer));
  const count = /in (\d+) pieces/.exec(body.toString())?.[1];
  const includeUsage = body.includes('"include_usage":true');
  return keep(`${path} ${count} ${includeUsage}`, () => {
    const pieces = count === undefined ? STREAM_PIECES : buildPieces(Number(count));
    return prepareStream(wire.streamType ?? 'text/event-stream', wire.buildEvents(pieces, includeUsage));
  });
}

function keep(key: string, prepare: () => Buffer | PreparedStream): Buffer | PreparedStream {
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const answer = prepare();
  prepared.set(key, answer);
  return answer;
}

function prepareWhole(answer: object): Buffer {
  const body = JSON.stringify(answer);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}

function prepareStream(type: string, events: readonly (string | Buffer)[]): PreparedStream {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n`;
  const chunks = events.map((event) => {
    const bytes = Buffer.from(event);
    return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  });
  const [first = Buffer.alloc(0), ...rest] = chunks;
  const parts = [Buffer.concat([Buffer.from(head), first]), ...rest, Buffer.from('0\r\n\r\n')];
  return { parts, whole: Buffer.concat(parts) };
}
