import { expect, test } from './check-page.js';
import { asOwner, openPage, signIn } from './world.js';

test.beforeEach(({ page }) => signIn(page));

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
  await remove.getByRole('textbox').fill('passing workspace');
  await remove.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Actions for passing workspace' })).toHaveCount(0);
});
