import type { Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { sendChat } from './gateway-calls.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

test.beforeEach(({ page }) => signIn(page));

/** Asks a model for a customer, with tags, and waits until usage has it. */
async function askFor(customer: string, tags: string): Promise<void> {
  const body = { model: 'lane-one', messages: [{ role: 'user', content: 'Hello' }] };
  const response = await sendChat(body, { 'x-service-customer': customer, 'x-service-tags': tags });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  await response.text();
  const { call } = asOwner();
  const path = `/admin/usage?customer=${encodeURIComponent(customer)}`;
  await expect
    .poll(async () => (await call<{ data: { requests: number }[] }>('GET', path)).data[0]?.requests)
    .toBeGreaterThan(0);
}

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('usage by tag and customer leads to the requests, which are filtered by them', async ({ page }) => {
  // The second try of a test finds the requests of the first.
  const [customer, feature] = [`acme ${Date.now()}`, `search-${Date.now()}`];
  await askFor(customer, `feature=${feature}, env=prod`);
  await askFor('bolt', 'feature=chat');
  await openPage(page, '/w/:workspace/usage?range=7d&metric=requests');
  await choose(page, 'Group by', 'Tag');
  await choose(page, 'Name of the tag', 'feature');
  await expect(page.getByRole('columnheader', { name: 'feature' })).toBeVisible();
  await expect(page.getByRole('cell', { name: feature })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('usage-by-tag.png'), fullPage: true });
  await checkPage(page);
  await page.getByText('Table', { exact: true }).click();
  await expect(
    page.getByRole('table', { name: 'Requests' }).getByRole('columnheader', { name: feature }),
  ).toBeVisible();

  await choose(page, 'Group by', 'Customer');
  await page.getByRole('link', { name: `Show the requests of ${customer}` }).click();
  await expect(page).toHaveURL(/requests.*customer=acme/);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue(customer);
  await checkPage(page);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await choose(page, 'Tag', `feature=${feature}`);
  await expect(page).toHaveURL(/tag=feature/);
  await expect(rows).toHaveCount(2);
  await page.screenshot({ path: test.info().outputPath('requests-by-tag.png'), fullPage: true });
});

test('a bar of usage opens the requests of its day and group', async ({ page }) => {
  const customer = `barred-${Date.now()}`;
  await askFor(customer, 'feature=search');
  await openPage(page, `/w/:workspace/usage?range=7d&metric=requests&group=customer&value=${customer}`);
  await page.locator('svg rect').first().click();
  await expect(page).toHaveURL(/requests.*customer=barred/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
});

test('usage has two groups at once, and filters of callers and models', async ({ page }) => {
  await askFor('acme lamps', 'feature=search');
  await openPage(page, '/w/:workspace/usage?range=7d&metric=requests&group=team');
  await choose(page, 'Then by', 'Model');
  await expect(page.getByRole('columnheader', { name: 'Model' })).toBeVisible();
  await expect(page.getByRole('row', { name: /research.*lane-one/ })).toBeVisible();
  await choose(page, 'Model', 'lane-two');
  await expect(page.getByRole('row', { name: /lane-one/ })).toHaveCount(0);
  await checkPage(page);
});

test('home shows the spend of today and of the month, its projection, and who spent most', async ({ page }) => {
  await askFor('acme lamps', 'feature=search');
  const { workspace } = readWorld();
  await page.route(/\/admin\/usage\/forecast/, (route) =>
    route.fulfill({
      json: {
        object: 'usage_forecast',
        zone: 'UTC',
        from: '2026-11-01',
        to: '2026-11-30',
        today: '2026-11-20',
        today_usd: 12.5,
        spent_usd: 250,
        expected_usd: 380,
        low_usd: 360,
        high_usd: 410,
        method: 'weekdays',
        days: 42,
        rest: [],
      },
    }),
  );
  await page.route(/\/admin\/usage\?.*group_by=team/, (route) =>
    route.fulfill({
      json: {
        object: 'list',
        data: [{ object: 'usage', team: 'crew', team_id: 'a-team', cost_usd: 200 }],
        has_more: false,
      },
    }),
  );
  await page.route(/\/admin\/usage\?.*group_by=customer/, (route) =>
    route.fulfill({
      json: { object: 'list', data: [{ object: 'usage', customer: 'acme lamps', cost_usd: 125 }], has_more: false },
    }),
  );
  await openPage(page, `/w/${workspace.id}`);
  const spend = page.getByRole('region', { name: 'Spend' });
  await expect(spend.getByRole('group', { name: 'Today' })).toContainText('$12.50');
  await expect(spend.getByRole('group', { name: 'This month' })).toContainText('Day 20 of 30');
  const expected = spend.getByRole('group', { name: 'Expected by the end of the month' });
  await expect(expected).toContainText('$380.00');
  await expect(expected).toContainText('$360.00 – $410.00 · median of the same weekdays in 42 days');
  const spentOn = spend.getByTitle('What crew spent it on');
  await expect(spentOn).toHaveAttribute('href', /usage\?group=model&team=a-team/);
  await spend.getByText('Customer', { exact: true }).click();
  await expect(page).toHaveURL(/spenders=customer/);
  const spender = spend.getByRole('link', { name: 'Show the requests of acme lamps this month' });
  await expect(spender).toHaveAttribute('href', /customer=acme.*from=.*to=/);
  await page.screenshot({ path: test.info().outputPath('home.png'), fullPage: true });
  await checkPage(page);
});

test('customers are listed with their month, and one leads to its requests', async ({ page }) => {
  await askFor('acme lamps', 'feature=search');
  await openPage(page, '/w/:workspace/customers');
  await page.getByRole('button', { name: 'acme lamps' }).click();
  const drawer = page.getByRole('dialog', { name: 'acme lamps' });
  await expect(drawer.getByText('Expected by the end of the month')).toBeVisible();
  await expect(drawer.getByRole('img', { name: 'Cost by day' })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('customer.png'), fullPage: true });
  await checkPage(page);
  await drawer.getByRole('link', { name: 'Requests' }).click();
  await expect(page).toHaveURL(/requests.*customer=acme/);
});

test('a month is calculated on another model', async ({ page }) => {
  await askFor('acme lamps', 'feature=search');
  await openPage(page, '/w/:workspace/usage?range=7d');
  await page.getByRole('button', { name: 'What if' }).click();
  const drawer = page.getByRole('dialog', { name: 'What if' });
  await choose(page, 'Requests of', 'lane-one');
  await drawer.getByText('Other prices').click();
  await drawer.getByLabel('Prompt, per million').fill('1000');
  await drawer.getByRole('button', { name: 'Calculate' }).click();
  await expect(drawer.getByText('Would have cost', { exact: true })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('what-if.png'), fullPage: true });
  await checkPage(page);
});

test('people without a team have no statements of teams, and see which month that is', async ({ page }) => {
  await openPage(page, '/w/:workspace/team-statements');
  await expect(page.getByRole('heading', { level: 1, name: 'Statements of my teams' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Month' })).toBeVisible();
  await expect(page.getByText('No usage in this month.')).toBeVisible();
  await checkPage(page);
});

test('a month is charged with a markup, printed and closed', async ({ page }) => {
  await askFor('acme lamps', 'feature=search');
  await openPage(page, '/org/statements?by=customer');
  const month = page.getByRole('combobox', { name: 'Month' });
  await month.click();
  await page.getByRole('option').first().click();
  await expect(page.getByRole('button', { name: 'acme lamps' })).toBeVisible();
  await page.getByRole('button', { name: 'Markups and rebates' }).click();
  const rules = page.getByRole('dialog', { name: 'Markups and rebates' });
  await rules.getByLabel('Percent').fill('20');
  await rules.getByRole('button', { name: 'Save' }).click();
  await expect(rules).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('statements.png'), fullPage: true });
  await checkPage(page);
  await page.getByRole('button', { name: 'acme lamps' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('acme lamps');
  await expect(page.getByRole('table', { name: 'Lines' })).toContainText('+20%');
  await checkPage(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.screenshot({ path: test.info().outputPath('statement-printed.png'), fullPage: true });
  await page.emulateMedia({ media: 'screen' });

  await openPage(page, '/org/statements?by=customer');
  await page.getByRole('button', { name: 'Close month' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Close month' }).click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close month' })).toHaveCount(0);
});

test('a price that changes later is kept with its model', async ({ page }) => {
  const { providerId, workspace } = readWorld();
  const { call } = asOwner();
  const body = {
    provider_id: providerId,
    upstream_model: 'simulator',
    logical_name: 'dated',
    prices: { input_per_million: 1 },
  };
  const model = await call<{ id: string }>('POST', `/admin/models?workspace_id=${workspace.id}`, body);
  await openPage(page, `/w/:workspace/models?open=${model.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog').last();
  await form
    .getByRole('button', { name: /prices/i })
    .first()
    .click();
  await form.getByRole('button', { name: 'Add a price change' }).click();
  const change = form.getByRole('group', { name: 'Price changes' });
  await change.getByLabel('From').fill('2030-01-01');
  await page.screenshot({ path: test.info().outputPath('price-changes.png') });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(
      async () => (await call<{ prices: { changes?: object[] } }>('GET', `/admin/models/${model.id}`)).prices.changes,
    )
    .toEqual([expect.objectContaining({ from: '2030-01-01', input_per_million: 1 })]);
});

test('the pages of spend have their texts in Chinese', async ({ page }) => {
  await askFor('acme lamps', 'feature=search');
  await openPage(page, '/w/:workspace/usage?range=7d&metric=requests&group=customer');
  await page.evaluate(() => localStorage.setItem('console-language', 'zh-CN'));
  await openPage(page, '/w/:workspace/usage?range=7d&metric=requests&group=customer');
  await expect(page.getByRole('columnheader', { name: '客户' })).toBeVisible();
  await expect(page.getByRole('button', { name: '假设分析' })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('usage-zh.png'), fullPage: true });
  await checkPage(page);
  await openPage(page, '/w/:workspace');
  await expect(page.getByRole('region', { name: '支出' }).getByRole('group', { name: '预计月底支出' })).toBeVisible();
  await expect(page.getByRole('region', { name: '支出' }).getByText('24 小时内拒绝或失败')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('home-zh.png'), fullPage: true });
  await checkPage(page);
  await openPage(page, '/w/:workspace/customers');
  await expect(page.getByRole('heading', { level: 1, name: '客户' })).toBeVisible();
  await checkPage(page);
  await openPage(page, '/org/statements?by=customer');
  await expect(page.getByRole('heading', { level: 1, name: '账单' })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('statements-zh.png'), fullPage: true });
  await checkPage(page);
});
