import type { Stage } from './run-pipeline.js';
import { authorizeModel } from './stages/authorize-model.stage.js';
import { callUpstream } from './stages/call-upstream.stage.js';
import { checkCapabilities } from './stages/check-capabilities.stage.js';
import { checkRoutingHeaders } from './stages/check-routing-headers.stage.js';
import { deliverResponse } from './stages/deliver-response.stage.js';
import { requireEntitlement } from './stages/require-entitlement.stage.js';
import { resolveModel } from './stages/resolve-model.stage.js';
import { validateChat } from './stages/validate-chat.stage.js';

/** POST /v1/chat/completions, step by step. The credential was checked before the body was read. */
export const CHAT = [
  requireEntitlement, // 403 product_not_entitled
  validateChat, // 400, before any provider
  checkRoutingHeaders, // 400 for X-Service-Config that names nothing
  resolveModel, // alias or logical name; 404 model_not_found
  authorizeModel, // 403 model_not_allowed
  checkCapabilities, // 400 unsupported_parameter, unsupported_provider
  callUpstream, // encode, send; 502, 504, or the provider's refusal in our terms
  deliverResponse, // relay or translate
] as const satisfies readonly Stage[];
