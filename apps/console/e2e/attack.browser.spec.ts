import { allPages } from '../src/routes/all-pages.js';
import { expect, test } from './check-page.js';
import { type RunningWorld, startWorld } from './start-world.js';
import { asOwner, createCaller, openPage, readWorld, signIn, WORLD_VARIABLE } from './world.js';

/** Names and messages that would run, call elsewhere or break out, were they more than text. */
const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>{{7*7}}';
const MARKDOWN = [
  '[link](javascript:document.title=3)',
  '![pixel](http://elsewhere.example/pixel.png)',
  '<iframe src="http://elsewhere.example/"></iframe>',
  '<a href="data:text/html,<script>1</script>">data</a>',
  MARKUP,
].join('\n\n');

const PASSWORD = 'a long enough password';

const addresses = allPages.filter(
  ({ layout, path }) => layout !== 'bare' && path !== '/' && !path.replace('$workspace', '').includes('$'),
);

test.describe('what people name things', () => {
  const shared = process.env[WORLD_VARIABLE];
  let own: RunningWorld | undefined;

  test.beforeAll(async () => {
    own = await startWorld();
    process.env[WORLD_VARIABLE] = JSON.stringify(own.world);
  });

  test.afterAll(async () => {
    process.env[WORLD_VARIABLE] = shared;
    await own?.stop();
  });

  test('is text on every page: nothing runs, is loaded from elsewhere or violates the policy', async ({ page }) => {
    test.setTimeout(180_000);
    const { providerId, workspace } = readWorld();
    const { call } = asOwner();
    const own_ = { workspace_id: workspace.id };
    await call('PATCH', `/admin/workspaces/${workspace.id}`, { name: MARKUP });
    const team = await call<{ id: string }>('POST', '/admin/teams', { name: MARKUP });
    await call('POST', '/admin/keys', { ...own_, name: MARKUP, team: MARKUP });
    await call('POST', `/admin/service-accounts?workspace_id=${workspace.id}`, { name: MARKUP });
    await call('POST', '/admin/models', {
      logical_name: 'hostile<img/src=x/onerror=alert(1)>',
      provider_id: providerId,
      upstream_model: 'simulator',
    });
    const policy = { ...own_, name: MARKUP };
    await call('POST', '/admin/gateway/policies/guardrails', {
      ...policy,
      kind: 'keywords',
      config: { keywords: [MARKUP] },
    });
    await call('POST', '/admin/gateway/policies/cache', policy);
    await call('POST', '/admin/gateway/policies/pii', { ...policy, entities: ['email'] });
    await call('POST', '/admin/gateway/policies/rate-limits', { ...policy, team_id: team.id, requests_per_day: 9 });
    await call('POST', '/admin/routing-configs', { ...policy, targets: [{ model: 'lane-one' }] });
    await call('POST', `/w/chat/sessions?workspace_id=${workspace.id}`, { title: MARKUP });
    let dialogs = 0;
    page.on('dialog', async (dialog) => {
      dialogs += 1;
      await dialog.dismiss();
    });
    await signIn(page);
    for (const { path } of addresses) {
      await openPage(page, path.replace('$workspace', ':workspace'));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      expect([path, await page.locator('img[src="x"], img[src$="/x"]').count()]).toEqual([path, 0]);
      await expect(page).toHaveTitle(/ · Multilane$/);
    }
    expect(dialogs).toBe(0);
  });
});

test('what a model answers is formatted without links that run, pictures or frames', async ({ page }) => {
  const { workspace } = readWorld();
  const owner = asOwner();
  const { id } = await owner.call<{ id: string }>('POST', `/w/chat/sessions?workspace_id=${workspace.id}`, {});
  await owner.call('POST', `/w/chat/sessions/${id}/messages`, {
    messages: [
      { role: 'user', content: MARKDOWN },
      { role: 'assistant', content: MARKDOWN, model: 'lane-one' },
    ],
  });
  await signIn(page);
  await openPage(page, `/w/:workspace/conversations/${id}`);
  const messages = page.getByRole('log', { name: 'Messages' }).getByRole('article');
  await expect(messages).toHaveCount(2);
  await expect(messages.nth(1).getByText('link', { exact: true })).toBeVisible();
  for (const name of ['img', 'iframe', 'script', 'a[href^="javascript"]', 'a[href^="data"]']) {
    expect([name, await messages.locator(name).count()]).toEqual([name, 0]);
  }
});

test('a role that is taken away while a page is open takes effect at once, and is said', async ({ page, trouble }) => {
  for (const status of [403, 404]) trouble.expectStatus(status);
  const { url, workspace } = readWorld();
  const owner = asOwner();
  const invite = await owner.call<{ token: string }>('POST', '/org/invites', {
    email: 'loses.role@example.com',
    workspace_id: workspace.id,
    workspace_role: 'admin',
  });
  const cookie = await owner.takeCookie('/auth/signup', {
    token: invite.token,
    name: 'Loses Role',
    password: PASSWORD,
  });
  await signIn(page, cookie);
  await openPage(page, '/w/:workspace/cache?open=new');
  const form = page.getByRole('dialog', { name: 'Create a cache policy' });
  await form.getByLabel('Name').fill('made by nobody');
  const { user } = await createCaller(url, cookie).call<{ user: { id: string } }>('GET', '/auth/session');
  await owner.call('DELETE', `/admin/workspaces/${workspace.id}/members/${user.id}`);
  await form.getByRole('button', { name: 'Create cache policy' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await openPage(page, '/w/:workspace/cache');
  await expect(page.getByText('This workspace does not exist, or you cannot reach it.')).toBeVisible();
  const { data } = await owner.call<{ data: unknown[] }>('GET', '/admin/gateway/policies/cache?q=made+by+nobody');
  expect(data).toEqual([]);
});

for (const path of ['keys', 'models', 'rate-limits', 'cache', 'virtual-accounts', 'requests', 'routing']) {
  test(`an id in the address that is nobody's, or of something else, is said on the page of ${path}`, async ({
    page,
    trouble,
  }) => {
    for (const status of [400, 404]) trouble.expectStatus(status);
    await signIn(page);
    for (const id of ['019a0000-0000-7000-8000-000000000000', "x' OR 1=1 --", '../../auth/session']) {
      await openPage(page, `/w/:workspace/${path}?open=${encodeURIComponent(id)}`);
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
      await expect(page.getByRole('dialog')).not.toContainText('expires_at');
    }
  });
}

test('no other site can show the console in a frame, read what it answers or change anything, and nothing is cached', async () => {
  const { cookie, url, workspace } = readWorld();
  const elsewhere = { cookie, origin: 'http://elsewhere.example' };
  for (const path of ['/ui/', `/ui/w/${workspace.id}/keys`, '/auth/session', '/admin/keys']) {
    const { headers } = await fetch(`${url}${path}`, { headers: elsewhere });
    expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null]);
    expect([path, headers.get('cache-control')]).toEqual([path, expect.stringContaining('no-store')]);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    if (path.startsWith('/ui')) expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
  for (const [method, path] of [
    ['POST', '/admin/teams'],
    ['POST', '/auth/logout'],
    ['PATCH', '/org'],
    ['DELETE', `/admin/workspaces/${workspace.id}`],
  ] as const) {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...elsewhere, ...(method !== 'DELETE' && { 'content-type': 'application/json' }) },
      ...(method !== 'DELETE' && { body: '{}' }),
    });
    expect([path, answer.status]).toEqual([path, 403]);
  }
});
