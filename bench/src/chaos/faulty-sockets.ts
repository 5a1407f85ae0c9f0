import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { COMPLETION } from '../fixed-answer.js';

/** A provider's side of realtime sessions. */
export interface FaultySockets {
  /** From now on every third response is cut, each time in another way. */
  setCutting(isCutting: boolean): void;
  /** Responses that were sent to their end. */
  readonly responses: number;
  /** The code that a session's client must be told, where the provider has ended it. */
  codeOf(session: string): number | undefined;
}

/** Milliseconds between the events of a response. */
const PACE_MS = 5;
const EVENTS = 5;
const CUT_EVERY = 3;

const USAGE = {
  input_tokens: COMPLETION.usage.prompt_tokens,
  output_tokens: COMPLETION.usage.completion_tokens,
  total_tokens: COMPLETION.usage.total_tokens,
};

/** The ways in which a provider ends a socket, with what the client must be told: RFC 6455 section 7.4.1. */
const CUTS: readonly { readonly isAfterEnd: boolean; readonly code: number; cut(socket: WebSocket): void }[] = [
  { isAfterEnd: false, code: 1011, cut: (socket) => socket.terminate() },
  { isAfterEnd: false, code: 1013, cut: (socket) => socket.close(1013, 'overloaded') },
  { isAfterEnd: true, code: 4001, cut: (socket) => socket.close(4001, 'enough') },
];

/** Serves realtime sessions on a server: each `response.create` is answered with some events and its usage. */
export function serveFaultySockets(server: Server): FaultySockets {
  const codes = new Map<string, number>();
  let isCutting = false;
  let sessions = 0;
  let responses = 0;
  let asked = 0;
  let cuts = 0;
  const respond = async (socket: WebSocket, session: string): Promise<void> => {
    asked += 1;
    const cut = isCutting && asked % CUT_EVERY === 0 ? CUTS[cuts++ % CUTS.length] : undefined;
    const endsAfter = cut === undefined || cut.isAfterEnd ? EVENTS : EVENTS / 2;
    for (let count = 0; count < endsAfter; count += 1) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(JSON.stringify({ type: 'response.output_text.delta', delta: `word ${count} ` }));
      await sleep(PACE_MS);
    }
    if (socket.readyState !== socket.OPEN) return;
    if (cut !== undefined) codes.set(session, cut.code);
    if (cut === undefined || cut.isAfterEnd) {
      responses += 1;
      socket.send(JSON.stringify({ type: 'response.done', response: { usage: USAGE } }));
    }
    cut?.cut(socket);
  };
  new WebSocketServer({ server }).on('connection', (socket) => {
    const session = `session-${++sessions}`;
    socket.on('error', () => socket.terminate());
    socket.on('message', () => void respond(socket, session));
    socket.send(JSON.stringify({ type: 'session.created', session: { id: session } }));
  });
  return {
    setCutting: (next) => {
      isCutting = next;
    },
    get responses() {
      return responses;
    },
    codeOf: (session) => codes.get(session),
  };
}
