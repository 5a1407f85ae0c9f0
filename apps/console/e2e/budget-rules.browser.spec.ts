import type { Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { readRefusal, sendChat } from './gateway-calls.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const RULES = '/w/:workspace/budget-rules';

/** Asks as a program does for one of its customers. */
async function askFor(customer: string): Promise<string> {
  const body = { model: 'lane-one', messages: [{ role: 'user', content: 'How much is this?' }] };
  const response = await sendChat(body, { 'x-service-customer': customer });
  return `${response.status} ${(await readRefusal(response)) ?? 'answered'}`;
}

/** Waits until a page says so: what is spent is written a moment later. */
async function expectText(page: Page, path: string, row: RegExp, texts: readonly string[]): Promise<void> {
  await expect(async () => {
    await openPage(page, path);
    const found = page.getByRole('row', { name: row }).first();
    for (const text of texts) await expect(found).toContainText(text, { timeout: 2_000 });
  }).toPass();
}

test('a budget rule is made, refuses each customer for itself, is near its limit on Home, starts from zero and is deleted', async ({
  page,
}) => {
  await signIn(page);
  await openPage(page, `${RULES}?open=new`);
  const form = page.getByRole('dialog', { name: 'Create a budget rule' });
  await form.getByLabel('Name').fill('each customer');
  await expect(form.getByText('Nobody is told before it is spent.')).toBeVisible();
  await expect(form.getByRole('link', { name: 'Create an alert' })).toHaveAttribute(
    'href',
    /alerts\?tab=rules&open=new/,
  );
  const alert = { name: 'Nearly spent', kind: 'budget', settings: { thresholds: [80, 100] } };
  const watch = `/admin/alerts/rules?workspace_id=${readWorld().workspace.id}`;
  const { id: alertId } = await asOwner().call<{ id: string }>('POST', watch, alert);
  await form.getByRole('textbox', { name: 'Amount', exact: true }).fill('1');
  await form.getByRole('combobox', { name: 'Unit' }).click();
  await page.getByRole('option', { name: 'requests' }).click();
  await checkPage(page);
  await form.getByRole('button', { name: 'Create budget rule' }).click();
  const details = page.getByRole('dialog', { name: 'each customer', exact: true });
  await expect(details).toContainText('Nothing is spent yet.');
  await page.reload();
  await expect(details.getByRole('link', { name: 'Nearly spent: at 80, 100 %' })).toHaveAttribute('href', /alerts/);
  await asOwner().call('DELETE', `/admin/alerts/rules/${alertId}`);

  await expect.poll(() => askFor('acme')).toBe('402 budget_exceeded');
  expect(await askFor('initech')).toBe('200 answered');
  await expectText(page, RULES, /^each customer/, ['1 of 1 requests', 'and 1 other', 'Refuse requests']);
  const refusing = page.getByRole('region', { name: 'Refuses now' });
  await expect(refusing).toContainText('each customer · acme');
  await checkPage(page);
  await expectText(page, '/w/:workspace', /^each customer · (acme|initech)/, ['1']);

  await openPage(page, RULES);
  await page.getByRole('button', { name: /^each customer/ }).click();
  await details.getByRole('button', { name: 'Reset acme' }).click();
  const question = page.getByRole('dialog', { name: 'Reset the budget of acme' });
  await question.getByRole('button', { name: 'Reset' }).click();
  await expect(question).toContainText('Enter a reason.');
  await question.getByLabel('Reason').fill('The load test is over.');
  await checkPage(page);
  await question.getByRole('button', { name: 'Reset' }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => askFor('acme')).toBe('200 answered');

  await details.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete each customer?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: /^each customer/ })).toBeHidden();
});

test('a budget rule that the service rejects says which field is wrong, and is changed with all that the form shows', {
  tag: '@part-2',
}, async ({ page, trouble }) => {
  trouble.expectStatus(400);
  const { workspace } = readWorld();
  await signIn(page);
  await openPage(page, `${RULES}?open=new`);
  const form = page.getByRole('dialog', { name: 'Create a budget rule' });
  await form.getByRole('button', { name: 'Create budget rule' }).click();
  await expect(form).toContainText('Enter an amount.');
  await form.getByLabel('Name').fill('search');
  await form.getByRole('textbox', { name: 'Amount', exact: true }).fill('500');
  await form.getByRole('combobox', { name: 'Counts', exact: true }).click();
  await page.getByRole('option', { name: 'Tag' }).click();
  const tag = form.getByLabel('Which tag');
  await tag.fill('no tag!');
  await form.getByRole('button', { name: 'Create budget rule' }).click();
  await expect(tag).toHaveAttribute('aria-invalid', 'true');
  await expect(form).toContainText('must name a tag');
  await tag.fill('feature=search');
  await form.getByRole('combobox', { name: 'When it is spent' }).click();
  await page.getByRole('option', { name: 'Continue on another model' }).click();
  await form.getByRole('combobox', { name: 'Continue on' }).click();
  await page.getByRole('option', { name: 'lane-two' }).click();
  await form.getByRole('combobox', { name: 'Window' }).click();
  await page.getByRole('option', { name: 'Quarter' }).click();
  await form.getByRole('combobox', { name: 'First month of the year' }).click();
  await page.getByRole('option', { name: 'April' }).click();
  await form.getByRole('switch', { name: /^Temporary raise/ }).press('Space');
  await form.getByLabel('Amount until then').fill('900');
  await form.getByLabel(/^Until/).fill('2099-01-01T00:00');
  await form.getByRole('button', { name: 'Create budget rule' }).click();
  const details = page.getByRole('dialog', { name: 'search', exact: true });
  await expect(details).toContainText('Continue on another model: lane-two');
  const { data } = await asOwner().call<{ data: { id: string; name: string }[] }>(
    'GET',
    `/admin/gateway/policies/budgets?workspace_id=${workspace.id}&q=search`,
  );
  expect(data).toMatchObject([
    {
      scope: 'tag',
      value: 'feature=search',
      amount: 500,
      action: 'downgrade',
      downgrade_to: 'lane-two',
      window: 'quarter',
      fiscal_year_start: 4,
      raise: { amount: 900 },
      workspace_id: workspace.id,
    },
  ]);

  await details.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit search' });
  await expect(edit.getByRole('combobox', { name: 'Continue on' })).toHaveValue('lane-two');
  await edit.getByRole('switch', { name: /^Temporary raise/ }).press('Space');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  const changed = await asOwner().call('GET', `/admin/gateway/policies/budgets/${data[0]?.id}`);
  expect(changed).toMatchObject({ raise: null, downgrade_to: 'lane-two', amount: 500 });
  await asOwner().call('DELETE', `/admin/gateway/policies/budgets/${data[0]?.id}`);
});
