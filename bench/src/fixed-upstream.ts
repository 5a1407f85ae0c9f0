/**
 * The fixed upstream: `node fixed-upstream.js <port>`. It answers every request with the same chat completion, or
 * the same stream, over a bare socket, so that it costs an order of magnitude less than any server measured in front of it.
 */
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildStreamEvents, COMPLETION } from './fixed-answer.js';
import { type ReadRequest, RequestReader } from './read-requests.js';

const frame = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const STREAM_HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n';
const END_OF_STREAM = '0\r\n\r\n';
const EVENTS_WITH_USAGE = buildStreamEvents(true).map(frame);
const EVENTS = buildStreamEvents(false).map(frame);

const ANSWER_BODY = JSON.stringify(COMPLETION);
const ANSWER = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(ANSWER_BODY)}\r\n\r\n${ANSWER_BODY}`,
);
const LENGTH_REQUIRED = 'HTTP/1.1 411 Length Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** Milliseconds between the events of a stream: the prompt says so ("one every 20 ms"), since a gateway keeps prompts. */
function readPace(body: string): number {
  return Number(/one every (\d+) ms/.exec(body)?.[1] ?? 1);
}

async function answerStream(socket: Socket, body: string): Promise<void> {
  const pace = readPace(body);
  const events = body.includes('"include_usage":true') ? EVENTS_WITH_USAGE : EVENTS;
  for (const [index, event] of events.entries()) {
    if (socket.destroyed) return;
    if (index > 0) await sleep(pace);
    socket.write(index === 0 ? STREAM_HEAD + event : event);
  }
  socket.write(END_OF_STREAM);
}

function answer(socket: Socket, request: ReadRequest): Promise<void> | undefined {
  if (!request.hasLength) {
    socket.end(LENGTH_REQUIRED);
    return undefined;
  }
  if (request.body.includes('"stream":true')) return answerStream(socket, request.body.toString());
  socket.write(ANSWER);
  return undefined;
}

function serve(socket: Socket): void {
  const reader = new RequestReader();
  // Set while a stream is under way: what was pipelined behind it waits for its turn (RFC 9112 section 9.3.2).
  let streaming: Promise<void> | undefined;
  const answerInTurn = (request: ReadRequest) => {
    streaming = streaming === undefined ? answer(socket, request) : streaming.then(() => answer(socket, request));
    const current = streaming;
    void current?.then(() => {
      if (streaming === current) streaming = undefined;
    });
  };
  socket.setNoDelay(true);
  socket.on('data', (bytes) => {
    for (const request of reader.push(bytes)) answerInTurn(request);
  });
  // A driver that stops in the middle of a request resets its connections: that is how every run ends.
  socket.on('error', () => socket.destroy());
}

createServer(serve).listen(Number(process.argv[2]), '127.0.0.1');
