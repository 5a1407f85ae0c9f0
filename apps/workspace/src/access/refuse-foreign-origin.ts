import { GatewayError } from '@multilane/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site's page sends in a person's name. An unsafe method with a session needs a same-origin
 * `Origin`; on public routes, such as sign-in, none is needed, but a foreign one is refused too.
 *
 * @param publicOrigin where people reach the service, if the configuration says so; else the address of the request
 */
export function refuseForeignOrigins(instance: FastifyInstance, publicOrigin: string | undefined): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method)) return done();
    const { origin } = request.headers;
    const isOwn = origin !== undefined && ownOrigins(request, publicOrigin).includes(origin.toLowerCase());
    const isNeeded = request.subject?.credentialType === 'session';
    const mayBeAbsent = request.subject === null && origin === undefined;
    const isBearer = request.subject !== null && !isNeeded;
    done(isOwn || mayBeAbsent || isBearer ? undefined : new GatewayError('origin_not_allowed'));
  });
}

function ownOrigins(request: FastifyRequest, publicOrigin: string | undefined): string[] {
  const addressed = `${request.protocol}://${request.host}`.toLowerCase();
  return publicOrigin === undefined ? [addressed] : [publicOrigin, addressed];
}
