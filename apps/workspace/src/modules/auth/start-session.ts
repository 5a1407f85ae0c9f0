import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionView } from './dto/session.view.js';
import type { Origin } from './origin.js';
import { setSessionCookie } from './session-cookie.js';
import type { IssuedSession } from './session-issuer.js';

/** Hands a session over to the browser: the cookie, and whose it is. */
export function startSession(session: IssuedSession, request: FastifyRequest, reply: FastifyReply): SessionView {
  setSessionCookie(request, reply, session);
  return SessionView.of(session.identity);
}

/** Characters of a browser's name that are kept. */
const MOST_OF_A_NAME = 512;

export function originOf({ headers, id, ip }: FastifyRequest): Origin {
  return { requestId: id, address: ip, userAgent: headers['user-agent']?.slice(0, MOST_OF_A_NAME) };
}
