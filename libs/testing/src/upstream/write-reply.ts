import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { pause } from './pause.js';
import {
  contentTypeOf,
  type JsonReply,
  type Reply,
  type StreamEnd,
  type StreamReply,
  type TextReply,
} from './reply.js';
import { splitBytes } from './split-bytes.js';

/**
 * Plays a reply and says how it is to end; the caller cuts the connection where it says so.
 *
 * @param gone Aborts when the other side has left; what remains of the reply is then dropped.
 */
export async function writeReply(reply: Reply, response: ServerResponse, gone: AbortSignal): Promise<StreamEnd> {
  if (reply.kind === 'silent') return reply.end;
  response.statusCode = reply.status ?? 200;
  response.setHeader('content-type', contentTypeOf(reply));
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (reply.kind === 'stream') return writeStream(reply, response, gone);
  writeWhole(reply, response);
  return 'complete';
}

function writeWhole(reply: JsonReply | TextReply, response: ServerResponse): void {
  const text = reply.kind === 'json' ? JSON.stringify(reply.body) : reply.text;
  if (reply.gzip) response.setHeader('content-encoding', 'gzip');
  response.end(reply.gzip ? gzipSync(text) : text);
}

async function writeStream(reply: StreamReply, response: ServerResponse, gone: AbortSignal): Promise<StreamEnd> {
  const { chunks, chunkBytes, delayMs = 0, end = 'complete' } = reply;
  const left = once(gone, 'abort');
  response.flushHeaders();
  for (const chunk of chunkBytes ? splitBytes(chunks, chunkBytes) : chunks) {
    await pause(delayMs, gone);
    if (gone.aborted) return end;
    // Waits until the bytes have left the process, so that a cut cannot overtake them; but a caller that stopped
    // reading and went away leaves a write that is never confirmed.
    await Promise.race([new Promise((resolve) => response.write(chunk, resolve)), left]);
  }
  if (end === 'complete') response.end();
  return end;
}
