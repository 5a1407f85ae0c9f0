import type { ChatRequest, ResponsesInputItem, ResponsesReasoning, ResponsesRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../../adapter.js';
import { type Losses, UNNAMED_LOSSES } from '../../shared/losses.js';
import { nearestEffort } from '../../shared/models/fit-effort.js';
import { takesSampling } from '../../shared/models/model-limits.js';
import { isUsualHint } from '../../shared/models/native-parameters.js';
import { isSealedHere, openReasoning } from '../../shared/reasoning/reasoning-envelope.js';
import type { ResponsesQuirks } from '../../wire-quirks.js';
import { mayThink } from './encode-request.js';
import { toReasoningItem } from './reasoning-items.js';
import { repairItems } from './repair-items.js';

const ENCRYPTED = 'reasoning.encrypted_content';

/**
 * The body for a provider that speaks the client's format: the client's own with the model's name swapped. Nothing is stored, so the
 * thinking is asked for in its encrypted form, without which the next turn would lose it. Thinking that the provider could not read is
 * removed; what the gateway sealed of its own is opened. Members that are undefined are left out. The request is never mutated.
 */
export function composeResponsesRequest(
  request: Readonly<ResponsesRequest>,
  target: ProviderTarget,
  quirks: ResponsesQuirks,
  losses: Losses = UNNAMED_LOSSES,
): ResponsesRequest {
  const body: ResponsesRequest = { ...request, model: target.upstreamModel, store: false };
  if (Array.isArray(request.input)) {
    const { answeredCalls } = quirks;
    const rules = { answeredCalls, repairs: target.repairHistory === true };
    body.input = prepareItems(repairItems(request.input, rules, losses), quirks, losses) as ResponsesInputItem[];
  }
  if (quirks.encryptsReasoning && mayThink(target)) body.include = withEncrypted(request.include);
  fitSettings(body, target, losses);
  // The format has none, and a model of today takes none on chat either.
  if (request.stop !== undefined) {
    losses.lose('stop');
    body.stop = undefined;
  }
  for (const name of quirks.omits) {
    if (body[name] !== undefined && !isUsualHint(name, body[name])) losses.lose(name);
    body[name] = undefined;
  }
  return body;
}

/** Lossy: an effort that the model lacks becomes the nearest it has, and sampling that it does not take is left out. */
function fitSettings(body: ResponsesRequest, { facts }: ProviderTarget, losses: Losses): void {
  if (facts === undefined) return;
  const { effort } = body.reasoning ?? {};
  if (facts.efforts !== undefined && effort) {
    const nearest = nearestEffort(effort, facts.efforts);
    if (nearest !== effort) {
      losses.lose('reasoning.effort');
      body.reasoning = { ...body.reasoning, effort: nearest ?? null };
    }
  }
  const asChat = { ...body, reasoning_effort: body.reasoning?.effort } as unknown as ChatRequest;
  if (takesSampling(asChat, facts)) return;
  for (const name of ['temperature', 'top_p'] as const) {
    if (body[name] === undefined) continue;
    if (body[name] !== 1) losses.lose(name);
    body[name] = undefined as never;
  }
}

function withEncrypted(include: string[] | undefined): string[] {
  if (include === undefined) return [ENCRYPTED];
  return include.includes(ENCRYPTED) ? include : [...include, ENCRYPTED];
}

/** The same list if nothing is to be changed, which is nearly always. */
function prepareItems(
  items: readonly ResponsesInputItem[],
  { encryptsReasoning }: ResponsesQuirks,
  losses: Losses,
): readonly ResponsesInputItem[] {
  const isKept = (item: ResponsesInputItem) =>
    item.type !== 'reasoning' || isReadable(item as ResponsesReasoning, encryptsReasoning);
  if (items.every(isKept)) return items;
  return items.flatMap((item) => {
    if (isKept(item)) return [item];
    const opened = openOwn(item as ResponsesReasoning, encryptsReasoning);
    if (opened.length === 0) losses.lose('input');
    return opened;
  });
}

/** True if the provider can read a reasoning item as the client sent it. */
function isReadable({ encrypted_content: sealed, content, summary }: ResponsesReasoning, encrypts: boolean): boolean {
  if (sealed) return encrypts && !isSealedHere(sealed);
  // Items that are known by their id alone would be looked for among stored ones.
  return !encrypts && Boolean(content?.length || summary?.length);
}

/** Opens this format's own thinking that the gateway sealed while the same model was reached over chat. */
function openOwn({ encrypted_content: sealed }: ResponsesReasoning, encrypts: boolean): ResponsesInputItem[] {
  if (!sealed || !encrypts) return [];
  return openReasoning(sealed)?.details.flatMap(toReasoningItem) ?? [];
}
