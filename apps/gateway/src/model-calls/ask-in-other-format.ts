import { ProviderFailure, type SuggestedFormat, UNNAMED_LOSSES } from '@multilane/providers';
import type { LearnedFormats } from '../snapshot/routes/learned-formats.js';
import { callTarget } from './call-target.js';
import type { CallPlan, ModelCall } from './model-call.js';

/** Planner for the target of a call. */
export interface FormatPlanner {
  /** Plans for the same target once more, as what was learned of it says. Throws the refusal of a request that it cannot serve so. */
  planAnew?(): void;
}

/**
 * Calls the provider of the plan. Where it answers that it serves the model in another format, it is asked again in that one, once, and
 * the target keeps it in mind (docs/contract/responses.md#wrong-guesses).
 */
export function callInSomeFormat(call: ModelCall, planner: FormatPlanner): Promise<void> {
  return callTarget(call).catch((failure: unknown) => {
    if (isUnread(failure, call)) return askWithoutThinking(call, failure);
    const lesson = findLesson(failure, call.plan);
    if (lesson === undefined || !canReplan(planner) || call.cancelled || call.isSpent) throw failure;
    return askAgain(call, planner, lesson, failure);
  });
}

/** True if the provider could not read the encrypted thinking in the request: another provider, key or model made it. */
function isUnread(failure: unknown, { cancelled, isSpent, plan }: ModelCall): boolean {
  if (!(failure instanceof ProviderFailure) || !failure.refusesThinking || cancelled || isSpent) return false;
  const { codec, request } = plan;
  return codec.withoutThinking !== undefined && codec.withoutThinking(request, UNNAMED_LOSSES) !== request;
}

/** Asks once more without it, which is declared (docs/contract/responses.md#reasoning-items). */
function askWithoutThinking(call: ModelCall, failure: unknown): Promise<void> {
  call.logFollowed(failure);
  call.forgetAttempt();
  call.leavesOutThinking = call.plan;
  return callTarget(call);
}

function canReplan(planner: FormatPlanner): planner is Required<FormatPlanner> {
  return planner.planAnew !== undefined;
}

async function askAgain(
  call: ModelCall,
  planner: Required<FormatPlanner>,
  { format, learned }: Lesson,
  first: unknown,
): Promise<void> {
  call.logFollowed(first);
  call.forgetAttempt();
  learn(learned, format, true);
  try {
    planner.planAnew();
    await callTarget(call);
  } catch (second) {
    if (!isStillUnserved(second)) throw second;
    // It was not the format: the first answer says what is wrong.
    learn(learned, format, false);
    planner.planAnew();
    throw first;
  }
}

/** Format that a target is to remember. */
interface Lesson {
  readonly format: SuggestedFormat;
  readonly learned: LearnedFormats;
}

/** Statuses with which servers answer for a path that they do not have. */
const NO_SUCH_PATH: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

/** Finds the format that a failure suggests; undefined if none could help. */
function findLesson(failure: unknown, { adapter, endpoint, target }: CallPlan): Lesson | undefined {
  const { learned, provider } = target;
  if (!(failure instanceof ProviderFailure) || adapter.endpoints.responses === undefined) return undefined;
  if (learned === undefined || learned.onlyChat) return undefined;
  const { suggests } = failure;
  if (endpoint === 'chat')
    return suggests === undefined || suggests === 'chat' ? undefined : { format: suggests, learned };
  // A model that is known to be served in that format alone is served in no other.
  if (provider.facts?.api === 'responses') return undefined;
  const isOfResponses = endpoint === 'responses' || endpoint === 'chatOverResponses';
  return isOfResponses && (suggests === 'chat' || hasNoPath(failure)) ? { format: 'chat', learned } : undefined;
}

/** True if a server reports an unknown path rather than an unknown model. */
function hasNoPath({ detail, status }: ProviderFailure): boolean {
  return NO_SUCH_PATH.has(status) && !/model|deployment/i.test(detail);
}

function learn(learned: LearnedFormats, lesson: SuggestedFormat, isTrue: boolean): void {
  if (lesson === 'chat') learned.onlyChat = isTrue;
  else if (lesson === 'tools') learned.toolsNeedResponses = isTrue;
  else learned.onlyResponses = isTrue;
}

/** True if the provider rejected the other format as well. */
function isStillUnserved(failure: unknown): boolean {
  return failure instanceof ProviderFailure && (NO_SUCH_PATH.has(failure.status) || failure.suggests !== undefined);
}
