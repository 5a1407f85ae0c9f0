import { readFileSync } from 'node:fs';
import { checkPage, expect, test } from './check-page.js';
import { askModel, waitForUsage } from './gateway-calls.js';
import { openPage, signIn } from './world.js';

test('usage is grouped, compared with the period before, and exported', async ({ page }) => {
  await askModel('lane-one', 'Use something');
  await waitForUsage('lane-one');
  await signIn(page);
  await openPage(page, '/w/:workspace/usage?range=7d&metric=requests');
  await expect(page.getByRole('cell', { name: 'lane-one' })).toBeVisible();
  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Requests' }).getByRole('row')).toHaveCount(8);
  await checkPage(page);
  await page.getByText('Chart', { exact: true }).click();

  await page.getByRole('combobox', { name: 'Group by' }).click();
  await page.getByRole('option', { name: 'Team' }).click();
  await expect(page.getByRole('cell', { name: 'research' })).toBeVisible();
  const compare = page.getByRole('switch', { name: 'Compare with the period before' });
  // Not `check`: the switch shows what is in the address, which changes a moment after the click.
  await compare.click({ force: true });
  await expect(compare).toBeChecked();
  await expect(page).toHaveURL(/compare=/);
  await expect(page.getByText('New').first()).toBeVisible();
  await checkPage(page);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toMatch(/^day,team,name,requests,/);
  expect(lines.slice(1).some((line) => line.includes(',research,'))).toBe(true);
});

test('usage has days of another time zone, and says where it has not', async ({ page }) => {
  await askModel('lane-one', 'Use something');
  await waitForUsage('lane-one');
  await signIn(page);
  await openPage(page, '/w/:workspace/usage?range=7d&metric=requests');
  await expect(page.getByText('Days are in UTC.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await expect(page.getByText('Days are in Europe/Berlin.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'lane-one' })).toBeVisible();
  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Requests' }).getByRole('row')).toHaveCount(8);
  await checkPage(page);
  await openPage(page, '/w/:workspace/usage?range=7d&zone=Europe/Berlin&group=user');
  await expect(page.getByText('Days are in UTC: another time zone needs one group')).toBeVisible();
});

test('a period without usage says so, and days in the wrong order change nothing', { tag: '@part-1' }, async ({
  page,
}) => {
  await signIn(page);
  await openPage(page, '/w/:workspace/usage?range=custom&from=2020-01-01&to=2020-01-31');
  await expect(page.getByText('No usage in this period.')).toBeVisible();
  await checkPage(page);
  await page.getByLabel('To', { exact: true }).fill('2019-12-01');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('usage that cannot be read is explained', { tag: '@part-4' }, async ({ page, trouble }) => {
  trouble.expectStatus(503);
  await signIn(page);
  const error = { code: 'database_unavailable', message: 'The database cannot be reached.', param: null };
  await page.route(/\/admin\/usage/, (route) => route.fulfill({ status: 503, json: { error } }));
  await openPage(page, '/w/:workspace/usage');
  await expect(page.locator('#page').getByRole('alert').first()).toContainText('The database cannot be reached.');
});
