import {
  hashToken,
  type KeyRole,
  newToken,
  type OrganizationRole,
  tokenHint,
  type WorkspaceRole,
} from '@multilane/auth';
import { parseConfig } from '@multilane/config';
import type { Actor, CredentialChanges, DatabaseWithSecrets, UserRecord } from '@multilane/persistence';
import { type HttpAnswer, type HttpCall, type TestLocation, testEncryptionKey } from '@multilane/testing';
import { type AppSend, appRequest, openBrowser } from '@multilane/testing/app-request';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RouteEntry } from '../src/access/list-routes.js';
import { makeWorkspace } from '../src/app/bootstrap.js';

/** Milliseconds for hooks that start a database and a service: a busy machine takes its time. */
export const HOOK_LIMIT_MS = 90_000;

/** A call by method and path: `POST /admin/teams`. */
export type Send = (route: string, body?: HttpCall['body'], headers?: HttpCall['headers']) => Promise<HttpAnswer>;

/** Somebody who may call, and how. */
export interface TestCaller {
  readonly send: Send;
  /** Headers that authenticate it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly user?: UserRecord;
  readonly credentialId: string;
}

export interface PersonOptions {
  readonly organizationId?: string;
  readonly role?: OrganizationRole;
  readonly memberships?: readonly { readonly workspaceId: string; readonly role: WorkspaceRole }[];
}

export interface KeyOptions extends Pick<CredentialChanges, 'rpmLimit' | 'tpmLimit' | 'budgetUsd' | 'expiresAt'> {
  readonly organizationId?: string;
  readonly teamId: string;
  readonly role?: KeyRole;
  readonly workspaceId?: string;
}

/** A control plane in this process, with people and keys to call it with. */
export interface TestWorkspace {
  readonly url: string;
  readonly setupToken: string | undefined;
  readonly app: NestFastifyApplication;
  readonly routes: readonly RouteEntry[];
  /** Database of the operator's commands: the service itself gets it without `upstreamSecrets`. */
  readonly database: DatabaseWithSecrets;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Nobody in particular. */
  readonly send: Send;
  /** A browser that nobody has signed in with yet: it keeps the cookies that it gets, and says where it is. */
  openBrowser(): Send;
  /** A new person with a session, made past the API: no password is hashed. */
  signIn(options?: PersonOptions): Promise<TestCaller>;
  /** A new API key, made past the API. */
  issueKey(options: KeyOptions): Promise<TestCaller>;
  /** The PAT of a person in a workspace. */
  issuePat(user: UserRecord, workspaceId: string): Promise<TestCaller>;
  stop(): Promise<void>;
}

const SETUP: Actor = { type: 'system', id: null, name: 'test' };
const AN_HOUR_MS = 3_600_000;

const SERVER = 'port: 0, host: 127.0.0.1, drain_delay_ms: 0, drain_ms: 1000, request_body_limit_mb: 1';
const CONFIG = `
encryption: { key: ${testEncryptionKey(7)} }
telemetry: { log_level: silent }
`;

/**
 * @param more further sections of gateway.yaml
 * @param server further keys of its section `server`
 */
export async function startTestWorkspace(location: TestLocation, more = '', server = ''): Promise<TestWorkspace> {
  const url = 'url' in location ? `database: { url: "${location.url}" }\n` : '';
  const { config } = parseConfig(`server: { ${SERVER}, ${server} }${CONFIG}${url}${more}`, {
    env: {},
    sourceName: 'test.yaml',
  });
  const folder = 'folder' in location ? { embeddedFolder: location.folder } : {};
  const { services, http, setupToken } = await makeWorkspace({ config, ...folder });
  const { opened: database } = services;
  await http.app.listen(0, '127.0.0.1');
  const address = await http.app.getUrl();
  const [organization] = await database.organizations.listEveryOne();
  const organizationId = organization?.id ?? '';
  const [workspace] = await database.workspaces.listAll(organizationId);
  const listening = http.app.getHttpServer();
  const sendBy =
    (send: AppSend, own: Readonly<Record<string, string>>): Send =>
    (route, body, headers = {}) => {
      const [method = '', path = ''] = route.split(' ');
      return send({ method, path, body, headers: { ...own, ...headers } });
    };
  const as = (own: Readonly<Record<string, string>>): Send => sendBy((call) => appRequest(listening, call), own);
  const origin = config.server.public_base_url ?? address;
  const issue = async (token: string, credential: Parameters<typeof newCredential>[1], tenant: string) => {
    const { id } = await newCredential(database, credential, tenant, token);
    const headers = { authorization: `Bearer ${token}` };
    return { send: as(headers), headers, credentialId: id };
  };
  return {
    url: address,
    setupToken,
    app: http.app,
    routes: http.routes.list(),
    database,
    organizationId,
    workspaceId: workspace?.id ?? '',
    send: as({}),
    openBrowser: () => sendBy(openBrowser(listening), { origin }),
    signIn: async ({ organizationId: tenant = organizationId, role = 'owner', memberships = [] } = {}) => {
      const token = newToken('');
      const { user, session } = await database.change(SETUP, async ({ memberships: table, users, sessions }) => {
        const made = await users.create(tenant, {
          email: `${newToken('p').toLowerCase()}@example.com`,
          name: role,
          role,
        });
        for (const membership of memberships) await table.set(tenant, { ...membership, userId: made.id });
        const expiresAt = new Date(Date.now() + AN_HOUR_MS);
        return {
          user: made,
          session: await sessions.create(tenant, { userId: made.id, hash: hashToken(token), expiresAt }),
        };
      });
      const headers = { cookie: `ml_session=${token}`, origin };
      return { send: as(headers), headers, user, credentialId: session.id };
    },
    issueKey: ({ organizationId: tenant = organizationId, role = 'admin', ...place }) =>
      issue(newToken('ml-'), { kind: 'api_key', role, ...place }, tenant),
    issuePat: (user, workspaceId) =>
      issue(newToken('ml_pat_'), { kind: 'pat', userId: user.id, workspaceId }, user.organizationId),
    stop: async () => {
      await http.app.close();
      await services.close();
    },
  };
}

function newCredential(
  database: DatabaseWithSecrets,
  credential: Omit<
    Parameters<Parameters<Parameters<DatabaseWithSecrets['change']>[1]>[0]['credentials']['create']>[1],
    'name' | 'hint' | 'hash'
  >,
  organizationId: string,
  token: string,
) {
  return database.change(SETUP, ({ credentials }) =>
    credentials.create(organizationId, { ...credential, name: 'test', hint: tokenHint(token), hash: hashToken(token) }),
  );
}

/** Another tenant, with an organization of its own and a workspace. */
export async function addTenant(
  database: DatabaseWithSecrets,
  name: string,
): Promise<{ organizationId: string; workspaceId: string }> {
  return database.change(SETUP, async ({ organizations, workspaces }) => {
    const { id: organizationId } = await organizations.create({ name, products: ['ai_gateway'] });
    const { id: workspaceId } = await workspaces.create(organizationId, { name: 'default' });
    return { organizationId, workspaceId };
  });
}

/** Code and parameter of a refusal, after its status. */
export function refusalOf(answer: HttpAnswer): unknown[] {
  const { error } = answer.json() as { error: { code: string; param?: string } };
  return error.param === undefined ? [answer.status, error.code] : [answer.status, error.code, error.param];
}
