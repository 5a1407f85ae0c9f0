import { isDeepStrictEqual } from 'node:util';
import { parseJson } from './json-values.js';
import type { IssuedThought, IssuedToolCall, IssuedTurn, WireFault } from './wire.js';

/** The answer to a tool call; the id is empty if the provider goes by name and order. */
export interface ToolResult {
  id: string;
  name: string;
}

/** One turn of the conversation that a request repeats, whatever the provider's notation. */
export interface HistoryTurn {
  /** The position of the turn in the body. */
  param: string;
  from: 'model' | 'caller';
  calls: readonly IssuedToolCall[];
  thoughts: readonly IssuedThought[];
  results: readonly ToolResult[];
  /** True if the turn holds anything beside tool results: then it ends the run of calls before it. */
  speaks: boolean;
  /** True if thinking is first in the turn. */
  thinksFirst?: boolean;
}

export interface HistoryRules {
  /** True if the model thinks in this request: only then must thinking come back. */
  thinks: boolean;
}

/**
 * Checks that every tool call of the history is answered in the turn right behind it and no other is; that calls and
 * thinking are those which this upstream has handed out, unchanged; and that within the run of calls which the request
 * continues with, thinking and signatures are all there. A wire that has handed nothing out accepts any history.
 */
export function checkHistory(
  turns: readonly HistoryTurn[],
  issued: readonly IssuedTurn[],
  { thinks }: HistoryRules,
): WireFault | undefined {
  const run = turns.findLastIndex((turn) => turn.from === 'caller' && turn.speaks);
  const unused = issued.flatMap(({ calls, isOptional = false }) => calls.map((call) => ({ ...call, isOptional })));
  const handsOutCalls = unused.length > 0;
  for (const [index, turn] of turns.entries()) {
    const fault =
      resultFault(turn, turns[index - 1]) ??
      answerFault(turn, turns[index + 1]) ??
      (handsOutCalls ? callFault(turn, unused, index > run) : undefined) ??
      alteredThoughtFault(turn, issued) ??
      (thinks && index > run ? missingThoughtFault(turn, issued) : undefined);
    if (fault !== undefined) return { param: turn.param, message: fault };
  }
  return undefined;
}

/** Checks that the request returns the results and signatures which the recorded request of the same turn gave. */
export function checkRecorded(turns: readonly HistoryTurn[], recorded: readonly HistoryTurn[]): WireFault | undefined {
  const missing = withoutEach(recorded.flatMap(givenBack), turns.flatMap(givenBack));
  if (missing.length === 0) return undefined;
  return { message: `the recorded turn gives back ${missing.join(', ')}, this request does not` };
}

function givenBack(turn: HistoryTurn): string[] {
  const signatures = [...turn.calls, ...turn.thoughts].flatMap(({ signature }) => signature || []);
  return [
    // The caller invents ids for a wire whose results name their call.
    ...turn.results.map(({ id, name }) => `the result of ${name || id}`),
    ...signatures.map((signature) => `the signature ${signature.slice(0, 24)}…`),
  ];
}

function withoutEach(wanted: readonly string[], given: readonly string[]): string[] {
  const left = [...given];
  return wanted.filter((item) => {
    const found = left.indexOf(item);
    if (found !== -1) left.splice(found, 1);
    return found === -1;
  });
}

function resultFault(turn: HistoryTurn, before: HistoryTurn | undefined): string | undefined {
  const stray = withoutAnswered(turn.results, before?.calls ?? [], (result, call) => answers(result, call));
  return stray[0] && `the result of ${stray[0].name || stray[0].id} answers no call right before it`;
}

function answerFault(turn: HistoryTurn, after: HistoryTurn | undefined): string | undefined {
  const open = withoutAnswered(turn.calls, after?.results ?? [], (call, result) => answers(result, call));
  return open[0] && `the call ${open[0].id || open[0].name} has no result right behind it`;
}

function withoutAnswered<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  isPair: (one: One, other: Other) => boolean,
) {
  const left = [...others];
  return ones.filter((one) => {
    const found = left.findIndex((other) => isPair(one, other));
    if (found !== -1) left.splice(found, 1);
    return found === -1;
  });
}

function answers(result: ToolResult, call: IssuedToolCall): boolean {
  const sameId = result.id === call.id || result.id === '' || call.id === '';
  return sameId && (result.name === '' || result.name === call.name);
}

type UnusedCall = IssuedToolCall & { isOptional: boolean };

/** Takes each call out of `unused`, so that of several alike each must carry its own signature. */
function callFault(turn: HistoryTurn, unused: UnusedCall[], isCurrent: boolean): string | undefined {
  for (const call of turn.calls) {
    const alike = unused.filter((other) => isSameCall(other, call));
    if (alike.length === 0) return `no reply has handed out the call ${JSON.stringify(call)}`;
    const found = alike.find((other) => (other.signature ?? '') === (call.signature ?? ''));
    if (!found && call.signature) return `the call ${call.name} carries a signature that it was not handed out with`;
    if (!found && isCurrent && !alike[0]?.isOptional) return `the call ${call.name} has lost its signature`;
    unused.splice(unused.indexOf(found ?? (alike[0] as UnusedCall)), 1);
  }
  return undefined;
}

function isSameCall(issued: IssuedToolCall, call: IssuedToolCall): boolean {
  if (issued.name !== call.name || (issued.id !== '' && issued.id !== call.id)) return false;
  // Equal as JSON, since a caller may write the object again; equal as text if one is no JSON.
  const [left, right] = [parseJson(issued.arguments), parseJson(call.arguments)];
  return left === undefined ? issued.arguments === call.arguments : isDeepStrictEqual(left, right);
}

function alteredThoughtFault(turn: HistoryTurn, issued: readonly IssuedTurn[]): string | undefined {
  const known = issued.flatMap((other) => other.thoughts).filter(({ signature }) => signature !== '');
  if (known.length === 0) return undefined;
  for (const thought of turn.thoughts) {
    if (thought.signature === '') continue;
    const original = known.find(({ signature }) => signature === thought.signature);
    if (!original) return 'thinking carries a signature that no reply has handed out';
    if (original.text !== thought.text) return 'thinking was changed on its way';
  }
  return undefined;
}

function missingThoughtFault(turn: HistoryTurn, issued: readonly IssuedTurn[]): string | undefined {
  const original = issued.find((other) =>
    other.calls.some((call) => turn.calls.some((sent) => isSameCall(call, sent))),
  );
  if (original?.isOptional) return undefined;
  const signed = original?.thoughts.filter(({ signature }) => signature !== '') ?? [];
  const missing = signed.find(({ signature }) => turn.thoughts.every((sent) => sent.signature !== signature));
  if (missing) return 'the thinking that came with these calls is missing';
  return signed.length > 0 && !turn.thinksFirst
    ? 'a turn whose calls are answered must start with its thinking'
    : undefined;
}
