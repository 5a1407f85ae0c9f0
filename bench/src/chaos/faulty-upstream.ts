import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildStreamEvents, COMPLETION } from '../fixed-answer.js';

/** `cut`: half of the answers break off in the middle. `hang`: half of the requests are never answered. */
export type UpstreamMood = 'well' | 'cut' | 'hang';

export interface FaultyUpstream {
  readonly url: string;
  setMood(mood: UpstreamMood): void;
  close(): void;
}

/** Milliseconds between the events of a stream: long enough to leave in the middle of one. */
const PACE_MS = 5;

const WHOLE = JSON.stringify(COMPLETION);
const EVENTS = buildStreamEvents(true);

/** A provider of group R that always says the same, after a few milliseconds, and has moods. */
export async function startFaultyUpstream(): Promise<FaultyUpstream> {
  let mood: UpstreamMood = 'well';
  let count = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    count += 1;
    const suffers = mood !== 'well' && count % 2 === 0;
    if (suffers && mood === 'hang') return;
    await sleep(PACE_MS);
    const streamed = Buffer.concat(parts).includes('"stream":true');
    if (streamed) await answerInEvents(response, suffers);
    else answerWhole(response, suffers);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    setMood: (next) => {
      mood = next;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answerWhole(response: ServerResponse, isCut: boolean): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(WHOLE) });
  if (isCut) response.write(WHOLE.slice(0, WHOLE.length / 2), () => response.destroy());
  else response.end(WHOLE);
}

async function answerInEvents(response: ServerResponse, isCut: boolean): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = isCut ? EVENTS.slice(0, EVENTS.length / 2) : EVENTS;
  for (const event of events) {
    if (response.destroyed) return;
    response.write(event);
    await sleep(PACE_MS);
  }
  if (isCut) response.destroy();
  else response.end();
}
