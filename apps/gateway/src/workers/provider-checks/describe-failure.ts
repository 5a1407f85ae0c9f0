import { EgressRefusal } from '@multilane/egress';
import type { ErrorCode } from '@multilane/errors';
import { ProviderFailure } from '@multilane/providers';

/** Failure of a provider to answer as its kind does. */
export interface CheckFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

/** A failure other than the provider's answer, in words that may be shown. */
export class FailedCheck extends Error {
  override readonly name = 'FailedCheck';

  constructor(
    message: string,
    readonly code: ErrorCode = 'provider_error',
  ) {
    super(message);
  }
}

/** Codes of sockets, name servers and TLS; they say what happened and quote nothing. */
const NETWORK_CODE = /^[A-Z][A-Z0-9_]{2,60}$/;

/** Explains a failure to the person who registered the provider. The provider's own words are left out: they may quote a key. */
export function describeFailure(error: unknown, limitMs: number): CheckFailure {
  if (error instanceof FailedCheck) return { code: error.code, message: error.message };
  if (error instanceof ProviderFailure) return { code: error.code, message: describeAnswer(error) };
  if (error instanceof EgressRefusal) return fail(`The provider cannot be reached: ${error.message}.`);
  if (isAbort(error)) {
    return { code: 'provider_timeout', message: `The provider did not answer within ${limitMs / 1000} s.` };
  }
  const code = findNetworkCode(error);
  if (code === undefined) return fail('The call could not be made.');
  return fail(`The provider cannot be reached (${code}): check \`base_url\`.`);
}

/** True for the errors of aborted calls. They are DOMExceptions, which are not Errors everywhere. */
function isAbort(error: unknown): boolean {
  const { name } = (error ?? {}) as { name?: unknown };
  return name === 'TimeoutError' || name === 'AbortError';
}

const fail = (message: string): CheckFailure => ({ code: 'provider_error', message });

function describeAnswer({ code, fault, status }: ProviderFailure): string {
  if (status === undefined) return 'The provider answered, but not as this kind does: check `kind` and `base_url`.';
  const answer = `The provider answered HTTP ${status}`;
  if (status >= 300 && status < 400) return `${answer}, a redirect, which is not followed: check \`base_url\`.`;
  if (fault === 'no_credit') return `${answer}: the account has no credit left, or its quota is used up.`;
  if (status === 401 || status === 403) return `${answer}: it refuses the credential.`;
  if (status === 404) return `${answer}: check \`base_url\`, and \`upstream_model\` of its models.`;
  if (code === 'provider_rate_limited') return `${answer}: it limits requests.`;
  return `${answer}.`;
}

/** fetch wraps what the socket said. */
function findNetworkCode(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === 'string' && NETWORK_CODE.test(code) ? code : findNetworkCode(cause, depth + 1);
}
