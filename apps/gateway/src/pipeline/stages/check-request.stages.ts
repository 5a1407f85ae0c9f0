import { type Caller, can } from '@multilane/auth';
import { type AnyRequest, inOutline, MOST_TAGS } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { CallerTags, TagProblem } from '@multilane/policy';
import { isOutlined } from '@multilane/validation';
import { readAttribution } from '../../recording/attribution.js';
import type { Admission, AskedRequest, Attribution } from '../../recording/request-parts.js';
import { organizationOf } from '../../snapshot/find-policy.js';
import { applyPrompt, readUsedPrompt } from '../prompts/use-prompt.js';
import type { RequestContext } from '../request-context.js';
import { checkNamed } from './stored-objects.stages.js';

/**
 * Every /v1 call needs an organization that holds the AI Gateway product (docs/contract/model-access.md#authorization).
 */
export function requireEntitlement({ asked, services }: RequestContext): void {
  const { caller, snapshot } = asked;
  const organization = organizationOf(snapshot, caller);
  if (organization !== undefined && !organization.products.has('ai_gateway')) {
    services.metrics.recordPolicyDecision('refused', 'entitlement', 'product_not_entitled');
  }
  assertEntitled(asked);
  services.metrics.recordAllowed('entitlement');
}

/** The same outside a pipeline. */
export function assertEntitled({ caller, snapshot }: Admission): void {
  const organization = organizationOf(snapshot, caller);
  if (organization === undefined) throw new GatewayError('overloaded', { headers: { 'retry-after': '1' } });
  if (!organization.products.has('ai_gateway')) throw new GatewayError('product_not_entitled');
}

/** Checks every field before anything else happens (docs/contract/chat.md#request-fields). */
export function validateRequest({ asked }: RequestContext): void {
  const header = asked.headers['x-service-prompt'];
  if (header === undefined ? !hasPrompt(asked) : asked.job !== undefined) {
    // The prompt of a job was put in place when the job was accepted.
    if (header !== undefined) asked.prompt = readUsedPrompt(header);
    asked.request = readRequest(asked);
    return;
  }
  const { body, prompt } = applyPrompt(asked);
  asked.prompt = prompt;
  asked.request = readRequest(asked, body);
}

/** True if the body names a prompt. */
function hasPrompt({ body, endpoint }: AskedRequest): boolean {
  if (endpoint.prompts === undefined) return false;
  const { prompt } = (body ?? {}) as { readonly prompt?: unknown };
  return prompt !== undefined && prompt !== null;
}

/** Reads the tags and the customer of a request. Costs a request without them no memory. */
export function attributeRequest(context: RequestContext): void {
  const { asked } = context;
  const read = readAttribution(asked);
  const rules = asked.snapshot.tags?.find(asked.snapshot, asked.caller);
  asked.attribution = rules === undefined ? read : applyTagRules(context, rules, read);
}

/** Adds the tags of policies. Throws 400 for a call whose tags a policy does not allow. */
function applyTagRules(
  { asked, services }: RequestContext,
  rules: CallerTags,
  read: Attribution | undefined,
): Attribution | undefined {
  const tags = rules.apply(read?.tags, asked.headers);
  const problem = isJudged(asked) ? rules.findProblem(tags) : undefined;
  if (problem !== undefined) {
    const refusal = refuseTags(problem);
    services.metrics.recordPolicyDecision('refused', 'tags', refusal.code);
    throw refusal;
  }
  return tags === undefined && read?.customer === undefined ? undefined : { tags, customer: read?.customer };
}

/** True for a call, unless it is paid for already. */
function isJudged({ endpoint, job, request }: AskedRequest): boolean {
  if (job?.settlement !== undefined) return false;
  const kind = request && endpoint.kindOf?.(request);
  return (kind ?? endpoint.recordedAs ?? 'call') === 'call';
}

function refuseTags({ kind, tag }: TagProblem): GatewayError {
  if (kind === 'too_many') {
    const message = `The request has more than ${MOST_TAGS} tags, with those that a policy fixes.`;
    return new GatewayError('invalid_value', { param: 'X-Service-Tags', message });
  }
  if (kind === 'missing') return new GatewayError('missing_tag', { param: tag });
  return new GatewayError('invalid_value', {
    param: tag,
    message: `The tag policy does not allow this value of ${tag}.`,
  });
}

/** The request as its body says it now, or another one in its place. Throws the refusal of one that is not valid. */
export function readRequest({ body: sent, endpoint, incoming }: AskedRequest, body = sent): AnyRequest {
  const query = endpoint.query === undefined ? undefined : incoming.query;
  const validate = (): AnyRequest => endpoint.validate(body, incoming.params, query, incoming.headers);
  if (!isOutlined(body)) return validate();
  // No check of a schema reads a long text. A copy that was made in the outline would have placeholders.
  const request = inOutline(validate);
  return request === body ? request : validate();
}

/** Reads the headers that steer a request: `X-Service-Config`, and `X-Service-Explain` of those who may ask. */
export function chooseRouting({ asked, services }: RequestContext): void {
  const { caller, headers, snapshot } = asked;
  const explain = headers['x-service-explain'];
  if (explain !== undefined) asked.isExplained = readExplain(explain, mayExplain(caller));
  const name = headers['x-service-config'];
  if (name === undefined) return;
  asked.routingConfig = typeof name === 'string' ? snapshot.routingConfigs.find(name, caller) : undefined;
  if (asked.routingConfig !== undefined) return;
  services.metrics.recordPolicyDecision('refused', 'routing', 'invalid_value');
  throw new GatewayError('invalid_value', {
    param: 'X-Service-Config',
    message: 'The routing config in the header X-Service-Config does not exist.',
  });
}

/** Keys of the role admin, and people who may read the audit log where the request is made. */
function mayExplain(caller: Caller): boolean {
  if (caller.role === 'admin') return true;
  const { organizationId, workspaceId } = caller;
  return organizationId !== undefined && can(caller, 'gateway.audit.read', { organizationId, workspaceId });
}

function readExplain(value: string | string[], isAllowed: boolean): boolean {
  if (value !== '1' && value !== '0') {
    throw new GatewayError('invalid_value', {
      param: 'X-Service-Explain',
      message: 'The header X-Service-Explain must be 1 or 0.',
    });
  }
  if (value === '0' || isAllowed) return value === '1';
  throw new GatewayError('permission_denied', {
    param: 'X-Service-Explain',
    message: 'The header X-Service-Explain requires the permission gateway.audit.read.',
  });
}

/**
 * Rejects ids that the caller's team or workspace did not make (docs/contract/files.md#ownership): with the same 404, whether
 * they are somebody else's or nobody's. Costs one query at most, and none for requests without ids.
 */
export function checkReferences(context: RequestContext): void | Promise<void> {
  const { endpoint, validated } = context.asked;
  const references = inOutline(() => endpoint.findReferences?.(validated));
  if (references !== undefined && references.length > 0) return checkNamed(context, references);
}
