import { checkPage, expect, test } from './check-page.js';
import { openPage, readWorld, signIn } from './world.js';

test('a key made on the page is in every snippet, and works as it is pasted', async ({ page }) => {
  await signIn(page);
  await openPage(page, '/w/:workspace/connect?model=lane-one');
  await expect(page.getByText('Create a key to get snippets')).toBeVisible();
  await page.getByRole('button', { name: 'New key' }).click();
  const form = page.getByRole('dialog', { name: 'New key' });
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByText('Required').first()).toBeVisible();
  await form.getByLabel('Name').fill('connected by a test');
  await form.getByLabel('Team').fill(readWorld().team.name);
  await form.getByLabel('Name').focus();
  await expect(form.getByRole('combobox', { name: 'Workspace' })).toHaveValue(readWorld().workspace.name);
  await checkPage(page);
  await form.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByText('lane-one answered')).toBeVisible();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText('The snippets contain your new key')).toBeVisible();

  const snippet = await page.getByRole('region', { name: 'Snippet for curl' }).textContent();
  const secret = /Bearer ([\w-]+)/.exec(snippet ?? '')?.[1] ?? '';
  const { url } = readWorld();
  expect(snippet).toContain(`${url}/v1/chat/completions`);
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'lane-one', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  expect(response.status).toBe(200);
  for (const client of [
    'Python',
    'TypeScript',
    'Anthropic SDK',
    'Vercel AI SDK',
    'LangChain',
    'Claude Code',
    'Codex',
  ]) {
    await page.getByRole('tab', { name: client }).click();
    await expect(page.getByRole('tabpanel')).toContainText(secret);
    await expect(page.getByRole('tabpanel')).toContainText('lane-one');
  }
  await checkPage(page);

  // The plaintext is nowhere but in the memory of the page.
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toContain(secret);
  await page.reload();
  await expect(page.getByText('Create a key to get snippets')).toBeVisible();
});

test('a key that the service rejects is explained in the form', { tag: '@part-2' }, async ({ page, trouble }) => {
  trouble.expectStatus(403);
  await signIn(page);
  await openPage(page, '/w/:workspace/connect');
  const error = { code: 'permission_denied', message: 'You may not create keys for this team.', param: 'team' };
  await page.route(/\/admin\/keys$/, (route) => route.fulfill({ status: 403, json: { error } }));
  await page.getByRole('button', { name: 'New key' }).click();
  const form = page.getByRole('dialog', { name: 'New key' });
  await form.getByLabel('Name').fill('refused');
  await form.getByLabel('Team').fill('other');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByText('You may not create keys for this team.')).toBeVisible();
  await checkPage(page);
});
