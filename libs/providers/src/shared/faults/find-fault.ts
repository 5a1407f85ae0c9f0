import type { Fault } from '../../fault.js';
import { isContextLengthCode, isContextLengthMessage } from '../failures/context-length-wordings.js';
import type { ProviderError } from '../failures/read-provider-error.js';

interface Signs {
  readonly status: number;
  /** The machine-readable part of the error: codes, types and reasons. */
  readonly kind: string;
  readonly message: string;
  /** The provider says when to ask again: a quota that comes back soon is a rate limit. */
  readonly namesWait: boolean;
}

interface Row {
  readonly fault: Fault;
  /** Statuses that it may come with; undefined for any of 4xx. */
  readonly statuses?: ReadonlySet<number>;
  /** Codes, types and reasons that say it by themselves. */
  readonly kinds?: RegExp;
  /** Words that say it where no code does. */
  readonly words?: RegExp;
}

/** Messages are read this far, in UTF-16 units: what matters stands at the beginning. */
const LONGEST_MESSAGE = 2_000;

const REFUSALS = new Set([400, 401, 402, 403, 404, 410, 412, 422, 424, 429]);

/**
 * Errors of providers, in the order in which they are looked for: one table for all of them, because a host that passes
 * on others' models passes on their errors too. `faults.spec.ts` has the documented errors of each provider.
 */
const ROWS: readonly Row[] = [
  {
    fault: 'malformed_output',
    statuses: new Set([400, 422, 424]),
    kinds:
      /tool_use_failed|json_validate_failed|output_parse_failed|invalid_model_output|model_output_error|malformed_function_call|malformed_tool_use|failed_generation/i,
    words:
      /failed to call a function|tool call validation failed|failed to (?:generate|validate) (?:valid )?json|model (?:produced|generated) (?:an )?(?:invalid|malformed)|(?:could not|failed to) parse (?:the )?(?:model(?:'s)?|tool call|generated) (?:output|response|arguments)/i,
  },
  {
    fault: 'over_tier',
    statuses: new Set([413, 429]),
    words: /request too large for .{1,160}tokens per (?:minute|min|day)/is,
  },
  {
    fault: 'no_credit',
    statuses: REFUSALS,
    kinds:
      /insufficient[-_ ]?(?:quota|credit|balance|funds)|billing[-_ ]?(?:error|hard_limit|not_active|disabled)|payment[-_ ]?required|credit_balance|spend_limit|usage_limit_exceeded|quota_?exhausted|PerDay|BILLING_DISABLED|out_of_credits|balance_not_enough|account_overdue/i,
    words:
      /credit balance is too low|insufficient (?:balance|credits?|funds|quota)|(?:no|not enough|out of|run out of|used all(?: available)?|requires more|exhausted (?:all )?(?:your |its )?)\s*credits|credits? (?:are|is|have been|has been) (?:depleted|exhausted|used up)|spend(?:ing)? limit|billing hard limit|reached your specified API usage limits|too many tokens per day|API calls \/ month|exceeded your (?:current|monthly) quota, please check your plan|plan and billing details|payment (?:is )?required|billing (?:account )?(?:is )?(?:not active|disabled)|account is in (?:arrears|good standing)/i,
  },
  {
    fault: 'refused_credential',
    statuses: new Set([400, 401, 402, 403, 404, 412, 422]),
    kinds:
      /invalid_api_key|API_KEY_INVALID|API_KEY_(?:SERVICE_BLOCKED|HTTP_REFERRER_BLOCKED|IP_ADDRESS_BLOCKED)|unsupported_country|organization_(?:restricted|disabled|deactivated)|account_(?:deactivated|suspended|disabled)|blocked_api_access|model_terms_required|SERVICE_DISABLED|CONSUMER_(?:SUSPENDED|INVALID)/i,
    words:
      /api[-_ ]?key[-_ ]?(?:is )?(?:not valid|invalid|expired)|(?:incorrect|invalid|expired)[-_ ]api[-_ ]?key|(?:country|region|location).{0,40}(?:is )?not supported|organization (?:has been|is) (?:disabled|restricted|deactivated|suspended)|account\b.{0,80}\b(?:is|has been) (?:suspended|deactivated|disabled)|organization must be verified|requires? (?:the )?terms acceptance/i,
  },
  {
    fault: 'unknown_model',
    statuses: new Set([400, 403, 404, 410, 422]),
    kinds:
      /model_?not_?(?:found|available|supported_by_account)|invalid_model\b|unknown_model|model_(?:decommissioned|deprecated|retired)|DeploymentNotFound|model_permission_blocked|no_such_model|model_not_exist/i,
    words:
      /(?:model|deployment)\b.{0,200}\b(?:(?:does )?not exist|doesn't exist|not found|was removed|been (?:decommissioned|deprecated|retired|removed|discontinued)|is not (?:available|deployed|a valid model)|no longer (?:available|supported)|has reached (?:the |its )?end of (?:its )?life)|(?:invalid|unknown|no such|non-serverless) model\b|provided model identifier is invalid|is not a valid model id|no (?:allowed )?(?:endpoints|providers) (?:found|available)|on-demand throughput isn.t supported|access to (?:the )?model\b|Function.{0,60}Not found for account/is,
  },
];

/** A thing that the request itself names, and which another request may name rightly. */
const NAMED_BY_CALLER =
  /\b(?:file|previous[_ ]response|response|item|container|conversation|vector[_ ]store|batch|upload|voice|cached[_ ]?content|assistant|thread|prompt|job|transcript|video|image|skill)s?\b/i;

/** Overload in providers' own statuses: 498 of Groq's flex tier, 529 of Anthropic. */
const OVERLOADED: ReadonlySet<number> = new Set([498, 529]);
const OVERLOADED_KINDS = /overloaded|capacity_exceeded|engine_overloaded/i;

/** Refused content: codes, and words that a 403 gives. */
const REFUSED_CONTENT =
  /content[-_ ]?(?:filter|policy|management)|invalid_prompt|moderation|flagged|ResponsibleAI|violates usage guidelines/i;

/**
 * The cause of a provider's error, as far as it says one; undefined where only the status is left to judge by.
 *
 * @param status The HTTP status, or the one that an error inside an answer stands for.
 */
export function findFault(status: number, error: ProviderError): Fault | undefined {
  const kind = [error.code, error.type, ...error.reasons].join('/').slice(0, LONGEST_MESSAGE);
  const message = error.message.slice(0, LONGEST_MESSAGE);
  if (isRefusedContent(status, kind, message)) return 'refused_content';
  if (isContextLengthCode(error.code) || isContextLengthCode(error.type)) return 'context_length';
  const signs: Signs = {
    ...{ status, kind, message },
    namesWait: error.retryAfterSeconds !== undefined,
  };
  const row = status >= 400 && status < 500 ? ROWS.find((each) => isRow(each, signs)) : undefined;
  if (row !== undefined) return row.fault;
  return findByStatus(signs);
}

function isRow({ fault, kinds, statuses, words }: Row, { kind, message, namesWait, status }: Signs): boolean {
  if (statuses !== undefined && !statuses.has(status)) return false;
  if (kinds?.test(kind)) return true;
  // Google names its quotas of a minute in the words in which others say that nothing is left.
  if (fault === 'no_credit' && status === 429 && namesWait) return false;
  return words?.test(message) ?? false;
}

function findByStatus({ kind, message, status }: Signs): Fault | undefined {
  if (OVERLOADED.has(status) || (status >= 500 && OVERLOADED_KINDS.test(kind))) return 'overloaded';
  switch (status) {
    case 401:
    case 403:
      return 'refused_credential';
    case 402:
      return 'no_credit';
    case 404:
    case 410:
      return NAMED_BY_CALLER.test(message) ? undefined : 'unknown_model';
    case 429:
      return 'rate_limited';
    case 400:
    case 413:
    case 422:
      return isContextLengthMessage(message) ? 'context_length' : undefined;
    default:
      return undefined;
  }
}

function isRefusedContent(status: number, kind: string, message: string): boolean {
  return REFUSED_CONTENT.test(kind) || (status === 403 && REFUSED_CONTENT.test(message));
}
