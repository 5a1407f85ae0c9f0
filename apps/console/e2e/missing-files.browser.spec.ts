import { expect, test } from './check-page.js';
import { openPage, signIn } from './world.js';

const TEXTS_OF_USAGE = /\/assets\/usage-(?!page)[\w-]+\.js$/;
const CODE_OF_USAGE = /\/assets\/usage-page-[\w-]+\.js$/;

for (const [what, files] of [
  ['texts', TEXTS_OF_USAGE],
  ['code', CODE_OF_USAGE],
] as const) {
  test(`a page whose ${what} cannot be loaded says so, and is shown once they are there`, async ({ page, trouble }) => {
    trouble.expect(/^request failed: .*\/assets\/usage-|^console: .*(Failed to load resource|could not be loaded)/);
    await signIn(page);
    await openPage(page, '/w/:workspace/connect');
    let asked = 0;
    await page.route(files, (route) => {
      asked += 1;
      return route.abort('failed');
    });
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole('link', { name: 'Usage' }).click();
    // It has reloaded once.
    await page.waitForFunction(() => !('isSamePage' in window));
    const failure = page.getByRole('alert').filter({ hasText: 'This page could not be shown' });
    await expect(failure).toBeVisible();
    await expect(page.getByRole('link', { name: 'Usage' })).toBeVisible();
    expect(asked).toBeGreaterThan(0);
    await page.unroute(files);
    await failure.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
    await expect(failure).toBeHidden();
  });
}

test('a file that is loaded ahead and is missing takes nothing away', { tag: '@part-2' }, async ({ page, trouble }) => {
  trouble.expect(/^request failed: .*\/assets\/usage-|^console: .*(Failed to load resource|could not be loaded)/);
  await signIn(page);
  await openPage(page, '/w/:workspace/connect');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const asked = page.waitForEvent('requestfailed');
  await page.route(CODE_OF_USAGE, (route) => route.abort('failed'));
  await page.getByRole('link', { name: 'Usage' }).hover();
  await asked;
  // A page that reloads has gone by then.
  await page.waitForTimeout(1_000);
  await expect(page.getByText('Create a key to get snippets')).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('the console works without the code of its messages', { tag: '@part-0' }, async ({ page, trouble }) => {
  trouble.expect(/^request failed: .*\/assets\/notifications-|^console: .*Failed to load resource/);
  await page.route(/\/assets\/notifications-[\w-]+\.js$/, (route) => route.abort('failed'));
  await signIn(page);
  await openPage(page, '/w/:workspace/connect');
  await expect(page.getByText('Create a key to get snippets')).toBeVisible();
});
