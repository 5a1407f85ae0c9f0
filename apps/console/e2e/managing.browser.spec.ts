import { checkPage, expect, test } from './check-page.js';
import { asOwner, openPage, signIn } from './world.js';

test.beforeEach(({ page }) => signIn(page));

test('a provider is added and tested, a model of it too, and one that is in use is not deleted', async ({
  page,
  trouble,
}) => {
  for (const status of [400, 409, 422, 502]) trouble.expectStatus(status);
  await openPage(page, '/w/:workspace/providers?open=new');
  const form = page.getByRole('dialog', { name: 'Add a provider' });
  await form.getByRole('button', { name: 'Add provider' }).click();
  await expect(form.getByText('Choose a provider.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Provider' }).fill('Simulat');
  await page.getByRole('option', { name: /Simulator/ }).click();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('managed');
  await form.getByRole('button', { name: 'Add provider' }).click();
  const details = page.getByRole('dialog', { name: 'managed', exact: true });
  await details.getByRole('button', { name: 'Test' }).click();
  await expect(details.getByText('The provider accepted the credential')).toBeVisible();
  await checkPage(page);

  await openPage(page, '/w/:workspace/models?open=new');
  const model = page.getByRole('dialog', { name: 'Add a model' });
  await model.getByRole('textbox', { name: 'Name at the provider' }).fill('simulator');
  await model.getByRole('combobox', { name: 'Provider' }).fill('managed');
  await page.getByRole('option', { name: 'managed' }).click();
  await model.getByRole('textbox', { name: 'Name', exact: true }).fill('managed-model');
  await model.getByRole('button', { name: 'Add model' }).click();
  await expect(page.getByRole('dialog', { name: 'managed-model' })).toBeVisible();

  await openPage(page, '/w/:workspace/providers?q=managed');
  await page.getByRole('button', { name: /^managed/ }).click();
  await details.getByRole('button', { name: 'Delete' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete managed?' });
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(confirm.getByRole('alert')).toBeVisible();
  await checkPage(page);
});

test('a team and a workspace are created, renamed and deleted; a name that is used is said at its field', async ({
  page,
  trouble,
}) => {
  for (const status of [400, 404, 409]) trouble.expectStatus(status);
  await openPage(page, '/org/teams?open=new');
  const form = page.getByRole('dialog', { name: 'Create a team' });
  await form.getByLabel('Name').fill('research');
  await form.getByRole('button', { name: 'Create team' }).click();
  await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Name').fill('passing team');
  await form.getByLabel('Requests per minute').fill('30');
  await form.getByRole('button', { name: 'Create team' }).click();
  const team = page.getByRole('dialog', { name: 'passing team', exact: true });
  await team.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit passing team' });
  await edit.getByLabel('Name').fill('renamed team');
  await edit.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('dialog', { name: 'renamed team', exact: true });
  await expect(renamed).toBeVisible();
  const { data } = await asOwner().call<{ data: object[] }>('GET', '/admin/teams?q=renamed');
  expect(data).toMatchObject([{ name: 'renamed team', rpm_limit: 30 }]);
  await renamed.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete renamed team?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(renamed).toBeHidden();

  await openPage(page, '/org/workspaces?open=new');
  const create = page.getByRole('dialog', { name: 'Create a workspace' });
  await create.getByRole('button', { name: 'Create workspace' }).click();
  await expect(create.getByText('Enter a name.')).toBeVisible();
  await create.getByLabel('Name').fill('passing workspace');
  await create.getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('button', { name: 'Actions for passing workspace' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const remove = page.getByRole('dialog', { name: 'Delete passing workspace?' });
  const typed = remove.getByRole('textbox');
  if ((await typed.count()) > 0) await typed.fill('passing workspace');
  await remove.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Actions for passing workspace' })).toHaveCount(0);
});

test('a stricter credential policy is asked about, and nothing changes before the answer', async ({ page }) => {
  const read = () => asOwner().call<{ max_pat_lifetime_days: number }>('GET', '/org/credential-policy');
  const before = await read();
  await openPage(page, '/org/credential-policy');
  await page.getByLabel('Longest lifetime of a personal access token (days)').fill('30');
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Make the policy stricter?' });
  await expect(question).toBeVisible();
  await checkPage(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await read()).toEqual(before);
  await page.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button').last().click();
  await expect(page.getByText('Credential policy saved')).toBeVisible();
  expect(await read()).toMatchObject({ max_pat_lifetime_days: 30 });
  await asOwner().call('PATCH', '/org/credential-policy', { max_pat_lifetime_days: before.max_pat_lifetime_days });
});

test('budgets show what was spent of them, and a list that cannot be read says so', async ({ page, trouble }) => {
  trouble.expectStatus(503);
  await asOwner().call('POST', '/admin/keys', { name: 'with a budget', team: 'research', budget_usd_monthly: 5 });
  await openPage(page, '/w/:workspace/budgets');
  await expect(page.getByRole('row', { name: /with a budget/ })).toBeVisible();
  await checkPage(page);
  const error = { code: 'database_unavailable', message: 'The database cannot be reached.', param: null };
  await page.route(/\/admin\/budgets/, (route) => route.fulfill({ status: 503, json: { error } }));
  await page.reload();
  await expect(page.getByRole('alert').first()).toContainText('The database cannot be reached.');
});
