import { BATCH_CALLS_ENDPOINT, type ExchangeAnswer, type ProviderExchange } from '@multilane/providers';
import type { ServedModel } from '../snapshot/snapshot.js';
import { makeIdSeed } from '../upstream/make-id-seed.js';
import { serveExchange } from './exchange.js';
import { type CallPlan, type CallServices, ModelCall } from './model-call.js';

const NO_CODEC: CallPlan['codec'] = {
  encode: () => [],
  decode: () => ({ response: {}, usage: undefined, verbatim: false }),
};

const NOTHING: ExchangeAnswer = { contentType: 'application/json', body: '', usage: () => undefined };

/**
 * Has the gateway itself talk to the provider of a model about batches, in as many calls as it takes: with its credential, its time limits and
 * network rules. Nothing of it is repeated. Counted among the calls to providers; no limit, budget or guardrail knows of it.
 *
 * @param totalMs the longest time to the beginning of each answer, instead of the target's own, in milliseconds
 */
export async function runExchange<Result>(
  model: ServedModel,
  services: CallServices,
  work: (exchange: ProviderExchange) => Promise<Result>,
  totalMs?: number,
): Promise<Result> {
  const { target } = model;
  const { adapter } = target;
  if (adapter === undefined) throw new Error('the kind of the provider is not served');
  const results: Result[] = [];
  const idSeed = makeIdSeed();
  const facts = {
    requestId: `exchange-${idSeed}`,
    idSeed,
    startedAt: performance.now(),
    streamed: false,
    isLarge: false,
  };
  const plan: CallPlan = {
    request: {},
    endpoint: BATCH_CALLS_ENDPOINT,
    model,
    target,
    adapter,
    codec: NO_CODEC,
    exchange: {
      serve: async (_request, exchange) => {
        results.push(await work(exchange));
        return NOTHING;
      },
    },
  };
  const call = new ModelCall({ ...facts, headers: {}, request: undefined }, { plan }, services);
  call.totalMs = totalMs;
  await serveExchange(call);
  return results[0] as Result;
}
