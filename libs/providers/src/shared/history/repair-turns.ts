import type { MessageBlock, MessageTurn } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Losses } from '../losses.js';
import { toNativeId } from '../models/native-id.js';
import { MISSING_RESULT, UsedIds } from './repair-history.js';
import { toToolName } from './tool-name.js';
import { trimText } from './trim-text.js';

/**
 * The same as `repairHistory` for the turns of a messages request that goes to a provider in its own words: ids and names of calls
 * are in the provider's alphabet, no id is there twice, a call has its result, and an answer that is continued does not end in white
 * space. Returns the same turns when nothing has to change, which is nearly always.
 *
 * @param repairs Whether a missing result gets a placeholder instead of a refusal.
 * @throws GatewayError `invalid_value` for a call without its result, with the path.
 */
export function repairTurns(turns: MessageTurn[], repairs: boolean, losses: Losses): MessageTurn[] {
  const answered = answerCalls(turns, repairs, losses);
  const written = needsWriting(answered) ? writeCalls(answered) : answered;
  return trimEnd(written, losses);
}

function needsWriting(turns: readonly MessageTurn[]): boolean {
  const ids = new Set<unknown>();
  for (const block of turns.flatMap(callsOf)) {
    if (ids.has(block.id) || writeId(block) !== block.id || writeName(block) !== block.name) return true;
    ids.add(block.id);
  }
  return false;
}

const ALPHABET = /^[A-Za-z0-9_-]+$/;
/** The provider takes longer names than the others do (platform.claude.com/docs/en/agents-and-tools/tool-use). */
const NAME = /^[A-Za-z0-9_-]{1,128}$/;

function writeId({ id }: MessageBlock): string {
  const given = String(id);
  return ALPHABET.test(given) ? given : toNativeId(given);
}

function writeName({ name }: MessageBlock): string {
  const given = String(name);
  return NAME.test(given) ? given : toToolName(given);
}

/** Results follow their calls at once, so that each belongs to the last call of its id. */
function writeCalls(turns: readonly MessageTurn[]): MessageTurn[] {
  const used = new UsedIds();
  const written = new Map<unknown, string[]>();
  return turns.map((turn) => {
    if (typeof turn.content === 'string') return turn;
    if (turn.role === 'assistant') written.clear();
    const content = turn.content.map((block) => {
      if (isCall(block)) {
        const id = used.take(writeId(block));
        written.set(block.id, [...(written.get(block.id) ?? []), id]);
        return { ...block, id, name: writeName(block) };
      }
      const ids = isResult(block) ? written.get(block.tool_use_id) : undefined;
      if (ids === undefined) return block;
      return { ...block, tool_use_id: (ids.length > 1 ? ids.shift() : ids[0]) ?? block.tool_use_id };
    });
    return { ...turn, content };
  });
}

function answerCalls(turns: MessageTurn[], repairs: boolean, losses: Losses): MessageTurn[] {
  let changed: MessageTurn[] | undefined;
  for (let index = 0; index < turns.length; index++) {
    const next = turns[index + 1];
    const missing = next?.role === 'user' ? findUnanswered(turns, index) : [];
    const [first] = missing;
    if (first !== undefined && !repairs) {
      const param = `messages[${index}].content[${first.place}]`;
      throw new GatewayError('invalid_value', {
        param,
        message: `\`${param}\` has no result: this provider requires a \`tool_result\` in the next turn for each \`tool_use\`.`,
      });
    }
    if (first === undefined || next === undefined) continue;
    losses.lose('messages');
    changed ??= [...turns];
    const results = missing.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: MISSING_RESULT }));
    const rest = typeof next.content === 'string' ? [{ type: 'text', text: next.content }] : next.content;
    changed[index + 1] = { ...next, content: [...results, ...rest] };
  }
  return changed ?? turns;
}

/** The calls of a turn that the turns of the user behind it, which count as one, do not answer; with their places. */
function findUnanswered(turns: readonly MessageTurn[], index: number): { place: number; id: unknown }[] {
  const turn = turns[index];
  if (turn === undefined || callsOf(turn).length === 0 || typeof turn.content === 'string') return [];
  const results = new Set<unknown>();
  for (let next = index + 1; turns[next]?.role === 'user'; next++) {
    const content = turns[next]?.content ?? '';
    if (typeof content !== 'string') for (const block of content) if (isResult(block)) results.add(block.tool_use_id);
  }
  return turn.content.flatMap((block, place) =>
    isCall(block) && !results.has(block.id) ? [{ place, id: block.id }] : [],
  );
}

function trimEnd(turns: MessageTurn[], losses: Losses): MessageTurn[] {
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return turns;
  const block = typeof last.content === 'string' ? undefined : last.content.at(-1);
  const text = typeof last.content === 'string' ? last.content : block?.type === 'text' ? block.text : undefined;
  const trimmed = trimText(text);
  if (trimmed === undefined) return turns;
  losses.lose('messages');
  const content =
    typeof last.content === 'string'
      ? trimmed
      : [...last.content.slice(0, -1), ...(trimmed === '' ? [] : [{ ...block, type: 'text', text: trimmed }])];
  return [...turns.slice(0, -1), { ...last, content }];
}

function callsOf({ role, content }: MessageTurn): MessageBlock[] {
  return role === 'assistant' && typeof content !== 'string' ? content.filter(isCall) : [];
}

/** Calls of tools that the provider runs itself have other types. */
function isCall({ type }: MessageBlock): boolean {
  return type === 'tool_use';
}

function isResult({ type }: MessageBlock): boolean {
  return type === 'tool_result';
}
