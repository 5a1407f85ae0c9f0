import { isRecord } from '@multilane/contracts';
import type { Reply } from '../../reply.js';
import { objectAt, objectsIn } from '../json-values.js';
import { readEvents } from '../read-events.js';
import type { IssuedTurn } from '../wire.js';
import { readCalls } from './read-history.js';

/** The function calls of an answer; a stream sends each of them complete. */
export function readIssued(reply: Reply): IssuedTurn {
  const parts = answersIn(reply)
    .flatMap((answer) => objectsIn(answer.candidates))
    .flatMap((candidate) => objectsIn(objectAt(candidate, 'content').parts));
  return { calls: readCalls(parts), thoughts: [] };
}

function answersIn(reply: Reply): Record<string, unknown>[] {
  if (reply.kind === 'stream') return readEvents(reply);
  return reply.kind === 'json' && isRecord(reply.body) ? [reply.body] : [];
}
