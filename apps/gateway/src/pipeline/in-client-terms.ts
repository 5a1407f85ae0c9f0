import type { AnyRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { groupOf, toGatewayError } from '@multilane/providers';
import type { ServingPlan } from '../recording/request-parts.js';

/**
 * An error whose `param` names the field as the client calls it: what is rejected after the translation onto chat was
 * found in a field of chat.
 */
export function inClientTerms(
  asked: AnyRequest | undefined,
  plan: Pick<ServingPlan, 'adapter' | 'bridge'> | undefined,
  thrown: unknown,
): unknown {
  if (!plan?.bridge || asked === undefined) return thrown;
  const error = toGatewayError(thrown);
  // Ids of files are looked for in the client's own fields.
  if (error.param === undefined || error.code === 'not_found') return error;
  const { headers, scope, guardrail, details, param } = error;
  const named = plan.bridge.nameParam(param, asked, groupOf(plan.adapter));
  return new GatewayError(error.code, {
    // Our own messages quote the field that they speak of.
    message: error.message.replaceAll(`\`${param}\``, `\`${named}\``),
    param: named,
    headers,
    ...(scope === undefined ? {} : { scope }),
    ...(guardrail === undefined ? {} : { guardrail }),
    ...(details === undefined ? {} : { details }),
    cause: thrown,
  });
}
