import { checkPage, expect, START_LIMIT_MS, test } from './check-page.js';
import { type RunningProvider, startIdentityProvider } from './start-identity-provider.js';
import { findClosedPort, type RunningWorld, startWorld } from './start-world.js';
import { createCaller, OWNER, signIn } from './world.js';

/** Without characters that basic authentication escapes. */
const SECRET = 'SecretOfTheConsole7';

/** The provider is sent to the address of the service, so these tests have a service that knows its own. */
test.describe('single sign-on that an owner sets up', () => {
  let running: RunningWorld;
  let provider: RunningProvider;

  test.beforeAll(async () => {
    test.setTimeout(START_LIMIT_MS);
    const port = String(await findClosedPort());
    provider = await startIdentityProvider(SECRET);
    running = await startWorld({ PORT: port, PUBLIC_BASE_URL: `http://127.0.0.1:${port}` });
  });

  test.afterAll(async () => {
    await running?.stop();
    await provider?.stop();
  });

  test('is tested before it can be switched on, with problems at their fields, and then signs people in', async ({
    page,
    trouble,
  }) => {
    trouble.expectStatus(400);
    const { cookie, url } = running.world;
    await signIn(page, cookie, url);
    provider.person = {
      sub: 'ada',
      email: OWNER.email,
      email_verified: true,
      groups: ['engineering', 'operations'],
    };
    await page.goto(`${url}/ui/org/sso`);
    const issuer = page.getByRole('textbox', { name: 'Issuer' });
    const secret = page.getByRole('textbox', { name: 'Client secret' });
    const save = page.getByRole('button', { name: 'Save' });

    await issuer.fill('https://169.254.169.254');
    await page.getByRole('textbox', { name: 'Client ID' }).fill('console');
    await secret.fill('a wrong secret');
    await save.click();
    await expect(page.getByText(/`issuer` is refused/)).toBeVisible();
    await checkPage(page);
    await issuer.fill(provider.issuer);
    await save.click();
    await expect(page.getByText('The settings are saved. Test them next.')).toBeVisible();
    await expect(page.getByText('Set up, but not switched on')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'People can sign in this way' })).toBeDisabled();

    await page.getByRole('button', { name: 'Test sign-in' }).click();
    await expect(page.getByText('The test has failed')).toBeVisible();
    await expect(page.getByText(/does not accept this client id with this secret/)).toBeVisible();
    await checkPage(page);
    await secret.fill(SECRET);
    await save.click();
    await expect(page.getByText('The test has failed')).toBeHidden();

    await page.getByRole('button', { name: 'Test sign-in' }).click();
    const result = page.getByRole('region', { name: 'Result of the test' });
    await expect(result.getByText('The test has passed')).toBeVisible();
    await expect(result).toContainText('engineering, operations');
    await expect(result).toContainText('link the account of this address to this identity');
    await expect(result).toContainText('Owner');
    await page.getByRole('switch', { name: 'People can sign in this way' }).click();
    await expect(page.getByText('Single sign-on is on.')).toBeVisible();
    await checkPage(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await checkPage(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    // Signed in in this browser, the owner links the account; a browser without a session is then signed in.
    await page.goto(`${url}/auth/sso/start`);
    await expect(page).toHaveURL(/\/ui\//);
    // The page would go on asking, without a session.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(`${url}/ui/sign-in`);
    await page.getByRole('link', { name: 'Sign in with single sign-on' }).click();
    await expect(page.getByRole('button', { name: OWNER.name })).toBeVisible();
  });

  test('is changed in the version that the form shows, which keeps what is typed, and no other', async ({
    page,
    trouble,
  }) => {
    trouble.expectStatus(412);
    const { cookie, url } = running.world;
    await signIn(page, cookie, url);
    const owner = createCaller(url, cookie);
    const { issuer } = provider;
    await owner.call('PUT', '/org/sso', { issuer, client_id: 'console', client_secret: SECRET });
    await page.goto(`${url}/ui/org/sso`);
    const client = page.getByRole('textbox', { name: 'Client ID' });
    await expect(client).toHaveValue('console');
    await client.fill('mine');
    await owner.call('PUT', '/org/sso', { issuer, client_id: 'theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'This was changed while you were editing' });
    await expect(conflict.getByRole('row', { name: /^Client ID.*mine.*theirs/ })).toBeVisible();
    await expect(client).toHaveValue('mine');
    await checkPage(page);
    expect(await owner.call('GET', '/org/sso')).toMatchObject({ client_id: 'theirs' });
    await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(page.getByText('The settings are saved. Test them next.')).toBeVisible();
    await expect(conflict).toBeHidden();
    expect(await owner.call('GET', '/org/sso')).toMatchObject({ client_id: 'mine', has_client_secret: true });
  });

  test('is asked for by its name where a link on another site leads to the sign-in page', async ({ page }) => {
    const { url } = running.world;
    await page.goto(`${url}/ui/sign-in?organization=acme&return_to=%2Fkeys`);
    await expect(page.getByText(/Continue only if it is yours/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name of your organization' })).toHaveValue('acme');
    await checkPage(page);
  });
});
