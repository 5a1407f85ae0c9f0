import { createPasswordHasher, hashToken } from '@multilane/auth';
import type { OrganizationRecord, UserRecord } from '@multilane/persistence';
import type { Command } from 'commander';
import { createOwner } from '../../modules/auth/create-owner.js';
import { issueSetupToken } from '../../modules/auth/issue-setup-token.js';
import { INVITE_VALID_MS, newInviteToken } from '../../modules/invites/invite-token.js';
import type { Answer } from '../answer.js';
import { act, type CommandLine } from '../command-line.js';
import { CommandFailure, WrongUsage } from '../exit-codes.js';
import { checkPassword, parseEmail, parseName } from '../values.js';

interface OwnerOptions {
  readonly org?: string;
  readonly email: string;
  readonly name?: string;
  readonly passwordStdin?: boolean;
}

/** Adds the commands that create the first people of an organization. */
export function addOwnerCommands(program: Command): void {
  const owner = program.command('owner').description('Manages owners of an organization.');
  const create = owner
    .command('create')
    .description(
      'Invites an owner and prints the token to sign up with, good once and for a week. With --password-stdin the account is made at once.',
    )
    .option('--org <name>', 'the organization (default: the one of gateway.yaml)', parseName)
    .requiredOption('--email <address>', 'with which the owner signs in', parseEmail)
    .option('--name <name>', 'name of the owner (default: the e-mail address)', parseName)
    .option('--password-stdin', 'read a password of 12 or more characters from standard input');
  act<[], OwnerOptions>(create, (line, { options }) =>
    options.passwordStdin === true ? makeOwner(line, options) : inviteOwner(line, options),
  );

  const reset = owner
    .command('reset-second-factor')
    .description(
      'Resets the second factor of an owner, or of somebody else, who has lost it, and ends all sessions of that person.',
    )
    .option('--org <name>', 'the organization (default: the one of gateway.yaml)', parseName)
    .requiredOption('--email <address>', 'of the person', parseEmail);
  act<[], OwnerOptions>(reset, (line, { options }) => resetSecondFactor(line, options));

  const setupToken = program
    .command('setup-token')
    .description(
      'Prints a new setup token, good once and for a day, while nobody at all has an account. Earlier ones work no more.',
    )
    .option('--org <name>', 'the organization (default: the one of gateway.yaml)', parseName);
  act<[], { readonly org?: string }>(setupToken, (line, { options: { org } }) => makeSetupToken(line, org));
}

async function makeOwner(line: CommandLine, { org, email, name = email }: OwnerOptions): Promise<Answer> {
  const password = await line.readSecret();
  const problem = checkPassword(password);
  if (problem !== undefined) throw new CommandFailure(`The password ${problem}.`);
  return line.withDatabase(async (database) => {
    const organization = await line.findOrganization(database, org);
    const passwordHash = await createPasswordHasher().hash(password);
    const owner = await database.change(line.actor, async (change) => {
      if (await change.users.findByEmail(organization.id, email)) throw hasAccount(email, organization);
      return createOwner(change, organization.id, { email, name, passwordHash });
    });
    return {
      data: toView(owner, organization),
      text: `Made the owner ${email} of "${organization.name}". Sign in with POST /auth/login, or at /ui.`,
    };
  });
}

function inviteOwner(line: CommandLine, { org, email, name }: OwnerOptions): Promise<Answer> {
  if (name !== undefined) {
    throw new WrongUsage('--name needs --password-stdin: who is invited says how they are called.');
  }
  return line.withDatabase(async (database) => {
    const organization = await line.findOrganization(database, org);
    const token = newInviteToken();
    const expiresAt = new Date(Date.now() + INVITE_VALID_MS);
    await database.change(line.actor, async ({ invites, users, workspaces }) => {
      if (await users.findByEmail(organization.id, email)) throw hasAccount(email, organization);
      const [workspace] = await workspaces.listAll(organization.id);
      const place = workspace === undefined ? {} : { workspaceId: workspace.id, workspaceRole: 'admin' as const };
      await invites.removeOpen(organization.id, email);
      await invites.create(organization.id, { email, role: 'owner', hash: hashToken(token), expiresAt, ...place });
    });
    return {
      data: { object: 'invite', email, organization: organization.name, token, expires_at: expiresAt.toISOString() },
      text:
        `Invited ${email} to own "${organization.name}". The token is good once, until ${expiresAt.toISOString()}:\n\n` +
        `  ${token}\n\n  POST /auth/signup  {"token": "…", "name": "…", "password": "…"}`,
    };
  });
}

function resetSecondFactor(line: CommandLine, { email, org }: OwnerOptions): Promise<Answer> {
  return line.withDatabase(async (database) => {
    const organization = await line.findOrganization(database, org);
    const person = await database.change(line.actor, async ({ secondFactors, users }) => {
      const found = await users.findByEmail(organization.id, email);
      if (found?.secondFactorSince == null) {
        throw new CommandFailure(`Nobody with the address ${email} has a second factor with "${organization.name}".`);
      }
      await secondFactors.remove(organization.id, found.id, 'reset_second_factor');
      await users.endSessions(organization.id, found.id);
      return found;
    });
    return {
      data: toView(person, organization),
      text: `Reset the second factor of ${email} in "${organization.name}". The password alone signs in now, where none is required.`,
    };
  });
}

function makeSetupToken(line: CommandLine, org: string | undefined): Promise<Answer> {
  return line.withDatabase(async (database) => {
    const organization = await line.findOrganization(database, org);
    if (await database.users.existAny()) {
      throw new CommandFailure('Somebody has an account already; `owner create` makes another owner.');
    }
    const { token, expiresAt } = await issueSetupToken(database, line.actor, organization.id, false);
    return {
      data: { object: 'setup_token', organization: organization.name, token, expires_at: expiresAt.toISOString() },
      text:
        `The first owner of "${organization.name}" is made with this setup token, until ${expiresAt.toISOString()}:\n\n` +
        `  ${token}\n\nEnter it in the console, at /ui/set-up, or: POST /auth/setup  {"token": "…", "email": "…", "name": "…", "password": "…"}`,
    };
  });
}

function hasAccount(email: string, { name }: OrganizationRecord): CommandFailure {
  return new CommandFailure(`Somebody with the address ${email} has an account with "${name}" already.`);
}

function toView({ id, email, name, role, createdAt }: UserRecord, organization: OrganizationRecord) {
  return {
    object: 'user',
    id,
    email,
    name,
    role,
    organization: organization.name,
    created_at: createdAt.toISOString(),
  };
}
