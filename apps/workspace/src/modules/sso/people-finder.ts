import { toShownName } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Actor, Change, Database, InviteRecord, UserRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../../services/workspace-services.js';
import type { Origin } from '../auth/origin.js';
import { useInvite } from '../invites/use-invite.js';
import type { SignedInPerson } from './identity-provider.js';

const MOST_INVITES = 50;
const LONGEST_NAME = 200;

/** Account that a sign-in opens: one that is linked to the identity already, one to be linked, or a new one. */
export type FoundAccount =
  | { readonly kind: 'account'; readonly user: UserRecord }
  | {
      readonly kind: 'link';
      readonly user: UserRecord;
      readonly email: string;
      readonly invite: InviteRecord | undefined;
    }
  | { readonly kind: 'create'; readonly email: string; readonly invite: InviteRecord };

/** Tables of a transaction, or of the database. */
interface Tables {
  readonly users: Pick<Change['users'], 'findByEmail' | 'findBySsoSubject'>;
  readonly invites: Pick<Change['invites'], 'listPage'>;
}

/**
 * Finds whose account a sign-in opens (docs/contract/sign-in.md#single-sign-on). Nobody who is not known is let in,
 * and nobody gets an account of an organization that the identity provider is not for: each look names the organization.
 */
@Injectable()
export class PeopleFinder {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * By issuer and subject; else, and once, by the verified email address. An address opens an account that SCIM
   * provisioned, one whose owner is signed in in this browser, or an open invitation. An organization's owner is never
   * found by an address alone, which others may set: they link the account while signed in.
   *
   * @throws GatewayError 403 `sso_no_account`
   */
  async find(
    organizationId: string,
    person: SignedInPerson,
    signedInAs: string | undefined,
    from: Origin,
  ): Promise<UserRecord> {
    const known = await this.database.users.findBySsoSubject(organizationId, subjectOf(person));
    if (known !== undefined) return requireActive(known);
    const actor: Actor = { type: 'system', id: null, name: 'sso', ...from };
    return this.database.change(actor, async (change) => {
      const found = await look(change, organizationId, person, signedInAs);
      if (found.kind === 'account') return found.user;
      const ssoSubject = subjectOf(person);
      const { email, invite } = found;
      if (found.kind === 'create') {
        const account = { email, name: nameOf(person, email), ssoSubject, role: found.invite.role };
        return accept(change, found.invite, () => change.users.create(organizationId, account));
      }
      if (invite !== undefined) await accept(change, invite, () => found.user);
      return change.users.update(organizationId, found.user.id, { ssoSubject });
    });
  }

  /** Finds the same account and changes nothing, for a test. @throws GatewayError 403 `sso_no_account` */
  preview(organizationId: string, person: SignedInPerson, signedInAs: string): Promise<FoundAccount> {
    return look(this.database, organizationId, person, signedInAs);
  }
}

async function look(
  { invites, users }: Tables,
  organizationId: string,
  person: SignedInPerson,
  signedInAs: string | undefined,
): Promise<FoundAccount> {
  const known = await users.findBySsoSubject(organizationId, subjectOf(person));
  if (known !== undefined) return { kind: 'account', user: requireActive(known) };
  const { verifiedEmail: email } = person;
  if (email === undefined) throw refuse('The identity provider does not vouch for an e-mail address of yours.');
  const invite = await findInvite(invites, organizationId, email);
  const user = await users.findByEmail(organizationId, email);
  if (user === undefined) {
    if (invite === undefined) throw refuse();
    return { kind: 'create', email, invite };
  }
  requireLinkable(requireActive(user), { isInvited: invite !== undefined, signedInAs });
  return { kind: 'link', user, email, invite };
}

/** No issuer has a space in it, so no two identities share a text. */
const subjectOf = ({ issuer, subject }: SignedInPerson): string => `${issuer} ${subject}`;

/** The latest open one. */
async function findInvite(
  invites: Tables['invites'],
  organizationId: string,
  email: string,
): Promise<InviteRecord | undefined> {
  const { data } = await invites.listPage(organizationId, {
    limit: MOST_INVITES,
    filters: { email, acceptedAt: null },
  });
  return data.find(({ expiresAt }) => Date.now() < expiresAt.getTime());
}

/** Uses the invitation up for the person; fails if somebody else was faster. */
async function accept(
  change: Change,
  invite: InviteRecord,
  findPerson: () => UserRecord | Promise<UserRecord>,
): Promise<UserRecord> {
  const user = await useInvite(change, invite, findPerson);
  if (user === undefined) throw refuse();
  return user;
}

function requireLinkable(
  { id, role, ssoSubject, scimUserName }: UserRecord,
  { isInvited, signedInAs }: { isInvited: boolean; signedInAs: string | undefined },
): void {
  if (ssoSubject !== null) throw refuse('The account of this e-mail address belongs to another identity.');
  const isExpected = scimUserName !== null || isInvited;
  if (signedInAs === id || (isExpected && role !== 'owner')) return;
  throw refuse('There is an account with your e-mail address. Sign in to it with its password first, then try again.');
}

function requireActive(user: UserRecord): UserRecord {
  if (!user.active) throw refuse('Your account is deactivated.');
  return user;
}

/** Name of the person at the provider, without characters that no name needs. */
function nameOf({ name = '' }: SignedInPerson, email: string): string {
  const shown = toShownName(name).slice(0, LONGEST_NAME);
  return shown === '' ? email : shown;
}

function refuse(message?: string): GatewayError {
  return new GatewayError('sso_no_account', message === undefined ? {} : { message });
}
