import { messagesOf } from '@multilane/evals';
import { askAgent } from './ask-agent.js';
import { askChat } from './ask-chat.js';
import { askWorkflow } from './ask-workflow.js';
import { type Answered, type EvalParts, TargetFailure, type UnitAttempt } from './eval-parts.js';

/**
 * Asks the target of a unit, as whoever began the run and under all policies.
 *
 * @throws GatewayError the refusal or failure; TargetFailure for an answer that cannot be used; the signal's reason
 */
export async function askTarget(parts: EvalParts, attempt: UnitAttempt): Promise<Answered> {
  const target = attempt.definition.targets[attempt.unit.target];
  if (target === undefined) throw new TargetFailure('unknown_target', 'The run has no such target.');
  if (target.type === 'agent') return askAgent(parts, target, attempt);
  if (target.type === 'workflow') return askWorkflow(parts, target, attempt);
  const { item, requestId } = attempt;
  const system = target.system === undefined ? [] : [{ role: 'system', content: target.system }];
  const request = { ...target.parameters, model: target.model, messages: [...system, ...messagesOf(item)] };
  return askChat(parts, request, attempt, requestId);
}
