import { PROVIDER_KINDS } from '@multilane/contracts';
import type { RequestContext } from '../pipeline/request-context.js';

/** Names are parameters of an API or words of a configuration; no request makes more of them. */
const MOST_NAMES = 32;

/**
 * The parameters of the request that its answer could not honour as they were asked for, by the client's names and in the
 * order of the alphabet (docs/contract/requests.md#adjusted-requests, `X-Service-Adjusted`); undefined where there are
 * none.
 */
export function nameAdjusted(
  context: Pick<RequestContext, 'asked' | 'cache' | 'plan' | 'sentWithout'>,
): string[] | undefined {
  const { asked, cache, plan } = context;
  if (plan === undefined || asked === undefined) return undefined;
  const { bridge, dropped, lost } = plan;
  // An answer that is told again was given to a request that lost the same.
  const sentWithout = cache?.hit ? cache.hit.adjusted : context.sentWithout;
  if (lost === undefined && dropped === undefined && sentWithout === undefined) return undefined;
  const names = new Set(lost);
  for (const parameter of [...(sentWithout ?? []), ...(dropped ?? [])]) {
    const named = bridge?.nameParam(parameter, asked, PROVIDER_KINDS[plan.adapter.kind]) ?? parameter;
    names.add(named.split('[', 1)[0] ?? named);
  }
  return names.size === 0 ? undefined : [...names].sort().slice(0, MOST_NAMES);
}
