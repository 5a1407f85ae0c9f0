import { parseTags, readCustomer, writeCustomer } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { hashToken } from '../authenticate-stored-credential.js';
import type { Caller } from '../caller.js';
import { recognizeCredential } from '../create-authenticator.js';

/**
 * Identity that a job runs as, by the reference with which it is looked up when it runs. No secret: of tokens there is
 * the SHA-256, as of all credentials.
 */
export type JobIdentity =
  | { readonly by: 'credential'; readonly id: string; readonly organizationId: string }
  | { readonly by: 'hash'; readonly hash: string }
  | { readonly by: 'session'; readonly hash: string; readonly workspaceId: string | undefined }
  | { readonly by: 'claims'; readonly caller: StoredCaller }
  /** A person in a workspace, with the rights that they have when the job runs, whether or not they are signed in. */
  | { readonly by: 'member'; readonly organizationId: string; readonly userId: string; readonly workspaceId: string };

/** A caller as JSON holds it, which has no sets. */
export interface StoredCaller extends Omit<Caller, 'allowedModels' | 'allowedProviders'> {
  readonly allowedModels?: readonly string[] | undefined;
  readonly allowedProviders?: readonly string[] | undefined;
}

/** A request that makes a job, as far as it says who makes it. */
export interface JobMaker {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Headers with the tags and the customer of a request: what it causes later has them too. */
export type Cause = Readonly<Record<string, string>>;

/** The headers of a request that say what it is for, checked. Undefined if there are none, and 400 for a faulty one. */
function readCause(headers: JobMaker['headers']): Cause | undefined {
  const { 'x-service-customer': named, 'x-service-tags': listed } = headers;
  if (listed === undefined && named === undefined) return undefined;
  const customer = named === undefined ? undefined : readCustomer(named);
  const tags = listed === undefined ? undefined : String(listed);
  const problem = tags === undefined ? undefined : parseTags(tags).problem;
  if (problem !== undefined) {
    throw new GatewayError('invalid_value', {
      param: 'X-Service-Tags',
      message: `The header X-Service-Tags ${problem}.`,
    });
  }
  if (named !== undefined && customer === undefined) {
    throw new GatewayError('invalid_value', {
      param: 'X-Service-Customer',
      message: 'The header X-Service-Customer must be sent once, with 1 to 256 characters.',
    });
  }
  return {
    ...(tags !== undefined && { 'x-service-tags': tags }),
    ...(customer !== undefined && { 'x-service-customer': writeCustomer(customer) }),
  };
}

/** Headers with which requests of a job are attributed to whoever caused it. */
export function causeOf(identity: unknown): Cause {
  return (identity as { readonly cause?: Cause }).cause ?? NO_CAUSE;
}

const NO_CAUSE: Cause = {};

/** Reference by which a caller is found later, with what its request said about itself. */
export function identityOf(maker: JobMaker): JobIdentity & { readonly cause?: Cause } {
  return withCause(referenceTo(maker), maker.headers);
}

/** An identity with what a request said about itself. Fails with 400 for a faulty header. */
export function withCause(
  identity: JobIdentity,
  headers: JobMaker['headers'],
): JobIdentity & { readonly cause?: Cause } {
  const cause = readCause(headers);
  return cause === undefined ? identity : { ...identity, cause };
}

function referenceTo({ caller, headers }: JobMaker): JobIdentity {
  const { credentialId, credentialType, organizationId, workspaceId } = caller;
  // An identity provider's token says itself who somebody is, and until when.
  if (credentialType === 'oidc') return { by: 'claims', caller: toStoredCaller(caller) };
  const isSession = credentialType === 'session';
  if (!isSession && credentialId !== undefined && organizationId !== undefined) {
    return { by: 'credential', id: credentialId, organizationId };
  }
  const recognized = recognizeCredential(headers, { oidcEnabled: false, consoleEnabled: true });
  if (recognized.kind === 'none') throw new GatewayError('invalid_api_key');
  const hash = hashToken(recognized.token);
  return isSession ? { by: 'session', hash, workspaceId } : { by: 'hash', hash };
}

function toStoredCaller({ allowedModels, allowedProviders, ...caller }: Caller): StoredCaller {
  return {
    ...caller,
    ...(allowedModels && { allowedModels: [...allowedModels] }),
    ...(allowedProviders && { allowedProviders: [...allowedProviders] }),
  };
}

/** The caller as it was stored. A value that is no list allows nothing. */
export function readStoredCaller({ allowedModels, allowedProviders, ...caller }: StoredCaller): Caller {
  return { ...caller, allowedModels: readSet(allowedModels), allowedProviders: readSet(allowedProviders) };
}

function readSet(names: readonly string[] | null | undefined): ReadonlySet<string> | undefined {
  if (names === undefined || names === null) return undefined;
  return new Set(Array.isArray(names) ? names : []);
}
