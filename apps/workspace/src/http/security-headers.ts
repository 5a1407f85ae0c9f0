import type { FastifyInstance } from 'fastify';

/** Headers of every answer. A page for people has a policy of its own for the content that it loads. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Answers of the control plane are for one person, now.
  'cache-control': 'no-store',
};

/** Behind TLS, browsers must use TLS for a year. */
const TRANSPORT_SECURITY = 'max-age=31536000';

export function sendSecurityHeaders(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, reply, done) => {
    reply.headers(HEADERS);
    if (request.protocol === 'https') reply.header('strict-transport-security', TRANSPORT_SECURITY);
    done();
  });
}
