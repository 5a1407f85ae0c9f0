import type { Page } from '@playwright/test';

/** Facts that every test of a run finds (e2e/start-world.ts). */
export interface World {
  readonly url: string;
  /** The session of the owner. */
  readonly cookie: string;
  readonly workspace: { readonly id: string; readonly name: string };
  /** A simulator; `lane-one` and `lane-two` are its models. */
  readonly providerId: string;
  readonly team: { readonly id: string; readonly name: string };
  /** A key of the team in the workspace. */
  readonly key: { readonly id: string; readonly secret: string };
}

export const OWNER = { email: 'ada@example.com', name: 'Ada Byron', password: 'a long enough password' } as const;

/** Holds the world of a worker, or that of the run: the processes of workers inherit it. */
export const WORLD_VARIABLE = 'MULTILANE_CONSOLE_WORLD';

export function readWorld(): World {
  const text = process.env[WORLD_VARIABLE];
  if (text === undefined) throw new Error('No world runs: start the tests with pnpm test:console.');
  return JSON.parse(text) as World;
}

export interface Caller {
  /** @throws for every answer that is no success, with its body */
  call<Answer>(method: string, path: string, body?: object): Promise<Answer>;
  /** @returns the session cookie that the answer sets */
  takeCookie(path: string, body: object): Promise<string>;
}

/** Calls the API as somebody whose session cookie is known, to make what a test needs. */
export function createCaller(url: string, cookie: string): Caller {
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const headers: Record<string, string> = { origin: url, ...(cookie !== '' && { cookie }) };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
      const response = await ask(method, path, body);
      return (response.status === 204 ? undefined : await response.json()) as Answer;
    },
    async takeCookie(path, body) {
      const response = await ask('POST', path, body);
      return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    },
  };
}

/** Calls the API as the owner. */
export function asOwner(): Caller {
  const { url, cookie } = readWorld();
  return createCaller(url, cookie);
}

/** The password of everybody whom `addPerson` adds. */
export const PASSWORD = 'a long enough password';

/**
 * Invites somebody and accepts, as they would.
 *
 * @param email names them; no two tests use the same
 * @param invite the roles
 * @returns the cookie of their session
 */
export async function addPerson(email: string, name: string, invite: object = {}): Promise<string> {
  const { token } = await asOwner().call<{ token: string }>('POST', '/org/invites', { email, ...invite });
  return createCaller(readWorld().url, '').takeCookie('/auth/signup', { token, name, password: PASSWORD });
}

/** Gives the page the owner's session, or another one, without the form. */
export async function signIn(
  page: Page,
  cookie: string = readWorld().cookie,
  url: string = readWorld().url,
): Promise<void> {
  const [name = '', ...value] = cookie.split('=');
  await page.context().addCookies([{ name, value: value.join('='), url }]);
}

/** Opens a page of the console: `/w/:workspace/…` with the workspace of the world filled in. */
export async function openPage(page: Page, path: string): Promise<void> {
  const { url, workspace } = readWorld();
  await page.goto(`${url}/ui${path.replace(':workspace', workspace.id)}`);
}

/** Goes to another page as a link does: the console stays loaded. Callers have to wait for the page's content. */
export async function goTo(page: Page, path: string): Promise<void> {
  const { workspace } = readWorld();
  const address = `/ui${path.replace(':workspace', workspace.id)}`;
  await page.evaluate((next) => history.pushState(null, '', next), address);
}

/** The page has asked for nothing for so long, or it asks on and on. */
const QUIET_MS = 1_000;

/** Waits until a page has what it asks for once it is there, such as the parts of a chart: what is asked for later is no part of its load. */
export async function settle(page: Page, timeout = 30_000): Promise<void> {
  await page.waitForFunction(
    (quiet) => {
      const ends = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration);
      return performance.now() - Math.max(0, ...ends) > quiet;
    },
    QUIET_MS,
    { timeout },
  );
}
