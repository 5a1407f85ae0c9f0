import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInStepView } from '../dto/second-factor.view.js';
import type { SessionView } from '../dto/session.view.js';
import type { IssuedSession } from '../session-issuer.js';
import { startSession } from '../start-session.js';
import type { SignInStep } from './sign-in-steps.js';

/** Hands a session over to the browser, or answers 202 with the step that is missing. */
export function continueSignIn(
  outcome: IssuedSession | SignInStep,
  request: FastifyRequest,
  reply: FastifyReply,
): SessionView | SignInStepView {
  if (!('step' in outcome)) return startSession(outcome, request, reply);
  reply.status(202);
  return SignInStepView.of(outcome);
}
