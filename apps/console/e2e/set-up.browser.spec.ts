import { checkPage, expect, test } from './check-page.js';
import { type StartedService, startService } from './start-world.js';
import { OWNER } from './world.js';

/** From an empty service to the first answer of a model: docs/console.md promises it. */
const FIRST_CHAT_LIMIT_MS = 90_000;

test.describe('the first minute', () => {
  let service: StartedService;

  test.beforeAll(async () => {
    service = await startService();
  });

  test.afterAll(async () => {
    await service?.stop();
  });

  test('leads from the setup token to the first answer of a model, without a curl', async ({ page, trouble }) => {
    trouble.expectStatus(401);
    const startedAt = Date.now();
    await page.goto(`${service.url}/ui`);
    await page.getByRole('link', { name: 'Create the first owner' }).click();
    await expect(page.getByRole('heading', { name: 'Create the first owner' })).toBeVisible();
    await checkPage(page);
    await page.getByLabel('Name').fill(OWNER.name);
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);

    await page.getByLabel('Setup token').fill('ml_setup_wrong');
    await page.getByRole('button', { name: 'Create owner' }).click();
    await expect(page.getByRole('alert')).toContainText('setup token');

    // The address that the service prints: its token fills the form, and leaves the address.
    await page.goto(`${service.url}/ui/sign-in`);
    await page.goto(`${service.url}/ui/set-up#token=${service.setupToken}`);
    await expect(page.getByLabel('Setup token')).toHaveValue(service.setupToken);
    await expect(page).not.toHaveURL(/ml_setup_/);
    await page.getByLabel('Name').fill(OWNER.name);
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Create owner' }).click();
    await expect(page.getByRole('heading', { name: 'Register the first model of this workspace' })).toBeVisible();
    // A workspace without a model offers to register one: the simulator needs no key.
    await checkPage(page);
    await page.getByRole('button', { name: 'Test and continue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Playground' })).toBeVisible();
    await page.getByLabel('Message', { exact: true }).fill('Say hello.');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'answered:' })).toBeAttached();
    expect(Date.now() - startedAt).toBeLessThan(FIRST_CHAT_LIMIT_MS);
  });
});
