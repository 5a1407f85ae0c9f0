import { jsonReply, type Reply, type StreamReply, streamReply } from '../upstream/reply.js';
import { type FixtureCase, findCase } from './fixture-cases.js';
import { type FixtureTurn, readTurn } from './read-turn.js';

export interface ReplayOptions extends Pick<StreamReply, 'delayMs' | 'chunkBytes' | 'end'> {
  /** Exchange of a conversation; the first is 0. */
  turn?: number;
  /** For a case that recorded no status. */
  status?: number;
}

/**
 * The reply of a fixture case, as it was recorded, status and headers included. Strict mode then also expects the
 * request to carry the tool results and signatures that the recorded request carried.
 *
 * @param fixture A case, or its name, such as `openai-chat/stream-text`.
 */
export function replayCase(fixture: string | FixtureCase, options: ReplayOptions = {}): Reply {
  const turn = findTurn(fixture, options);
  if (turn.response === undefined) return replayStream(fixture, options);
  return jsonReply(turn.response, commonOptions(turn, options));
}

/**
 * Replays the stream of a case, as `replayCase` does a case: the reply that stream faults take. Throws when the case
 * has none.
 */
export function replayStream(fixture: string | FixtureCase, options: ReplayOptions = {}): StreamReply {
  const turn = findTurn(fixture, options);
  if (!turn.stream) throw new Error(`${typeof fixture === 'string' ? fixture : fixture.name} holds no stream`);
  const { delayMs, chunkBytes, end } = options;
  return streamReply(turn.stream, { delayMs, chunkBytes, end, ...commonOptions(turn, options) });
}

function findTurn(fixture: string | FixtureCase, options: ReplayOptions): FixtureTurn {
  return readTurn(typeof fixture === 'string' ? findCase(fixture) : fixture, options.turn);
}

function commonOptions(turn: FixtureTurn, options: ReplayOptions) {
  return { status: options.status ?? turn.status, headers: turn.headers, recordedRequest: turn.request };
}
