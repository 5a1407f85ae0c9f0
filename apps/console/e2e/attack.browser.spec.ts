import { MARKUP } from './add-hostile-names.js';
import { expect, test } from './check-page.js';
import { closeByEscape } from './keyboard.js';
import { asOwner, createCaller, goTo, openPage, readWorld, signIn } from './world.js';

/** Texts that would run, call elsewhere or break out if they were rendered. */
const MARKDOWN = [
  '[link](javascript:document.title=3)',
  '![pixel](http://elsewhere.example/pixel.png)',
  '<iframe src="http://elsewhere.example/"></iframe>',
  '<a href="data:text/html,<script>1</script>">data</a>',
  MARKUP,
].join('\n\n');

const PASSWORD = 'a long enough password';

test('an answer of a model is formatted without links that run, pictures or frames', async ({ page }) => {
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
  // A link with a scheme that is not linked is shown as it was written.
  await expect(messages.nth(1).getByText('[link](javascript:document.title=3)')).toBeVisible();
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

test("an id in the address that is nobody's, or of something else, is said on each page", { tag: '@part-3' }, async ({
  page,
  trouble,
}) => {
  for (const status of [400, 404]) trouble.expectStatus(status);
  const [first, ...others] = ['019a0000-0000-7000-8000-000000000000', "x' OR 1=1 --", '../../auth/session'];
  await signIn(page);
  const dialog = page.getByRole('dialog');
  for (const path of ['keys', 'models', 'rate-limits', 'cache', 'virtual-accounts', 'requests', 'routing']) {
    const addressOf = (id = '') => `/w/:workspace/${path}?open=${encodeURIComponent(id)}`;
    const check = async () => {
      await expect(dialog.getByRole('alert'), path).toBeVisible();
      await expect(dialog, path).not.toContainText('expires_at');
    };
    await openPage(page, addressOf(first));
    await check();
    for (const id of others) {
      await closeByEscape(page, dialog);
      await goTo(page, addressOf(id));
      await check();
    }
  }
});

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
