import { checkPage, expect, partOfRow, test } from './check-page.js';
import { asOwner, OWNER, openPage, readWorld, signIn } from './world.js';

const signInForm = async (page: import('@playwright/test').Page, password: string = OWNER.password) => {
  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
};

test('signing in with a password leads to the workspace; a wrong password is explained', async ({ page, trouble }) => {
  trouble.expectStatus(401);
  await page.goto(`${readWorld().url}/ui`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await checkPage(page);
  await signInForm(page, 'not the right password');
  await expect(
    page.getByRole('alert').filter({ hasText: 'The e-mail address or the password is wrong.' }),
  ).toBeVisible();
  await checkPage(page);
  await signInForm(page);
  await expect(page.getByRole('heading', { level: 1, name: readWorld().workspace.name })).toBeVisible();
  await checkPage(page);
});

test('a session that has ended leads to the sign-in once, and back to where the person was', async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(401);
  await signIn(page);
  await openPage(page, '/w/:workspace/changes');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByText('Sign in to continue.')).toBeVisible();
  await signInForm(page);
  await expect(page).toHaveURL(/\/changes$/);
});

test('a session that ends in a form leads to the sign-in, and back to the form with what was typed', {
  tag: '@part-2',
}, async ({ page, trouble }) => {
  trouble.expectStatus(401);
  const { id } = await asOwner().call<{ id: string }>('POST', '/admin/gateway/policies/guardrails', {
    name: 'interrupted',
    kind: 'http',
    config: { url: 'https://checker.example/' },
  });
  await signIn(page);
  await openPage(page, `/w/:workspace/guardrails?open=${id}`);
  await page.getByRole('dialog', { name: 'interrupted' }).getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit interrupted' });
  await form.getByLabel('Name').fill('interrupted, with a new name');
  await form.getByLabel('Headers').fill('Authorization: Bearer not-for-storage');
  await page.context().clearCookies();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Sign in to continue.')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('not-for-storage');
  await signInForm(page);
  await expect(form.getByLabel('Name')).toHaveValue('interrupted, with a new name');
  await expect(form.getByText('This is your draft.')).toBeVisible();
  await checkPage(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'interrupted, with a new name', exact: true })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('a new name');
  // Its checker is nowhere: it would block the requests of the tests that follow.
  await asOwner().call('DELETE', `/admin/gateway/policies/guardrails/${id}`);
});

test('a draft of a new thing is there after signing in again, and can be discarded', { tag: '@part-0' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(401);
  await signIn(page);
  await openPage(page, '/w/:workspace/cache?open=new');
  const form = page.getByRole('dialog', { name: 'Create a cache policy' });
  await form.getByLabel('Name').fill('not yet there');
  await page.context().clearCookies();
  await form.getByRole('button', { name: 'Create cache policy' }).click();
  await expect(page.getByText('Sign in to continue.')).toBeVisible();
  await signInForm(page);
  await expect(form.getByLabel('Name')).toHaveValue('not yet there');
  await form.getByRole('button', { name: 'Discard the draft' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('');
});

test('a draft is not offered to another person who signs in, nor after signing out', { tag: '@part-3' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(401);
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
  await page.goto(`${readWorld().url}/ui`);
  await signInForm(page);
  await expect(page.getByRole('heading', { level: 1, name: readWorld().workspace.name })).toBeVisible();
  await openPage(page, '/w/:workspace/cache?open=new');
  const form = page.getByRole('dialog', { name: 'Create a cache policy' });
  await form.getByLabel('Name').fill('of Ada alone');
  await expect.poll(drafts).toHaveLength(1);
  await page.evaluate(() => sessionStorage.setItem('drafts-of', 'somebody else'));
  await page.reload();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await form.getByLabel('Name').fill('of Ada again');
  await expect.poll(drafts).toHaveLength(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Account of ${OWNER.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await drafts()).toEqual([]);
});

test.describe('an address to return to that is of another site', () => {
  const targets = ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)'];
  for (const [index, target] of targets.entries()) {
    test(`is not followed: ${target}`, { tag: partOfRow(index + 2) }, async ({ page, trouble }) => {
      trouble.expectStatus(401);
      await page.goto(`${readWorld().url}/ui/sign-in?return_to=${encodeURIComponent(target)}`);
      await signInForm(page);
      await expect(page.getByRole('navigation')).toBeVisible();
      expect(new URL(page.url()).origin).toBe(readWorld().url);
    });
  }
});

test('signing out ends the session', async ({ page, trouble }) => {
  trouble.expectStatus(401);
  await page.goto(`${readWorld().url}/ui`);
  await signInForm(page);
  await page.getByRole('button', { name: `Account of ${OWNER.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto(`${readWorld().url}/ui`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
