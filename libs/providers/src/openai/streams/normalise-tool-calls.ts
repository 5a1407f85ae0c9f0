import { isRecord } from '@multilane/contracts';
import type { CallIds } from '../../shared/call-ids.js';
import { unreadable } from '../../shared/failures/map-error.js';
import { areNoArguments, writeArguments } from '../../shared/texts/write-arguments.js';

type Json = Record<string, unknown>;

/**
 * The tool calls of a finished message, completed: every call has a unique id, a type and a name, and its arguments are
 * a string of valid JSON (docs/contract/chat.md#tool-calls). `idStem` is unique to the request and the choice. The last
 * call of an answer that was cut short may be cut itself, and its arguments stay as they are. The list itself if
 * nothing has to change. Throws a `ProviderFailure` for a call without a name.
 */
export function normaliseToolCalls(calls: Json[], idStem: string, ids: CallIds, isCutShort: boolean): Json[] {
  let changed = false;
  const completed: Json[] = [];
  for (const [index, call] of calls.entries()) {
    if (isEmpty(call)) {
      changed = true;
      continue;
    }
    const complete = completeCall(call, `${idStem}_${index}`, ids, isCutShort && index === calls.length - 1);
    if (complete !== call) changed = true;
    completed.push(complete);
  }
  return changed ? completed : calls;
}

function completeCall(call: Json, madeId: string, ids: CallIds, mayBeCut: boolean): Json {
  const { custom, function: called } = call;
  const isCustom = isRecord(custom) && !isRecord(called);
  const named = isCustom ? custom : called;
  if (!isRecord(named) || typeof named.name !== 'string' || named.name === '') {
    throw unreadable('a tool call without a name');
  }
  const id = ids.claim(typeof call.id === 'string' && call.id !== '' ? call.id : madeId);
  const type = isCustom ? 'custom' : 'function';
  const given = named.arguments;
  const areGood = isCustom || (typeof given === 'string' && (mayBeCut || !areNoArguments(given)));
  if (id === call.id && type === call.type && areGood) return call;
  if (areGood) return { ...call, id, type };
  const text = mayBeCut && areNoArguments(given) ? '' : writeArguments(given);
  return { ...call, id, type, function: { ...named, arguments: text } };
}

/** Some runtimes end a list with a call that is none. */
function isEmpty({ id, function: called, custom }: Json): boolean {
  if (id || custom) return false;
  return !isRecord(called) || (!called.name && areNoArguments(called.arguments));
}
