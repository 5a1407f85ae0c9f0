import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const EVENTS = Array.from({ length: 6 }, (_, index) => `data: {"index":${index},"text":"${'word '.repeat(8)}"}\n\n`);
const WHOLE = EVENTS.join('');
const BODY = JSON.stringify({ model: 'gpt-4o', stream: true, messages: [{ role: 'user', content: 'Hello' }] });

export interface StreamServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Answers each POST with a short event stream, at the last byte of its body: the first event reaches a proxy that may still look for
 * the end of the body, the others come some milliseconds later. /ready is 200.
 */
export async function startStreamServer(): Promise<StreamServer> {
  const server = createServer((incoming, answer) => {
    if (incoming.method === 'GET') answer.end('ok');
    else answerAtLastByte(incoming, answer);
  });
  // Longer than proxies keep idle connections, as the services do.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function answerAtLastByte(incoming: IncomingMessage, answer: ServerResponse): void {
  let left = Number(incoming.headers['content-length']);
  incoming.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left === 0) void writeEvents(answer);
  });
}

async function writeEvents(answer: ServerResponse): Promise<void> {
  answer.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [index, event] of EVENTS.entries()) {
    answer.write(event);
    await sleep(index % 4);
  }
  answer.end();
}

/**
 * Sends requests for short streams on many connections, the body some time after the head. Returns what was wrong, with its count:
 * nothing, where each answer has every byte.
 */
export async function sendShortStreams(
  url: string,
  { count, connections = 96 }: { readonly count: number; readonly connections?: number },
): Promise<Readonly<Record<string, number>>> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const faults: Record<string, number> = {};
  let sent = 0;
  const run = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const fault = await sendOne(url, agent, sent % 3);
      if (fault !== undefined) faults[fault] = (faults[fault] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  agent.destroy();
  return faults;
}

function sendOne(url: string, agent: Agent, pauseMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) };
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      const end = (how: string) =>
        resolve(
          answer.statusCode === 200 && text === WHOLE
            ? undefined
            : `${answer.statusCode}, ${how} after ${text.length} bytes`,
        );
      answer.on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () => end('ended'));
      answer.on('error', () => end('broke'));
    });
    call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    call.flushHeaders();
    setTimeout(() => call.end(BODY), pauseMs);
  });
}
