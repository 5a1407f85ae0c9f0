import type { Stage } from './stage.js';
import { admitRequests } from './stages/admit-requests.stage.js';
import { admitTokens } from './stages/admit-tokens.stage.js';
import { answerLocally } from './stages/answer-locally.stage.js';
import { authorizeModel } from './stages/authorize-model.stage.js';
import { callUpstream } from './stages/call-upstream.stage.js';
import { checkBudgets } from './stages/check-budgets.stage.js';
import { checkCapabilities } from './stages/check-capabilities.stage.js';
import { chooseRouting } from './stages/choose-routing.stage.js';
import { deliverResponse } from './stages/deliver-response.stage.js';
import { guardInput } from './stages/guard-input.stage.js';
import { lookupCache } from './stages/lookup-cache.stage.js';
import { planServing } from './stages/plan-serving.stage.js';
import { requireEntitlement } from './stages/require-entitlement.stage.js';
import { reserveBudgets } from './stages/reserve-budgets.stage.js';
import { resolveModel } from './stages/resolve-model.stage.js';
import { validateRequest } from './stages/validate-request.stage.js';

/**
 * A request for a model's answer, step by step, whatever the format it comes in: its surface says how it is read and
 * answered. The credential was checked before the body was read.
 */
export const INFERENCE = [
  requireEntitlement, // 403 product_not_entitled
  validateRequest, // 400, before any provider
  chooseRouting, // the routing config that X-Service-Config names; 400 where it names none
  resolveModel, // alias, logical name or virtual model; 404 model_not_found, 400 invalid_model_type
  authorizeModel, // 403 model_not_allowed
  planServing, // who answers, in whose words: the provider natively or over chat; 400 unsupported_provider
  checkCapabilities, // 400 unsupported_parameter, for every target that could serve it
  admitRequests, // 429 rpm_exceeded: before the cache, whose answers are requests too
  checkBudgets, // 402 key_budget_exceeded, 429 budget_exhausted, where a budget is spent
  guardInput, // 400 guardrail_blocked; replaces personal data
  lookupCache, // what was answered before, where a policy wants it kept
  reserveBudgets, // of a budget that is nearly spent, once running requests leave enough; 503 overloaded
  admitTokens, // 429 tpm_exceeded: after the cache, whose answers are not charged
  answerLocally, // what no provider has to answer: the built-in moderation check, estimated token counts
  callUpstream, // choose a target, encode, send, fall back; 502, 504, or the provider's refusal in our terms
  deliverResponse, // relay or translate
] as const satisfies readonly Stage[];
