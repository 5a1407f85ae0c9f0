import type { ChatRequest } from '@multilane/contracts';
import type { Endpoint, ModelFacts } from '@multilane/providers';
import type { ServedModel, Target } from '../snapshot/snapshot.js';

/** True if the provider takes requests for the model in the Responses format. */
function speaksResponses({ adapter, learned, provider: { facts } }: Target): boolean {
  if (adapter?.endpoints.responses === undefined || learned?.onlyChat) return false;
  return learned?.onlyResponses === true || learned?.toolsNeedResponses === true || isServedBy(facts);
}

function isServedBy(facts: ModelFacts | undefined): boolean {
  return facts?.api === 'responses' || facts?.api === 'both';
}

/** True if the provider takes requests for the model in the Responses format alone. */
function isResponsesOnly(target: Target): boolean {
  const { learned, provider } = target;
  return speaksResponses(target) && (learned?.onlyResponses === true || provider.facts?.api === 'responses');
}

/** Chooses the format of a chat request: chat, or the Responses format if the model needs that, perhaps for its tools alone. */
export function chooseChatFormat(target: Target, request: Readonly<ChatRequest>): 'chat' | 'chatOverResponses' {
  const { adapter, learned, provider } = target;
  if (adapter?.endpoints.chatOverResponses === undefined || !speaksResponses(target)) return 'chat';
  if (isResponsesOnly(target)) return 'chatOverResponses';
  const isNeeded = learned?.toolsNeedResponses === true || provider.facts?.toolsNeedResponses === true;
  return isNeeded && asksForTools(request) ? 'chatOverResponses' : 'chat';
}

/** Chat takes tools of such a model where it does not think. */
function asksForTools({ reasoning_effort: effort, tools }: Readonly<ChatRequest>): boolean {
  return Boolean(tools?.length) && effort !== 'none';
}

/** Chooses the provider's format for a request in a format of its own that may have several; undefined if it lacks them. */
export function chooseNativeFormat(
  format: Endpoint,
  { target, type }: ServedModel,
  request: object,
): Endpoint | undefined {
  switch (format) {
    case 'chat':
      return chooseChatFormat(target, request as ChatRequest);
    case 'responses':
      return speaksResponses(target) ? format : undefined;
    case 'completions':
      return type === 'chat' && isResponsesOnly(target) ? undefined : format;
    default:
      return format;
  }
}
