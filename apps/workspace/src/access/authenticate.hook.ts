import {
  type Authenticate,
  type Caller,
  type RequestSite,
  recognizeCredential,
  requireSameOrigin,
} from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestOriginOf } from './request-origin-of.js';
import type { RouteTable } from './route-table.js';
import type { ScimClient, Subject } from './subject.js';

export interface SubjectSource {
  /** Finds the caller of an API key, PAT, VAT, JWT or session. */
  readonly authenticate: Authenticate<Caller>;
  /** Finds the client of a SCIM token; undefined for an unknown token. */
  findScimClient(token: string, now: number): Promise<ScimClient | undefined>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook; null on public routes. */
    subject: Subject | null;
  }
}

/**
 * Reads the credential of every route that needs one, before the body: a stranger gets 401, and fills no memory. Requests that another
 * site's page sends in a person's name are rejected with 403.
 *
 * @param publicOrigin where people reach the service, if the configuration says so
 */
export function authenticateRequests(
  instance: FastifyInstance,
  routes: RouteTable,
  source: SubjectSource,
  publicOrigin: string | undefined,
): void {
  instance.decorateRequest('subject', null);
  instance.addHook('onRequest', async (request) => {
    const access = routes.accessOf(request);
    if (access === undefined) return;
    const site = requestOriginOf(request, publicOrigin);
    if (access.kind === 'public') refuseForeignOrigin(request, site);
    else if (access.kind === 'scim') request.subject = await findScimClient(request, source);
    else request.subject = await findCaller(request, source, site);
  });
}

/** Signing in needs no `Origin`, but nobody is signed in, or set up, by another site's page. */
function refuseForeignOrigin({ headers }: FastifyRequest, site: RequestSite): void {
  if (headers.origin !== undefined) requireSameOrigin(headers, site);
}

async function findCaller(request: FastifyRequest, source: SubjectSource, site: RequestSite): Promise<Subject> {
  const caller = await source.authenticate(request.headers, Date.now(), site);
  const { organizationId } = caller;
  if (organizationId === undefined) throw new GatewayError('invalid_api_key');
  return { ...caller, organizationId };
}

async function findScimClient(request: FastifyRequest, source: SubjectSource): Promise<Subject> {
  const credential = recognizeCredential(request.headers, { oidcEnabled: false, consoleEnabled: false });
  if (credential.kind === 'none') throw new GatewayError('invalid_api_key', { message: credential.message });
  const client = await source.findScimClient(credential.token, Date.now());
  if (client === undefined) throw new GatewayError('invalid_api_key');
  return client;
}
