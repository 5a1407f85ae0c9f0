import type { CountTokensRequest, MessageTurn } from '@multilane/contracts';
import type { ProviderTarget } from '../../adapter.js';
import { fitNativeRequest } from '../../shared/fit-native-request.js';
import { placeSystem } from '../../shared/history/place-system.js';
import { repairTurns } from '../../shared/history/repair-turns.js';
import { type Losses, UNNAMED_LOSSES } from '../../shared/losses.js';
import { isForeignSignature } from '../../shared/reasoning/foreign-signature.js';
import { isUnthoughtLoop } from '../find-unthought-loop.js';

/**
 * The body for the provider: the client's own with the model's name swapped, brought into what the model takes. Thinking that another provider wrote is
 * removed, because the provider rejects what it did not sign, and with it a turn that had nothing else; in the middle of a loop of calls
 * that began without thinking a budget goes, whoever dropped the thinking: the provider would reject it. Earlier turns are repaired as for
 * other clients. Members that are
 * undefined are left out. The request is never mutated.
 */
export function composeNativeRequest<Request extends CountTokensRequest>(
  asked: Readonly<Request>,
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): Readonly<Request> {
  const request = fitNativeRequest(asked, target, losses);
  const messages = removeForeignThinking(request.messages);
  const placed = target.facts?.systemTurns === false ? placeSystem(messages, losses) : messages;
  const repaired = repairTurns(placed, target.repairHistory === true, losses);
  const sent = { ...request, model: target.upstreamModel, messages: repaired };
  const hasBudget = request.thinking?.type === 'enabled';
  if (messages !== request.messages) losses.lose('messages');
  const isRefused = hasBudget && isUnthoughtLoop(placed);
  if (isRefused) losses.lose('thinking');
  return isRefused ? { ...sent, thinking: undefined } : sent;
}

/** The same list if nothing is to be removed, which is nearly always. */
function removeForeignThinking(turns: MessageTurn[]): MessageTurn[] {
  return turns.some(hasForeignThinking) ? turns.flatMap(withoutForeignThinking) : turns;
}

function withoutForeignThinking(turn: MessageTurn): MessageTurn[] {
  if (!hasForeignThinking(turn) || typeof turn.content === 'string') return [turn];
  const content = turn.content.filter((block) => !isForeignSignature(block.signature));
  return content.length === 0 ? [] : [{ ...turn, content }];
}

function hasForeignThinking({ role, content }: MessageTurn): boolean {
  return (
    role === 'assistant' && typeof content !== 'string' && content.some((block) => isForeignSignature(block.signature))
  );
}
