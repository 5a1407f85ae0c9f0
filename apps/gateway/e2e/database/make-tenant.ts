import { hashToken, newToken, TOKEN_PREFIXES, tokenHint } from '@multilane/auth';
import type { Actor, Change, DatabaseWithSecrets, NewCredential, NewTeam } from '@multilane/persistence';
import { testEncryptionKey } from '@multilane/testing';

/** The encryption key of every gateway and every database of these tests. */
export const ENCRYPTION_KEY = testEncryptionKey(7);

const ACTOR: Actor = { type: 'operator', id: null, name: 'test' };

const PREFIXES = {
  api_key: TOKEN_PREFIXES.apiKey,
  pat: TOKEN_PREFIXES.personalAccessToken,
  vat: TOKEN_PREFIXES.virtualAccountToken,
};

/** A credential and the token that it was issued with. */
export interface Issued {
  readonly id: string;
  readonly token: string;
}

/** An organization with one workspace, one team, and a provider with a few models in the workspace. */
export interface Tenant {
  readonly name: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly teamId: string;
  readonly providerId: string;
  change<Result>(work: (change: Change) => Promise<Result>): Promise<Result>;
  issue(values: Partial<NewCredential>): Promise<Issued>;
  /** A key of the tenant's team; bound to its workspace if so asked. */
  issueKey(bound: boolean, values?: Partial<NewCredential>): Promise<Issued>;
  /** A person of the tenant, and a session of that person. */
  signIn(email: string): Promise<{ readonly userId: string; readonly cookie: string; readonly sessionId: string }>;
}

export interface TenantOptions {
  readonly upstreamUrl: string;
  readonly products?: readonly string[];
  readonly team?: Partial<NewTeam>;
}

export async function makeTenant(database: DatabaseWithSecrets, name: string, options: TenantOptions): Promise<Tenant> {
  const change: Tenant['change'] = (work) => database.change(ACTOR, work);
  const made = await change(async ({ organizations, workspaces, teams, providers, models }) => {
    const { id: organizationId } = await organizations.create({ name, products: options.products ?? ['ai_gateway'] });
    const { id: workspaceId } = await workspaces.create(organizationId, { name: `${name}-workspace` });
    const { id: teamId } = await teams.create(organizationId, { name: 'research', ...options.team });
    const { id: providerId } = await providers.create(organizationId, {
      workspaceId,
      name: 'own-openai',
      kind: 'openai',
      baseUrl: `${options.upstreamUrl}/v1`,
      secrets: { api_key: `sk-secret-of-${name}` },
    });
    const model = { workspaceId, kind: 'model', type: 'chat', providerId } as const;
    await models.create(organizationId, {
      ...model,
      logicalName: 'shared-name',
      aliases: ['shared-alias'],
      upstreamModel: `upstream-of-${name}`,
    });
    await models.create(organizationId, { ...model, logicalName: `only-${name}`, upstreamModel: `second-of-${name}` });
    await models.create(organizationId, {
      ...model,
      logicalName: 'router',
      kind: 'virtual',
      providerId: null,
      routing: { strategy: 'failover', targets: [{ model: 'shared-name' }] },
    });
    return { organizationId, workspaceId, teamId, providerId };
  });
  const { organizationId, workspaceId, teamId } = made;
  const issue: Tenant['issue'] = async (values) => {
    const kind = values.kind ?? 'api_key';
    const token = newToken(PREFIXES[kind]);
    const credential = { kind, name: `${kind} of ${name}`, hint: tokenHint(token), hash: hashToken(token), ...values };
    const { id } = await change(({ credentials }) => credentials.create(organizationId, credential));
    return { id, token };
  };
  return {
    name,
    ...made,
    change,
    issue,
    issueKey: (bound, values = {}) => issue({ teamId, ...(bound ? { workspaceId } : {}), ...values }),
    signIn: async (email) => {
      const cookie = newToken('');
      return change(async ({ memberships, users, sessions }) => {
        const user = await users.create(organizationId, { email, name: 'Ada' });
        await memberships.set(organizationId, { workspaceId, userId: user.id, role: 'editor', teamId });
        const expiresAt = new Date(Date.now() + 3_600_000);
        const session = await sessions.create(organizationId, { userId: user.id, hash: hashToken(cookie), expiresAt });
        return { userId: user.id, cookie, sessionId: session.id };
      });
    },
  };
}
