import type { AnyRequest } from '@multilane/contracts';
import { ExpectedCosts } from '@multilane/policy';
import type { Route } from '../../snapshot/routes/route.js';
import { estimatePrompt, readLongestAnswer } from './estimate-prompt.js';

/** Finds the expected costs of a request at the targets of a route; undefined if the route does not compare them. */
export function expectCosts(route: Route, request: AnyRequest | undefined, now: number): ExpectedCosts | undefined {
  if (!route.comparesCosts || request === undefined) return undefined;
  return new ExpectedCosts(estimatePrompt(request), readLongestAnswer(request), route.targets, now);
}
