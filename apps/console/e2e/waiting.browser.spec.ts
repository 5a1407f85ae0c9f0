import { checkPage, expect, test } from './check-page.js';
import { openPage, signIn } from './world.js';

test('the heading of the first page is drawn while its code is on its way, and assistive technology is told of it', async ({
  page,
}) => {
  await signIn(page);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/keys-page-[\w-]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await openPage(page, '/w/:workspace/keys');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keys');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await checkPage(page, { always: true });
  release();
  await expect(page.getByRole('button', { name: 'Create key' }).first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
});
