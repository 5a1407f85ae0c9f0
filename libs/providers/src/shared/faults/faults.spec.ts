import { describe, expect, it } from '@jest/globals';
import { mapError as mapBedrockError } from '../../bedrock/map-error.js';
import type { Fault } from '../../fault.js';
import { mapError, mapErrorInAnswer } from '../failures/map-error.js';
import { anthropic, google, openai } from './documented.tools.spec.js';

type Case = readonly [what: string, status: number, body: unknown, fault: Fault | undefined];

/** Errors as each provider documents them, or as its users have quoted them. */
const DOCUMENTED: Readonly<Record<string, readonly Case[]>> = {
  // developers.openai.com/api/docs/guides/error-codes
  openai: [
    ['a wrong key', 401, openai('Incorrect API key provided: sk-x.', 'invalid_api_key'), 'refused_credential'],
    [
      'no credit',
      429,
      openai('You exceeded your current quota, please check your plan.', 'insufficient_quota', 'insufficient_quota'),
      'no_credit',
    ],
    ['no prepaid credit', 429, openai('No credit.', 'credit_balance_exhausted', 'insufficient_quota'), 'no_credit'],
    [
      'a project over its limit',
      429,
      openai('Limit.', 'project_spend_limit_exceeded', 'insufficient_quota'),
      'no_credit',
    ],
    [
      'a hard limit of billing',
      400,
      openai('Billing hard limit has been reached', 'billing_hard_limit_reached'),
      'no_credit',
    ],
    [
      'an inactive account',
      429,
      openai(
        'Your account is not active, please check your billing details.',
        'billing_not_active',
        'billing_not_active',
      ),
      'no_credit',
    ],
    [
      'a rate limit',
      429,
      openai(
        'Rate limit reached for gpt-5.5 in organization org-x on requests per min (RPM): Limit 3',
        'rate_limit_exceeded',
        'requests',
      ),
      'rate_limited',
    ],
    [
      'a request larger than the tier',
      429,
      openai(
        'Request too large for gpt-5.5 in organization org-x on tokens per min (TPM): Limit 30000, Requested 46120.',
        'rate_limit_exceeded',
        'tokens',
      ),
      'over_tier',
    ],
    [
      'an unknown model',
      404,
      openai('The model `x` does not exist or you do not have access to it.', 'model_not_found'),
      'unknown_model',
    ],
    [
      'a retired model',
      404,
      openai('The model `gpt-4-vision-preview` has been deprecated, learn more here', 'model_not_found'),
      'unknown_model',
    ],
    [
      'a country',
      403,
      openai('Country, region, or territory not supported', 'unsupported_country_region_territory'),
      'refused_credential',
    ],
    [
      'an unverified organization',
      404,
      openai('Your organization must be verified to use the model `gpt-5.5`.', null),
      'refused_credential',
    ],
    [
      'an overload',
      503,
      openai(
        'The engine is currently overloaded, please try again later',
        'server_is_overloaded',
        'service_unavailable_error',
      ),
      'overloaded',
    ],
    [
      'a bad value',
      400,
      openai(
        "Invalid 'temperature': decimal above maximum value.",
        'decimal_above_max_value',
        'invalid_request_error',
        'temperature',
      ),
      undefined,
    ],
    [
      'a long prompt',
      400,
      openai("This model's maximum context length is 8192 tokens.", 'context_length_exceeded'),
      'context_length',
    ],
    ['a file that the request names', 404, openai('No such File object: file-x', null), undefined],
  ],
  // learn.microsoft.com/azure/ai-foundry/openai, quotas and troubleshooting
  'azure-openai': [
    [
      'a missing deployment',
      404,
      openai('The API deployment for this resource does not exist.', 'DeploymentNotFound'),
      'unknown_model',
    ],
    ['a wrong path', 404, { error: { code: '404', message: 'Resource not found' } }, 'unknown_model'],
    [
      'a refused key',
      401,
      { error: { code: '401', message: 'Access denied due to invalid subscription key' } },
      'refused_credential',
    ],
    [
      'a firewall',
      403,
      { error: { code: 'AccessDenied', message: 'Access denied due to Virtual Network/Firewall rules.' } },
      'refused_credential',
    ],
    [
      'a limit of calls',
      429,
      {
        error: {
          code: '429',
          message: 'Requests have exceeded call rate limit of your current tier. Please retry after 12 seconds.',
        },
      },
      'rate_limited',
    ],
    [
      'a filter',
      400,
      openai('The response was filtered', 'content_filter', 'invalid_request_error', 'prompt'),
      'refused_content',
    ],
  ],
  // platform.claude.com/docs/en/api/errors
  anthropic: [
    [
      'no credit, as 400',
      400,
      anthropic(
        'invalid_request_error',
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.',
      ),
      'no_credit',
    ],
    [
      'billing',
      402,
      anthropic('billing_error', "There's an issue with your billing or payment information."),
      'no_credit',
    ],
    [
      'a limit that the operator set',
      400,
      anthropic(
        'invalid_request_error',
        'You have reached your specified API usage limits. You will regain access on 2026-12-01.',
      ),
      'no_credit',
    ],
    ['a wrong key', 401, anthropic('authentication_error', 'invalid x-api-key'), 'refused_credential'],
    [
      'a disabled organization',
      400,
      anthropic('invalid_request_error', 'This organization has been disabled.'),
      'refused_credential',
    ],
    ['a permission', 403, anthropic('permission_error', 'Your API key does not have permission'), 'refused_credential'],
    ['an unknown model', 404, anthropic('not_found_error', 'model: claude-9'), 'unknown_model'],
    [
      'a rate limit',
      429,
      anthropic('rate_limit_error', 'This request would exceed your rate limit of 50 requests per minute'),
      'rate_limited',
    ],
    ['an overload', 529, anthropic('overloaded_error', 'Overloaded'), 'overloaded'],
    [
      'a long prompt',
      400,
      anthropic('invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'),
      'context_length',
    ],
    [
      'a bad history',
      400,
      anthropic('invalid_request_error', 'messages.2: `tool_use` ids were found without `tool_result` blocks'),
      undefined,
    ],
  ],
  // ai.google.dev/gemini-api/docs/troubleshooting; cloud.google.com/vertex-ai/generative-ai/docs/error-code-429
  gemini: [
    [
      'a wrong key',
      400,
      google(400, 'INVALID_ARGUMENT', 'API key not valid.', [{ reason: 'API_KEY_INVALID' }]),
      'refused_credential',
    ],
    [
      'a location',
      400,
      google(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
      'refused_credential',
    ],
    [
      'a disabled service',
      403,
      google(403, 'PERMISSION_DENIED', 'Generative Language API has not been used', [{ reason: 'SERVICE_DISABLED' }]),
      'refused_credential',
    ],
    [
      'billing',
      403,
      google(403, 'PERMISSION_DENIED', 'This API method requires billing to be enabled.', [
        { reason: 'BILLING_DISABLED' },
      ]),
      'no_credit',
    ],
    ['no prepaid credit', 429, google(429, 'RESOURCE_EXHAUSTED', 'Your prepayment credits are depleted.'), 'no_credit'],
    [
      'a quota of a minute',
      429,
      google(
        429,
        'RESOURCE_EXHAUSTED',
        'You exceeded your current quota, please check your plan and billing details.',
        [{ violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }] }, { retryDelay: '34s' }],
      ),
      'rate_limited',
    ],
    [
      'a quota of a day',
      429,
      google(
        429,
        'RESOURCE_EXHAUSTED',
        'You exceeded your current quota, please check your plan and billing details.',
        [{ violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] }, { retryDelay: '34s' }],
      ),
      'no_credit',
    ],
    [
      'an unknown model',
      404,
      google(404, 'NOT_FOUND', 'models/x is not found for API version v1beta'),
      'unknown_model',
    ],
    [
      'an unknown publisher model',
      404,
      google(
        404,
        'NOT_FOUND',
        'Publisher Model `projects/p/…/models/x` was not found or your project does not have access to it.',
      ),
      'unknown_model',
    ],
    ['an overload', 503, google(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'), undefined],
  ],
  // docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html
  bedrock: [
    [
      'an identifier',
      400,
      { __type: 'ValidationException', message: 'The provided model identifier is invalid.' },
      'unknown_model',
    ],
    [
      'a model without on-demand throughput',
      400,
      {
        __type: 'ValidationException',
        message:
          'Invocation of model ID x with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile.',
      },
      'unknown_model',
    ],
    [
      'a model that is gone',
      404,
      { __type: 'ResourceNotFoundException', message: 'This model version has reached the end of its life.' },
      'unknown_model',
    ],
    [
      'a model that is not open to the account',
      403,
      { __type: 'AccessDeniedException', message: "You don't have access to the model with the specified model ID." },
      'unknown_model',
    ],
    [
      'a wrong key',
      403,
      { __type: 'UnrecognizedClientException', message: 'The security token included in the request is invalid.' },
      'refused_credential',
    ],
    [
      'a limit',
      429,
      { __type: 'ThrottlingException', message: 'Too many requests, please wait before trying again.' },
      'rate_limited',
    ],
    [
      'a quota of a day',
      429,
      { __type: 'ThrottlingException', message: 'Too many tokens per day, please wait before trying again.' },
      'no_credit',
    ],
  ],
  // docs.cohere.com/reference/errors
  cohere: [
    ['an unpaid account', 402, { message: 'Please add or update your payment method' }, 'no_credit'],
    [
      'a trial key that is used up',
      429,
      { message: 'You are using a Trial key, which is limited to 1000 API calls / month.' },
      'no_credit',
    ],
    ['an unknown model', 404, { message: "model 'xyz' not found" }, 'unknown_model'],
    ['a retired model', 404, { message: "model 'command' was removed on September 15, 2025." }, 'unknown_model'],
  ],
  // api-docs.deepseek.com/quick_start/error_codes
  deepseek: [
    ['no balance', 402, openai('Insufficient Balance', 'invalid_request_error', 'unknown_error'), 'no_credit'],
    ['no balance without codes', 402, { error: { message: 'Insufficient Balance' } }, 'no_credit'],
    ['an unknown model', 400, openai('Model Not Exist', 'invalid_request_error'), 'unknown_model'],
  ],
  // console.groq.com/docs/errors
  groq: [
    [
      'a call that the model wrote wrongly',
      400,
      {
        error: {
          message: 'Failed to call a function. Please adjust your prompt.',
          type: 'invalid_request_error',
          code: 'tool_use_failed',
          failed_generation: '<function=f>',
        },
      },
      'malformed_output',
    ],
    [
      'a call of an unknown tool',
      400,
      {
        error: {
          message: 'tool call validation failed: attempted to call tool f2 which was not in request.tools',
          code: 'tool_use_failed',
        },
      },
      'malformed_output',
    ],
    [
      'JSON that does not fit',
      400,
      { error: { message: 'Failed to generate JSON.', code: 'json_validate_failed', failed_generation: '{' } },
      'malformed_output',
    ],
    [
      'an output that cannot be parsed',
      400,
      { error: { message: 'Parsing failed.', code: 'output_parse_failed', failed_generation: 'x' } },
      'malformed_output',
    ],
    [
      'a retired model',
      400,
      openai('The model `x` has been decommissioned and is no longer supported.', 'model_decommissioned'),
      'unknown_model',
    ],
    [
      'an unknown model',
      404,
      openai('The model `x` does not exist or you do not have access to it.', 'model_not_found'),
      'unknown_model',
    ],
    [
      'a request larger than the tier',
      413,
      openai(
        'Request too large for model `x` in organization `o` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 7012',
        'rate_limit_exceeded',
        'tokens',
      ),
      'over_tier',
    ],
    [
      'a restricted organization',
      400,
      openai('Organization has been restricted. Please reach out to support.', 'organization_restricted'),
      'refused_credential',
    ],
    [
      'a limit of spending',
      400,
      openai('API access has been blocked: spend limit reached.', 'blocked_api_access'),
      'no_credit',
    ],
    ['the flexible tier', 498, openai('Flex tier capacity exceeded', 'capacity_exceeded'), 'overloaded'],
  ],
  // docs.mistral.ai/api and its users' reports
  mistral: [
    [
      'an unknown model',
      400,
      { object: 'error', message: 'Invalid model: x', type: 'invalid_model', code: '1500' },
      'unknown_model',
    ],
    [
      'a busy tier',
      429,
      {
        object: 'error',
        message: 'Service tier capacity exceeded for this model.',
        type: 'service_tier_capacity_exceeded',
        code: '3505',
      },
      'rate_limited',
    ],
    ['a wrong key', 401, { message: 'Unauthorized' }, 'refused_credential'],
  ],
  // inference-docs.cerebras.ai/support/error
  cerebras: [
    [
      'no credit',
      402,
      { message: 'Payment required', type: 'payment_required_error', code: 'payment_required' },
      'no_credit',
    ],
    [
      'an unknown model',
      404,
      { message: 'Model x does not exist or you do not have access to it.', code: 'model_not_found' },
      'unknown_model',
    ],
    [
      'a queue',
      429,
      {
        message: "We're experiencing high traffic right now!",
        type: 'too_many_requests_error',
        code: 'queue_exceeded',
      },
      'rate_limited',
    ],
  ],
  // docs.x.ai/developers/debugging
  xai: [
    [
      'a wrong key',
      400,
      { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xai-x.' },
      'refused_credential',
    ],
    [
      'no credit',
      403,
      {
        code: 'The caller does not have permission to execute the specified operation',
        error: 'Your newly created team doesn’t have any credits or has used all available credits.',
      },
      'no_credit',
    ],
    [
      'a limit of the month',
      429,
      {
        code: 'Some resource has been exhausted',
        error: 'Your team has either used all available credits or reached its monthly spending limit.',
      },
      'no_credit',
    ],
    [
      'an unknown model',
      404,
      {
        code: 'Some requested entity was not found',
        error: 'The model x does not exist or your team does not have access to it.',
      },
      'unknown_model',
    ],
  ],
  // docs.together.ai/docs/error-codes; docs.fireworks.ai/guides/inference-error-codes
  'together and fireworks': [
    ['no credit', 402, openai('Credit limit exceeded', 'payment_required'), 'no_credit'],
    [
      'a model that is not served',
      400,
      openai('Unable to access non-serverless model x. Please create a dedicated endpoint.', 'model_not_available'),
      'unknown_model',
    ],
    [
      'an unknown model',
      404,
      openai('Unable to access model x. Please visit the list of models.', 'model_not_available'),
      'unknown_model',
    ],
    [
      'a suspended account',
      412,
      {
        error: {
          code: 'PRECONDITION_FAILED',
          message:
            'Account x is suspended, possibly due to reaching the monthly spending limit or failure to pay past invoices.',
        },
      },
      'no_credit',
    ],
    [
      'a deployment that is gone',
      404,
      { error: { code: 'NOT_FOUND', message: 'Model not found, inaccessible, and/or not deployed' } },
      'unknown_model',
    ],
  ],
  // openrouter.ai/docs/api/reference/errors-and-debugging
  openrouter: [
    [
      'no credit',
      402,
      { error: { code: 402, message: 'This request requires more credits, or fewer max_tokens.' } },
      'no_credit',
    ],
    ['no host of the model', 404, { error: { code: 404, message: 'No endpoints found for x/y.' } }, 'unknown_model'],
    ['a name that is no model', 400, { error: { code: 400, message: 'x is not a valid model ID' } }, 'unknown_model'],
    [
      'moderation',
      403,
      { error: { code: 403, message: 'Input was flagged', metadata: { reasons: ['violence'] } } },
      'refused_content',
    ],
  ],
  // docs.nvidia.com/nim, docs.vllm.ai, docs.ollama.com/api/errors
  'nvidia, vllm and ollama': [
    [
      'an account without the function',
      404,
      { status: 404, title: 'Not Found', detail: "Function 'f': Not found for account 'a'" },
      'unknown_model',
    ],
    [
      'an API that has ended',
      410,
      { status: 410, title: 'Gone', detail: 'The model x has reached its end of life' },
      'unknown_model',
    ],
    [
      'no credits',
      402,
      { status: 402, title: 'Payment Required', detail: 'Account x: cloud credits expired' },
      'no_credit',
    ],
    [
      'an unknown model',
      404,
      { object: 'error', message: 'The model `x` does not exist.', type: 'NotFoundError', code: 404 },
      'unknown_model',
    ],
    ['a model that was not pulled', 404, { error: 'model "x" not found, try pulling it first' }, 'unknown_model'],
    ['a page of another server', 404, '<html><body>404 Not Found</body></html>', 'unknown_model'],
    [
      'an engine whose guided output failed',
      400,
      { error: { message: 'Failed to parse the generated output', code: 'invalid_model_output' } },
      'malformed_output',
    ],
  ],
};

describe('docs/contract/errors.md#whose-fault-it-is: the causes of documented errors', () => {
  for (const [provider, cases] of Object.entries(DOCUMENTED)) {
    it.each(cases)(`${provider} says %s`, (_what, status, body, fault) => {
      const map = provider === 'bedrock' ? mapBedrockError : mapError;
      expect(map(status, typeof body === 'string' ? body : JSON.stringify(body), {}).fault).toBe(fault);
    });
  }

  it('inside an answer with status 200 too', () => {
    const failed = { error: { message: 'Failed.', code: 'tool_use_failed', failed_generation: 'x', status_code: 400 } };
    expect(mapErrorInAnswer(failed)).toMatchObject({ fault: 'malformed_output', retryable: true });
    expect(mapErrorInAnswer({ error: { code: 'insufficient_quota' } }).fault).toBe('no_credit');
    expect(mapErrorInAnswer(anthropic('overloaded_error', 'Overloaded')).fault).toBe('overloaded');
    expect(mapErrorInAnswer(anthropic('billing_error', 'x')).fault).toBe('no_credit');
  });

  it('a megabyte of words is read in its first lines only', () => {
    const { fault } = mapError(400, JSON.stringify({ error: { message: `${'model '.repeat(200_000)}not found` } }), {});
    expect(fault).toBeUndefined();
  });

  it('an account without credit has no wait that clients could follow', () => {
    const headers = { 'retry-after': '2' };
    const body = JSON.stringify(openai('x', 'insufficient_quota', 'insufficient_quota'));
    const failure = mapError(429, body, headers);
    expect(failure).toMatchObject({ code: 'provider_error', retryAfterSeconds: undefined });
    expect(failure.toGatewayError().headers).toEqual({ 'x-should-retry': 'false' });
  });
});
