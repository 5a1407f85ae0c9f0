import { type Authenticate, type Caller, recognizeCredential } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteTable } from './route-table.js';
import type { ScimClient, Subject } from './subject.js';

export interface SubjectSource {
  /** Who the bearer of an API key, PAT, VAT, JWT or session is. */
  readonly authenticate: Authenticate<Caller>;
  /** Who a SCIM token belongs to; undefined where it is not known. */
  findScimClient(token: string, now: number): Promise<ScimClient | undefined>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook; null on public routes. */
    subject: Subject | null;
  }
}

/** Reads the credential of every route that needs one, before the body: a stranger gets 401, and fills no memory. */
export function authenticateRequests(instance: FastifyInstance, routes: RouteTable, source: SubjectSource): void {
  instance.decorateRequest('subject', null);
  instance.addHook('onRequest', async (request) => {
    const access = routes.accessOf(request);
    if (access === undefined || access.kind === 'public') return;
    request.subject = await (access.kind === 'scim' ? findScimClient(request, source) : findCaller(request, source));
  });
}

async function findCaller(request: FastifyRequest, source: SubjectSource): Promise<Subject> {
  const caller = await source.authenticate(request.headers, Date.now());
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
