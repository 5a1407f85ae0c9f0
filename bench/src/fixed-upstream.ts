/**
 * The fixed upstream: `node fixed-upstream.js <port>`. It answers every request with the same completion, or the same
 * stream, in the format of the provider that the path belongs to; over a bare socket, so that it costs an order of
 * magnitude less than any server measured in front of it.
 */
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PreparedStream, prepareAnswer } from './prepare-answer.js';
import { type ReadRequest, RequestReader } from './read-requests.js';

const LENGTH_REQUIRED = 'HTTP/1.1 411 Length Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** Milliseconds between the events of a stream: the prompt says so ("one every 20 ms"), since a gateway keeps prompts. */
function readPace(body: string): number {
  return Number(/one every (\d+) ms/.exec(body)?.[1] ?? 1);
}

async function answerInParts(socket: Socket, { parts }: PreparedStream, pace: number): Promise<void> {
  // The last part ends the stream, together with its last event.
  const last = parts.length - 1;
  for (const [index, part] of parts.entries()) {
    if (socket.destroyed) return;
    if (index > 0 && index < last) await sleep(pace);
    socket.write(part);
  }
}

function answer(socket: Socket, request: ReadRequest): Promise<void> | undefined {
  if (!request.hasLength) {
    socket.end(LENGTH_REQUIRED);
    return undefined;
  }
  const prepared = prepareAnswer(request);
  if (Buffer.isBuffer(prepared)) {
    socket.write(prepared);
    return undefined;
  }
  const pace = readPace(request.body.toString());
  if (pace > 0) return answerInParts(socket, prepared, pace);
  socket.write(prepared.whole);
  return undefined;
}

function serve(socket: Socket): void {
  const reader = new RequestReader();
  // Set while a stream is in progress: what was pipelined behind it waits for its turn (RFC 9112 section 9.3.2).
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
