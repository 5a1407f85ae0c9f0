import type { Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { readRefusal, sendChat } from './gateway-calls.js';
import { addPerson, asOwner, openPage, readWorld, signIn } from './world.js';

/** Two cents for a short question: US dollars per million tokens. */
const PRICES = { input_per_million: 1000, output_per_million: 1000 };

const PRICED = 'with a price';

const BUDGETS = '/w/:workspace/budgets';

/** Asks as a program does. */
async function ask(secret: string, model: string): Promise<string> {
  const body = { model, messages: [{ role: 'user', content: 'How much is this?' }] };
  const response = await sendChat(body, { authorization: `Bearer ${secret}` });
  return `${response.status} ${(await readRefusal(response)) ?? 'answered'}`;
}

/** Waits until the page of budgets says so: what is spent is written a moment later. */
async function expectBudget(page: Page, name: RegExp, text: string): Promise<void> {
  await expect(async () => {
    await openPage(page, BUDGETS);
    const row = page.getByRole('row', { name });
    await expect(row).toBeVisible();
    await expect(row).toContainText(text, { timeout: 1_000 });
  }).toPass();
}

/** Opens the page of budgets, and tells which it lists. */
async function listBudgets(page: Page, search = ''): Promise<readonly string[]> {
  const listed = page.waitForResponse((response) => response.url().includes('/admin/budgets'));
  await openPage(page, BUDGETS + search);
  const { data } = (await (await listed).json()) as { data: { name: string }[] };
  return data.map(({ name }) => name);
}

test('a budget is set on a key, spent, rejects what is over it, is raised, and removed', async ({ page }) => {
  await asOwner().call('POST', '/admin/models', {
    logical_name: PRICED,
    provider_id: readWorld().providerId,
    upstream_model: 'simulator',
    prices: PRICES,
  });
  await signIn(page);
  await openPage(page, '/w/:workspace/keys?open=new');
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByLabel('Name').fill('spender');
  await form.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: readWorld().team.name }).click();
  await form.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: readWorld().workspace.name }).click();
  await form.getByLabel('Budget (USD)').fill('0.01');
  await form.getByRole('combobox', { name: 'Budget resets' }).click();
  await page.getByRole('option', { name: 'Daily' }).click();
  await form.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'API key', exact: true });
  const secret = (await dialog.getByText(/^ml-/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await expectBudget(page, /^spender/, 'Within budget');
  await expect(page.getByRole('row', { name: /^spender/ })).toContainText('Daily');

  await expect.poll(() => ask(secret, PRICED)).toBe('200 answered');
  await expect.poll(() => ask(secret, PRICED)).toBe('402 key_budget_exceeded');
  await expectBudget(page, /^spender/, 'Spent');
  await checkPage(page);

  await page.getByRole('button', { name: 'Reset the budget of spender' }).click();
  const question = page.getByRole('dialog', { name: 'Reset the budget of spender?' });
  await expect(question).toBeVisible();
  await checkPage(page);
  await question.getByRole('button', { name: 'Reset' }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => ask(secret, PRICED)).toBe('200 answered');
  await expect.poll(() => ask(secret, PRICED)).toBe('402 key_budget_exceeded');
  await expectBudget(page, /^spender/, 'Spent');

  await page.getByRole('button', { name: /^spender/ }).click();
  await expect(page).toHaveURL(/\/keys\?open=/);
  const key = page.getByRole('dialog', { name: 'spender', exact: true });
  const setBudget = async (amount: string) => {
    await key.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit spender' });
    await edit.getByLabel('Budget (USD)').fill(amount);
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit).toBeHidden();
  };
  await setBudget('50');
  await expect.poll(() => ask(secret, PRICED)).toBe('200 answered');
  await expectBudget(page, /^spender/, 'Within budget');
  await page.getByRole('button', { name: /^spender/ }).click();
  await setBudget('');
  expect(await listBudgets(page)).not.toContain('spender');
});

test('the budget of a team is found among those of teams, rejects its keys, and is removed', {
  tag: '@part-4',
}, async ({ page }) => {
  const owner = asOwner();
  const { workspace } = readWorld();
  await signIn(page);
  await openPage(page, '/org/teams?open=new');
  const form = page.getByRole('dialog', { name: 'Create a team' });
  await form.getByLabel('Name').fill('thrifty');
  await form.getByLabel('Tokens per month').fill('1');
  await form.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByRole('dialog', { name: 'thrifty', exact: true })).toBeVisible();
  const { key } = await owner.call<{ key: string }>('POST', '/admin/keys', {
    name: 'of the thrifty',
    team: 'thrifty',
    workspace_id: workspace.id,
  });
  await expect.poll(() => ask(key, 'lane-one')).toBe('429 budget_exhausted');
  expect(await listBudgets(page, '?scope=api_key')).not.toContain('thrifty');
  await page.getByRole('combobox', { name: 'Keys and teams' }).click();
  await page.getByRole('option', { name: 'Teams' }).click();
  await expect(page).toHaveURL(/scope=team/);
  await page.getByRole('button', { name: /^thrifty/ }).click();
  const team = page.getByRole('dialog', { name: 'thrifty', exact: true });
  await team.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit thrifty' });
  await edit.getByLabel('Tokens per month').fill('');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect.poll(() => ask(key, 'lane-one')).toBe('200 answered');
  expect(await listBudgets(page, '?scope=team')).not.toContain('thrifty');
});

test('a viewer sees budgets, and no way to the keys that they are of', async ({ page }) => {
  const { team, workspace } = readWorld();
  const key = { name: 'seen by viewers', team: team.name, workspace_id: workspace.id, budget_usd_monthly: 5 };
  await asOwner().call('POST', '/admin/keys', key);
  const invite = { workspace_id: workspace.id, workspace_role: 'viewer' };
  await signIn(page, await addPerson('vera.budgets@example.com', 'Vera Viewer', invite));
  await openPage(page, BUDGETS);
  const row = page.getByRole('row', { name: /seen by viewers/ });
  await expect(row).toContainText('$0.00 of $5.00');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(page.getByText(/Open a row/)).toHaveCount(0);
});
