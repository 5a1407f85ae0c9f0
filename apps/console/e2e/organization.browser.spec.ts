import { checkPage, expect, test } from './check-page.js';
import { openPage, readWorld, signIn } from './world.js';

test.beforeEach(({ page }) => signIn(page));

test('single sign-on that is not set up says what gateway.yaml lacks, and how to set it up at each provider', async ({
  page,
}) => {
  await openPage(page, '/org/sso');
  await expect(page.getByText('Not set up')).toBeVisible();
  for (const key of ['server.public_base_url', 'auth.oidc.issuer', 'auth.console.sso.client_id']) {
    await expect(page.getByText(key, { exact: true })).toBeVisible();
  }
  await page.getByText('Microsoft Entra ID').click();
  await expect(page).toHaveURL(/provider=entra/);
  await expect(page.getByText('xms_edov')).toBeVisible();
  await expect(page.getByRole('region', { name: 'gateway.yaml' })).toContainText('login.microsoftonline.com');
  await checkPage(page);
});

test('the addresses that an identity provider needs are there to copy once they are known', async ({ page }) => {
  await page.route(`${readWorld().url}/org/sso`, (route) =>
    route.fulfill({
      json: {
        object: 'sso',
        is_offered: true,
        issuer: `https://${'a-very-long-name.'.repeat(12)}example.com`,
        callback_address: 'https://ai.example.com/auth/sso/callback',
        start_address: 'https://ai.example.com/auth/sso/start',
        missing: [],
      },
    }),
  );
  await openPage(page, '/org/sso');
  await expect(page.getByText('People can sign in this way')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Redirect address' })).toContainText('/auth/sso/callback');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
});

test('what cannot be read of single sign-on is explained and can be read again', async ({ page, trouble }) => {
  trouble.expectStatus(503);
  await page.route(`${readWorld().url}/org/sso`, (route) =>
    route.fulfill({
      status: 503,
      json: { error: { type: 'api_error', code: 'unavailable', message: 'Wait a moment.' } },
    }),
  );
  await openPage(page, '/org/sso');
  await expect(page.getByRole('alert')).toContainText('Wait a moment.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Not set up')).toBeVisible();
});
