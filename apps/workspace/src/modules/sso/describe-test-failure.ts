import { toShownName } from '@multilane/contracts';
import { EgressRefusal } from '@multilane/egress';
import { GatewayError } from '@multilane/errors';
import * as oidc from 'openid-client';
import { OtherIssuer } from './identity-provider.js';

/** A problem that a test of single sign-on found, in words for the person who fills in the form. */
export interface SsoProblem {
  /** Field of the settings that is most likely at fault; null for a setting at the identity provider. */
  readonly field: 'issuer' | 'client_id' | 'client_secret' | null;
  /** Stable name of the problem. */
  readonly code: string;
  readonly message: string;
  /** True if people can sign in nevertheless. */
  readonly is_warning: boolean;
}

type Explained = readonly [field: SsoProblem['field'], code: string, message: string];

const LONGEST_QUOTE = 200;

/** Answers of the token endpoint and of the authorization endpoint, by their `error` (RFC 6749 sections 4.1.2.1 and 5.2). */
const ERRORS: Readonly<Record<string, Explained>> = {
  access_denied: [
    null,
    'access_denied',
    'The identity provider refused the sign-in: it was cancelled, or the application is not assigned to you.',
  ],
  invalid_client: [
    'client_secret',
    'invalid_client',
    'The identity provider does not accept this client id with this secret. Copy both again.',
  ],
  unauthorized_client: [
    'client_id',
    'unauthorized_client',
    'The identity provider does not allow this client the authorization code flow. Enable it there.',
  ],
  invalid_grant: [
    null,
    'invalid_grant',
    'The identity provider does not accept its own code. Compare the redirect address there with the one on this page, and test again.',
  ],
  invalid_scope: [
    null,
    'invalid_scope',
    'The identity provider does not allow the scopes openid, email and profile. Add them to the client there.',
  ],
};

/** Claims of an ID token that are compared. */
const CLAIMS: Readonly<Record<string, Explained>> = {
  aud: ['client_id', 'wrong_audience', 'The ID token is for another client. Copy the client id again.'],
  iss: [
    'issuer',
    'wrong_issuer',
    'The ID token is of another issuer. Copy the issuer from the metadata of the provider.',
  ],
  nonce: [null, 'wrong_nonce', 'The ID token is not of this sign-in: its nonce is missing or another one.'],
};

/**
 * Explains the failure of a test.
 *
 * @throws the failure where it is none of the identity provider's
 */
export function describeTestFailure(failure: unknown): SsoProblem {
  const isOfProvider = failure instanceof GatewayError && ['overloaded', 'sso_failed'].includes(failure.code);
  if (!isOfProvider || failure.cause === undefined) throw failure;
  const [field, code, message] =
    failure.code === 'overloaded' ? explainUnreachable(failure.cause) : explainRefusal(failure);
  return { field, code, message, is_warning: false };
}

/** Explains a failure to reach the provider or to read its metadata. */
function explainUnreachable(cause: unknown): Explained {
  const [first, ...deeper] = causesOf(cause);
  const all = [first, ...deeper];
  const refusal = all.find((error) => error instanceof EgressRefusal);
  if (refusal)
    return ['issuer', 'forbidden_address', `An address of the identity provider is refused: ${refusal.message}.`];
  const other = all.find((error) => error instanceof OtherIssuer);
  if (other) {
    const named = quote(other.named);
    return ['issuer', 'other_issuer', `The metadata at this issuer names another one: ${named}. Enter that, exactly.`];
  }
  const codes = all.map((error) => (error as { code?: unknown } | undefined)?.code);
  if (codes.includes('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')) {
    const attribute = 'The metadata at this issuer names another one. Copy the issuer from the metadata, exactly.';
    return ['issuer', 'other_issuer', attribute];
  }
  if (codes.includes('OAUTH_TIMEOUT') || all.some((error) => error?.name === 'TimeoutError')) {
    return ['issuer', 'timeout', 'The identity provider does not answer within five seconds.'];
  }
  if (all.some((error) => /the answer has more than \d+ bytes/.test(error?.message ?? ''))) {
    return ['issuer', 'too_large', 'The identity provider answers with more than 256 KiB, which is no metadata.'];
  }
  const isAnswer = codes.some((code) => typeof code === 'string' && code.startsWith('OAUTH_'));
  return isAnswer
    ? ['issuer', 'no_metadata', 'There is no OpenID Connect metadata at `<issuer>/.well-known/openid-configuration`.']
    : ['issuer', 'unreachable', 'The identity provider cannot be reached. Check the address, DNS and firewalls.'];
}

/** Explains a failed sign-in. */
function explainRefusal(failure: GatewayError): Explained {
  const all = causesOf(failure.cause);
  for (const error of all) {
    if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
      const known = ERRORS[error.error];
      return known ?? [null, 'provider_error', `The identity provider answers with the error ${quote(error.error)}.`];
    }
    if (error instanceof oidc.WWWAuthenticateChallengeError) {
      return ERRORS.invalid_client as Explained;
    }
    if (error instanceof EgressRefusal) {
      return ['issuer', 'forbidden_address', `An address of the identity provider is refused: ${error.message}.`];
    }
    const claim = (error.cause as { claim?: unknown } | undefined)?.claim;
    const known = typeof claim === 'string' ? CLAIMS[claim] : undefined;
    if (known !== undefined) return known;
    const { code } = error as { code?: unknown };
    if (code === 'OAUTH_KEY_SELECTION_FAILED' || /signature|JWT "alg"/.test(error.message)) {
      return ['issuer', 'bad_signature', 'The ID token is not signed with a key that the identity provider publishes.'];
    }
  }
  const reason = all[0]?.message;
  const words = 'The identity provider answers with something that is no valid sign-in.';
  return [null, 'invalid_answer', reason === undefined ? words : `${words} (${quote(reason)})`];
}

/** An error and the causes behind it, at most ten. */
function causesOf(failure: unknown): Error[] {
  const found: Error[] = [];
  for (let error = failure; error instanceof Error && found.length < 10; error = error.cause) found.push(error);
  return found;
}

/** A text that the provider wrote, short and on one line. */
const quote = (text: string): string => toShownName(text).slice(0, LONGEST_QUOTE);
