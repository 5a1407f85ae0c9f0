/** Single sign-on of a person who was invited, with an identity provider of the tests. */
import { httpRequest } from '../../libs/testing/dist/index.js';

const PERSON = { sub: 'grace', email: 'grace@example.com', email_verified: true, name: 'Grace' };

/** @typedef {import('../../libs/testing/dist/index.js').HttpAnswer} HttpAnswer */

/**
 * Invites the person as the owner, and signs in as a browser does. Returns who the session says that it is.
 *
 * @param {string} origin
 * @param {string} ownerCookie
 * @param {import('../../libs/testing/dist/index.js').TestIssuer} issuer
 */
export async function signOn(origin, ownerCookie, issuer) {
  issuer.signIns.person = PERSON;
  const invitation = await httpRequest({
    url: `${origin}/org/invites`,
    headers: { cookie: ownerCookie, origin },
    body: { email: PERSON.email },
  });
  expectStatus(invitation, 201, 'the invitation');
  const started = await httpRequest({ url: `${origin}/auth/sso/start` });
  expectStatus(started, 303, 'the start of the sign-in');
  const authorized = await httpRequest({ url: started.headers.location ?? '' });
  expectStatus(authorized, 302, 'the identity provider');
  const back = authorized.headers.location ?? '';
  if (!back.startsWith(`${origin}/auth/sso/callback?`))
    throw new Error(`the identity provider sends people to ${back}`);
  const finished = await httpRequest({ url: back, headers: { cookie: cookiesOf(started) } });
  expectStatus(finished, 303, 'the end of the sign-in');
  const session = await httpRequest({ url: `${origin}/auth/session`, headers: { cookie: cookiesOf(finished) } });
  expectStatus(session, 200, 'the session');
  const { user } = /** @type {{ user: { email: string, role: string } }} */ (session.json());
  if (user.email !== PERSON.email) throw new Error(`the session is that of ${user.email}`);
  return `${user.email} signed in as ${user.role}`;
}

/**
 * @param {HttpAnswer} answer
 * @param {number} status
 * @param {string} what
 */
function expectStatus(answer, status, what) {
  if (answer.status !== status) throw new Error(`${what} was answered with ${answer.status}: ${answer.text}`);
}

/** @param {HttpAnswer} answer */
function cookiesOf({ headers }) {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
}
