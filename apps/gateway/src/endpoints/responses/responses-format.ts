import type { AnyRequest, ChatRequest, ResponsesRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { readTurnsOf } from '@multilane/policy';
import { findUnsupportedParameter } from '@multilane/providers';
import type { CheckedModel, ProviderFormat } from '../descriptor.js';
import { mapUsage } from './map-usage.js';
import { mapResponsesAnswer } from './responses-answer-texts.js';
import { mapResponsesRequest } from './responses-texts.js';
import { ResponsesStreamRewriter } from './stream/responses-stream-rewriter.js';
import { ResponsesStreamTexts } from './stream/responses-stream-texts.js';

/** Format of calls to providers that serve a model by their Responses API. */
export const RESPONSES_FORMAT: ProviderFormat = {
  key: 'responses',
  operation: 'chat',
  texts: {
    isGuarded: true,
    mapRequest: mapResponsesRequest,
    findLogprobs,
    answer: {
      map: mapResponsesAnswer,
      startRewriter: (session) => new ResponsesStreamRewriter(session),
      startTexts: () => new ResponsesStreamTexts(),
    },
    isAnswerStored: true,
  },
  isCacheable: true,
  readTurns: readTurnsOf('input'),
  billing: 'tokens',
  isGenerative: true,
  reportsUsage: false,
  streamedUsage: {
    isIn: isEnd,
    isLast: isEnd,
    add: (event, usage) => {
      const { response } = event as { response?: object };
      return { ...event, response: { ...response, usage: mapUsage(usage) } };
    },
  },
  parameterPlaces: {
    reasoning_effort: [['reasoning', 'effort']],
    verbosity: [['text', 'verbosity']],
    logprobs: [['top_logprobs']],
    max_tokens: [['max_output_tokens']],
    max_completion_tokens: [['max_output_tokens']],
  },
  check: checkRequest,
};

function findLogprobs({ include, top_logprobs: count }: Readonly<Record<string, unknown>>): string | undefined {
  if (count) return 'top_logprobs';
  return Array.isArray(include) && include.includes('message.output_text.logprobs') ? 'include' : undefined;
}

/** Rejects what the provider's Responses API has no word for, although the gateway takes it where it translates to chat. */
function checkRequest(request: AnyRequest, { adapter, codec }: CheckedModel): void {
  const { top_logprobs, ...others } = request as ResponsesRequest;
  const param = findUnsupportedParameter(others as unknown as ChatRequest, codec?.capabilities ?? adapter.capabilities);
  if (param !== undefined) throw unsupported(param, `is not supported by the model's provider (${adapter.kind}).`);
}

function isEnd({ type }: { type?: unknown }): boolean {
  return type === 'response.completed' || type === 'response.incomplete';
}
