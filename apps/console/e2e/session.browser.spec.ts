import { checkPage, expect, test } from './check-page.js';
import { OWNER, openPage, readWorld, signIn } from './world.js';

const signInForm = async (page: import('@playwright/test').Page, password: string = OWNER.password) => {
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
};

test('signing in with a password leads to the workspace; a wrong password is explained', async ({ page, trouble }) => {
  trouble.expectStatus(401);
  await page.goto(`${readWorld().url}/ui`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await checkPage(page);
  await signInForm(page, 'not the right password');
  await expect(page.getByRole('alert')).toBeVisible();
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

test.describe('an address to return to that is of another site', () => {
  for (const target of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    test(`is not followed: ${target}`, async ({ page, trouble }) => {
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
