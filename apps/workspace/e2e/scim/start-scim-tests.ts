import { afterAll, beforeAll, expect } from '@jest/globals';
import { hashToken, newToken } from '@multilane/auth';
import type { Actor } from '@multilane/persistence';
import type { HttpAnswer, TestDatabase } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  type Send,
  startTestWorkspace,
  type TestWorkspace,
} from '../start-test-workspace.js';

export const TEST: Actor = { type: 'system', id: null, name: 'test' };
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export interface Resource {
  readonly id: string;
  readonly meta: { readonly version: string; readonly location: string; readonly lastModified: string };
  readonly [name: string]: unknown;
}
export interface List {
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly Resource[];
}

export const patch = (...Operations: object[]) => ({ schemas: [PATCH_OP], Operations });
export const resourceOf = (answer: HttpAnswer): Resource => answer.json() as Resource;
export const listOf = (answer: HttpAnswer): List => answer.json() as List;

/** Surroundings of every SCIM suite: a workspace, clients of two organizations, and words for their actions. */
export interface ScimWorld {
  readonly workspace: TestWorkspace;
  /** A client of the workspace's organization. */
  readonly scim: Send;
  /** A client of another. */
  readonly elsewhere: { readonly organizationId: string; readonly scim: Send };
  /** The id of the first client's token. */
  readonly tokenId: string;
  /** A number that no other call gives. */
  count(): number;
  newName(): string;
  /** A client of an organization, as a SCIM token makes it. */
  issue(organizationId: string, more?: { expiresAt?: Date }): Promise<{ id: string; send: Send; token: string }>;
  createUser(body?: object, send?: Send): Promise<Resource>;
  createGroup(body?: object, send?: Send): Promise<Resource>;
  findUser(id: string): Promise<Resource>;
  search(kind: 'Users' | 'Groups', query: Record<string, string>): Promise<List>;
}

/** Starts the world before the tests of the suite that calls it, and stops it after them. */
export function startScimTests(kind: TestDatabase): ScimWorld {
  let workspace: TestWorkspace;
  let scim: Send;
  let elsewhere: { readonly organizationId: string; readonly scim: Send };
  let tokenId: string;
  let counter = 0;

  const issue = async (organizationId: string, more: { expiresAt?: Date } = {}) => {
    const token = newToken('ml_scim_');
    const { id } = await workspace.database.change(TEST, ({ scimTokens }) =>
      scimTokens.create(organizationId, { name: `idp ${++counter}`, hint: 'x', hash: hashToken(token), ...more }),
    );
    const send: Send = (route, body, headers = {}) => {
      const type = body === undefined ? {} : { 'content-type': 'application/scim+json' };
      return workspace.send(route, body, { authorization: `Bearer ${token}`, ...type, ...headers });
    };
    return { id, send, token };
  };

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    const own = await issue(workspace.organizationId);
    scim = own.send;
    tokenId = own.id;
    const { organizationId } = await addTenant(workspace.database, 'other');
    elsewhere = { organizationId, scim: (await issue(organizationId)).send };
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const newName = (): string => `user-${++counter}@example.com`;
  const createUser = async (body: object = {}, send: Send = scim): Promise<Resource> => {
    const answer = await send('POST /scim/v2/Users', { schemas: [USER], userName: newName(), ...body });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return resourceOf(answer);
  };
  const createGroup = async (body: object = {}, send: Send = scim): Promise<Resource> => {
    const answer = await send('POST /scim/v2/Groups', { schemas: [GROUP], displayName: `team ${++counter}`, ...body });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return resourceOf(answer);
  };
  const findUser = async (id: string): Promise<Resource> => resourceOf(await scim(`GET /scim/v2/Users/${id}`));
  const search = async (kind: 'Users' | 'Groups', query: Record<string, string>): Promise<List> => {
    const answer = await scim(`GET /scim/v2/${kind}?${new URLSearchParams(query)}`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return listOf(answer);
  };
  return {
    get workspace() {
      return workspace;
    },
    get scim() {
      return scim;
    },
    get elsewhere() {
      return elsewhere;
    },
    get tokenId() {
      return tokenId;
    },
    count: () => ++counter,
    newName,
    issue,
    createUser,
    createGroup,
    findUser,
    search,
  };
}

/** Status and code of a refusal, and its `scimType`; the answer must have the members of RFC 7644 section 3.12. */
export function errorOf(answer: HttpAnswer): unknown[] {
  const { schemas, status, scimType, detail } = answer.json() as Record<string, unknown>;
  expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
  expect([schemas, status, detail]).toEqual([[ERROR], String(answer.status), expect.any(String)]);
  return [...refusalOf(answer), scimType];
}
