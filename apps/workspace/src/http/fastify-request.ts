import type { Requester } from '../access/requester.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; null on public routes. */
    requester: Requester | null;
  }
}
