import type { Stage } from './stage.js';
import { serveA2a } from './stages/a2a.stages.js';
import { acceptJob, requireJobs } from './stages/accept-job.stages.js';
import { answerLocally, deliverResponse } from './stages/answer.stages.js';
import { requireBatches, serveBatches, takeSettledAnswer } from './stages/batches.stages.js';
import { chargeBudgets, checkBudgets, holdBudgets, reserveBudgets, reserveMedia } from './stages/budgets.stages.js';
import { lookupCache } from './stages/cache.stages.js';
import {
  attributeRequest,
  checkReferences,
  chooseRouting,
  requireEntitlement,
  validateRequest,
} from './stages/check-request.stages.js';
import { checkSessionModels } from './stages/check-session-models.stage.js';
import { authorizeModel, resolveModel } from './stages/choose-model.stages.js';
import { deliverExchange } from './stages/deliver-exchange.stage.js';
import { guardInput } from './stages/guard-input.stage.js';
import { requireKnowledge, serveKnowledge } from './stages/knowledge.stages.js';
import { admitRequests, admitRunning, admitTokens, callUpstream } from './stages/limits.stages.js';
import { serveMcp } from './stages/mcp.stages.js';
import { checkCapabilities, planServing } from './stages/plan.stages.js';
import { checkSessionBudgets, relaySocket } from './stages/relay-socket.stage.js';
import { addStoredFiles, serveStoredFile, storeBatchFile } from './stages/stored-files.stages.js';
import {
  lendOwnership,
  recallModel,
  recallSessionModel,
  recordMade,
  useFirstTarget,
} from './stages/stored-objects.stages.js';
import { receiveUpload, validateUpload } from './stages/uploads.stages.js';

/**
 * A request for a model's answer, step by step, whatever the format it comes in: its endpoint says how it is read and
 * answered. The credential was checked before the body was read.
 */
export const INFERENCE = [
  requireEntitlement, // 403 product_not_entitled
  validateRequest, // 400, before any provider
  attributeRequest, // tags and customer; 400 for a faulty header
  chooseRouting, // the routing config in X-Service-Config; 400 if it does not exist
  resolveModel, // alias, logical name or virtual model; 404 model_not_found, 400 invalid_model_type
  authorizeModel, // 403 model_not_allowed
  planServing, // who answers, and in which format: the provider natively or over chat; 400 unsupported_provider
  checkCapabilities, // 400 unsupported_parameter, for every target that could serve the request
  admitRunning, // 429 concurrency_exceeded, then rpm_exceeded: before the cache, because cache hits count as requests
  checkReferences, // 404 not_found, for files that others uploaded
  checkBudgets, // 402 key_budget_exceeded or budget_exceeded, 429 budget_exhausted, if a budget is spent
  guardInput, // 400 guardrail_blocked; replaces personal data
  lookupCache, // a cached response, if a policy caches it
  reserveBudgets, // near the end of a budget, waits until running requests leave enough; 503 overloaded
  admitTokens, // 429 tpm_exceeded: after the cache, because cache hits are not charged
  answerLocally, // requests that need no provider: the built-in moderation check, estimated token counts
  callUpstream, // choose a target, encode, send, fall back; 502, 504, or the provider's refusal as a gateway error
  deliverResponse, // relay or translate
] as const satisfies readonly Stage[];

/**
 * A request that is served by an exchange: media, files. No tokens are counted, and guardrails, personal data, the cache and
 * budgets without `include_media` do not concern it (docs/contract/media.md#policies).
 */
export const EXCHANGE = [
  requireEntitlement,
  validateUpload, // 400, before any provider
  attributeRequest,
  chooseRouting,
  resolveModel,
  authorizeModel,
  receiveUpload, // a form is read to its end, or sent on while it arrives
  planServing, // 400 unsupported_provider
  checkCapabilities, // 400 unsupported_parameter, for every target that could serve the request
  admitRunning, // 429 concurrency_exceeded, rpm_exceeded
  checkReferences, // 404 not_found
  reserveMedia, // 402 budget_exceeded, for rules that count media
  callUpstream, // in as many calls as it takes; resolves when the answer has begun
  deliverExchange, // byte by byte as it comes
] as const satisfies readonly Stage[];

/** A request that sets up a session which a client then has with the provider itself (docs/contract/realtime.md#client-secrets). */
export const SESSION = [
  requireEntitlement,
  validateRequest,
  attributeRequest,
  chooseRouting,
  resolveModel,
  authorizeModel,
  planServing, // 400 unsupported_provider
  checkCapabilities,
  checkSessionModels, // 403 model_not_allowed, for every model that the session names
  admitRequests, // 429 rpm_exceeded
  holdBudgets, // 402, 429 if a budget is spent
  callUpstream,
  recordMade, // a call is the caller's before its id is returned
  deliverExchange,
] as const satisfies readonly Stage[];

/**
 * A socket: everything is asked before the upgrade is answered, and the provider's socket is open before the client's is
 * (docs/contract/realtime.md#policies).
 */
export const SOCKET = [
  requireEntitlement,
  validateRequest, // 400 missing_model; 426 for a request without an upgrade
  attributeRequest,
  recallSessionModel, // 404 not_found, 400 missing_model, for a request that names no model
  chooseRouting,
  resolveModel,
  authorizeModel,
  planServing, // 400 unsupported_provider
  admitRunning, // 429 concurrency_exceeded, rpm_exceeded
  checkReferences, // 404 not_found, for a call that somebody else began
  checkSessionBudgets, // 429 tpm_exceeded; 402, 429 if a budget is spent
  callUpstream, // resolves when the provider has upgraded; 502, 504
  relaySocket, // 101, then messages until either side closes
] as const satisfies readonly Stage[];

/** A request that is run later: each check that can reject it runs now, and it counts as a request now. */
export const ACCEPTANCE = [
  requireEntitlement,
  requireJobs, // 503 async_unavailable: no database, no encryption key
  validateRequest,
  attributeRequest,
  chooseRouting,
  resolveModel,
  authorizeModel,
  planServing,
  checkCapabilities,
  admitRequests,
  checkReferences, // 404 not_found
  acceptJob, // 202; 429 too_many_jobs, 400 or 413 for what cannot be stored
] as const satisfies readonly Stage[];

/** Checks that can reject a request before anything is spent for it; batches run them for each line at creation. */
export const CHECKS = [
  requireEntitlement,
  validateRequest,
  attributeRequest,
  chooseRouting,
  resolveModel,
  authorizeModel,
  planServing,
  checkCapabilities,
  checkReferences,
] as const satisfies readonly Stage[];

/**
 * A line that a provider's own batch has answered: nothing rejects it any more, for it is paid for
 * (docs/contract/batches.md#native).
 */
export const SETTLEMENT = [
  validateRequest,
  attributeRequest,
  resolveModel,
  planServing,
  chargeBudgets, // whatever is left of them
  takeSettledAnswer, // the provider's refusal, where it rejected the line
  deliverResponse,
] as const satisfies readonly Stage[];

/** A request for batches (docs/contract/batches.md), which the gateway stores itself. */
export const BATCHES = [
  requireEntitlement,
  requireBatches, // 503 batches_unavailable: no database, no encryption key
  validateRequest,
  attributeRequest,
  serveBatches, // 404 not_found; 429 too_many_batches
] as const satisfies readonly Stage[];

/**
 * A request for what callers store at providers: files, fine-tuning jobs (docs/contract/files.md). It goes to one place, and only
 * to what the caller made.
 */
export const STORED_OBJECTS = [
  requireEntitlement,
  validateUpload,
  attributeRequest,
  serveStoredFile, // files that the gateway stores itself, which need no model
  recallModel, // 400 missing_model
  resolveModel,
  authorizeModel,
  useFirstTarget,
  storeBatchFile, // a file for a batch, where the provider of the model does not take it
  receiveUpload,
  planServing, // 400 unsupported_provider
  checkCapabilities,
  admitRequests, // 429 rpm_exceeded
  checkReferences, // 404 not_found
  lendOwnership,
  addStoredFiles,
  callUpstream,
  deliverExchange,
] as const satisfies readonly Stage[];

/** A request for knowledge bases, documents or document sets (docs/contract/knowledge.md). */
export const KNOWLEDGE = [
  requireEntitlement,
  requireKnowledge, // 503 knowledge_unavailable: no database, no encryption key
  validateRequest,
  attributeRequest,
  serveKnowledge, // 429 rpm_exceeded; 403 permission_denied; 404 not_found
] as const satisfies readonly Stage[];

/** A message of a client of MCP (docs/contract/mcp.md). The policies hold for the call of a tool, once it is known which. */
export const MCP = [
  requireEntitlement,
  validateRequest,
  attributeRequest,
  serveMcp, // 404 not_found for a server; what a policy rejects is an error of JSON-RPC
] as const satisfies readonly Stage[];

/** A message of a client of A2A (docs/contract/agents.md#a2a). The agent's calls of models and tools have pipelines of their own. */
export const A2A = [
  requireEntitlement,
  validateRequest,
  attributeRequest,
  serveA2a, // 404 not_found for an agent; what a policy rejects is an error of JSON-RPC
] as const satisfies readonly Stage[];
