import { checkPage, expect, test } from './check-page.js';
import { openPage, signIn } from './world.js';

test('a page leads to its guide, which the console has itself, and a guide to others', async ({ page }) => {
  await signIn(page);
  await openPage(page, '/w/:workspace/rate-limits');
  await page.getByRole('link', { name: 'Documentation' }).click();
  await expect(page).toHaveURL(/\/ui\/guide\/limits$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Rate limits' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', /\/docs$/);
  await checkPage(page);

  const other = page.locator('main a[href*="/ui/guide/"]').first();
  const href = await other.getAttribute('href');
  await other.click();
  await expect(page).toHaveURL(new RegExp(`${href?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
});

test('a guide opens at the heading that a page means, and a name that is none is said', { tag: '@part-2' }, async ({
  page,
}) => {
  await signIn(page);
  await openPage(page, '/w/:workspace/evals/suites');
  await page.getByRole('link', { name: 'Documentation' }).click();
  await expect(page).toHaveURL(/\/guide\/evals#suites$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Suites' })).toBeInViewport();
  await openPage(page, '/guide/nothing-of-that-name');
  await expect(page.getByText('There is no guide with this name.')).toBeVisible();
  await openPage(page, '/guide/contract/limits');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkPage(page);
});

test('the guides say in Chinese that they are in English', { tag: '@part-4' }, async ({ page }) => {
  await signIn(page);
  await page.addInitScript(() => localStorage.setItem('console-language', 'zh-CN'));
  await openPage(page, '/guide/limits');
  await expect(page.getByText('指南目前只有英文版。')).toBeVisible();
  await expect(page.getByRole('link', { name: 'API 参考' })).toBeVisible();
});
