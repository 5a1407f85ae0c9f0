import { checkPage, expect, test } from './check-page.js';
import { addPerson, asOwner, createCaller, OWNER, openPage, readWorld, signIn } from './world.js';

const PHONE = { width: 390, height: 844 };

/** The status of a call with a token. */
async function meet(token: string, path: string): Promise<number> {
  const answer = await fetch(`${readWorld().url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await answer.text();
  return answer.status;
}

test('an account is made with chosen permissions, and its token works within them until it is revoked', async ({
  page,
  trouble,
}) => {
  for (const status of [400, 409]) trouble.expectStatus(status);
  await asOwner().call('POST', '/org/accounts', { name: 'taken', permissions: ['org.read'] });
  await signIn(page);
  await openPage(page, '/org/accounts');
  await page.getByRole('button', { name: 'Create organization account' }).click();
  const form = page.getByRole('dialog', { name: 'Create an organization account' });
  const create = form.getByRole('button', { name: 'Create organization account' });
  await create.click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await expect(form.getByText('Choose at least one permission.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('taken');
  const teams = form.getByRole('group', { name: 'Teams', exact: true });
  await teams.getByRole('checkbox', { name: 'Read' }).check();
  await teams.getByRole('checkbox', { name: 'Manage' }).check();
  await expect(form.getByRole('status')).toHaveText('2 permissions');
  await checkPage(page);
  await create.click();
  await expect(form.getByText('This name is taken. Choose another one.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('pipeline');
  await create.click();

  const details = page.getByRole('dialog', { name: 'pipeline', exact: true });
  await expect(details.getByText('Teams: Read, Manage')).toBeVisible();
  await expect(details.getByText(OWNER.name)).toBeVisible();
  await details.getByRole('button', { name: 'Issue token' }).click();
  const issue = page.getByRole('dialog', { name: 'Issue a token for pipeline' });
  await issue.getByLabel('Token name').fill('production');
  await issue.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'At a date and time' }).click();
  await issue.getByLabel('Expires: date and time').fill('2020-01-31T12:00');
  await issue.getByRole('button', { name: 'Issue token' }).click();
  await expect(issue.getByText('must be in the future', { exact: false })).toBeVisible();
  await issue.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'In 7 days' }).click();
  await issue.getByRole('button', { name: 'Issue token' }).click();
  const secret = page.getByRole('dialog', { name: 'Virtual account token' });
  const token = (await secret.getByText(/^ml_vat_/).textContent()) ?? '';
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  await expect(details.getByRole('row', { name: /production/ })).toContainText('Due soon');
  await checkPage(page);
  expect([await meet(token, '/admin/teams'), await meet(token, '/admin/keys')]).toEqual([200, 403]);

  await details.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit pipeline' });
  await edit.getByRole('button', { name: 'Add all that only read' }).click();
  await edit.getByRole('group', { name: 'Teams', exact: true }).getByRole('checkbox', { name: 'Manage' }).uncheck();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByText('API keys: Read')).toBeVisible();
  await expect.poll(() => meet(token, '/admin/keys')).toBe(200);

  await details.getByRole('button', { name: 'Disable' }).click();
  await expect(details.getByText('Disabled', { exact: true })).toBeVisible();
  await expect.poll(() => meet(token, '/admin/keys')).toBe(401);
  await details.getByRole('button', { name: 'Enable' }).click();
  await expect(details.getByText('Disabled', { exact: true })).toHaveCount(0);
  await expect.poll(() => meet(token, '/admin/keys')).toBe(200);
  await details.getByRole('button', { name: 'Actions for production' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke production?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(details.getByText('No tokens yet.', { exact: false })).toBeVisible();
  expect(await meet(token, '/admin/keys')).toBe(401);

  await details.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete pipeline?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(details).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search organization accounts' }).fill('pipeline');
  await expect(page.getByText('No organization account matches the search.')).toBeVisible();
});

test('an account whose owner has left says so, and acts for the owner who saves it again', { tag: '@part-3' }, async ({
  page,
}) => {
  const { url } = readWorld();
  const other = createCaller(url, await addPerson('leaving.owner@example.com', 'Lea Leaving', { role: 'owner' }));
  const { user } = await other.call<{ user: { id: string } }>('GET', '/auth/session');
  const { id } = await other.call<{ id: string }>('POST', '/org/accounts', {
    name: 'left behind',
    permissions: ['org.read'],
  });
  await asOwner().call('PATCH', `/admin/users/${user.id}`, { role: 'org_member' });
  await signIn(page);
  await page.setViewportSize(PHONE);
  await openPage(page, `/org/accounts?open=${id}`);
  const details = page.getByRole('dialog', { name: 'left behind', exact: true });
  const warning = details.getByRole('alert').filter({ hasText: 'The tokens of this account are rejected' });
  await expect(warning).toBeVisible();
  await expect(details.getByText('Lea Leaving')).toBeVisible();
  await checkPage(page);
  await details.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit left behind' });
  await expect(edit.getByText('With this change the account acts for you.', { exact: false })).toBeVisible();
  await checkPage(page);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(warning).toBeHidden();
  await expect(details.getByText(OWNER.name)).toBeVisible();
});

test('an administrator reads the accounts without a way to change them, in Chinese too', { tag: '@part-5' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(404);
  const { id } = await asOwner().call<{ id: string }>('POST', '/org/accounts', {
    name: 'read only',
    permissions: ['gateway.keys.manage'],
  });
  await signIn(page, await addPerson('reads.accounts@example.com', 'Rita Reader', { role: 'org_admin' }));
  await openPage(page, `/org/accounts?open=${id}`);
  const details = page.getByRole('dialog', { name: 'read only', exact: true });
  await expect(details.getByText('API keys: Manage')).toBeVisible();
  for (const name of ['Edit', 'Disable', 'Delete', 'Issue token']) {
    await expect(details.getByRole('button', { name })).toHaveCount(0);
  }
  await openPage(page, '/org/accounts?open=new');
  await expect(page.getByRole('button', { name: /^read only/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create organization account' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openPage(page, '/org/accounts?open=01930000-0000-7000-8000-00000000000a');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The account does not exist.');

  await page.evaluate(() => localStorage.setItem('console-language', 'zh-CN'));
  await openPage(page, `/org/accounts?open=${id}`);
  await expect(details.getByText('API 密钥：管理')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: '组织账号', includeHidden: true })).toBeAttached();
});
