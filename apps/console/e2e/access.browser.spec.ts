import { checkPage, expect, test } from './check-page.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

test.beforeEach(({ page }) => signIn(page));

test('a virtual account gets a token that is shown once, and loses it again', async ({ page }) => {
  await openPage(page, '/w/:workspace/virtual-accounts?open=new');
  const form = page.getByRole('dialog', { name: 'Create a virtual account' });
  await form.getByRole('button', { name: 'Create virtual account' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await form.getByLabel('Name').fill('reporter');
  await form.getByRole('combobox', { name: 'Knowledge' }).click();
  await page.getByRole('option', { name: 'Read and change' }).click();
  await form.getByRole('button', { name: 'Create virtual account' }).click();

  const details = page.getByRole('dialog', { name: 'reporter' });
  await expect(details.getByText('Read and change')).toBeVisible();
  await details.getByRole('button', { name: 'Issue token' }).click();
  const issue = page.getByRole('dialog', { name: 'Issue a token for reporter' });
  await issue.getByLabel('Token name').fill('production');
  await issue.getByRole('button', { name: 'Issue token' }).click();
  const secret = page.getByRole('dialog', { name: 'Virtual account token' });
  await expect(secret.getByText(/^ml_vat_/)).toBeVisible();
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await expect(details.getByText('production')).toBeVisible();
  await checkPage(page);

  await details.getByRole('button', { name: 'Actions for production' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke production?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(details.getByText('No tokens yet.', { exact: false })).toBeVisible();
});

test('a member is added, changed and removed, and an unhappy choice of team is said at the field', {
  tag: '@part-3',
}, async ({ page, trouble }) => {
  const { workspace, team } = readWorld();
  const owner = asOwner();
  const invite = await owner.call<{ token: string }>('POST', '/org/invites', { email: 'grace.member@example.com' });
  await owner.takeCookie('/auth/signup', {
    token: invite.token,
    name: 'Grace Member',
    password: 'a long enough password',
  });

  await openPage(page, '/w/:workspace/members');
  await page.getByRole('button', { name: 'Add member' }).click();
  const form = page.getByRole('dialog', { name: `Add a member to ${workspace.name}` });
  await form.getByRole('link', { name: 'Invite somebody who has no account yet' }).click();
  const invitation = page.getByRole('dialog', { name: 'Invite' });
  await expect(invitation.getByRole('combobox', { name: 'Workspace', exact: true })).toHaveValue(workspace.name);
  await expect(invitation.getByText('Sees models, policies and usage of the workspace.')).toBeVisible();
  await page.goBack();
  await form.getByRole('combobox', { name: 'Person' }).fill('Grace M');
  await page.getByRole('option', { name: /Grace Member/ }).click();
  await form.getByRole('radio', { name: 'A team of the person' }).check();
  await form.getByRole('combobox', { name: 'Which team' }).click();
  await page.getByRole('option', { name: team.name }).click();
  trouble.expectStatus(400);
  await form.getByRole('button', { name: 'Add member' }).click();
  await expect(form.getByText('must be a team of the person', { exact: false })).toBeVisible();
  await form.getByRole('radio', { name: 'No team' }).check();
  await form.getByRole('button', { name: 'Add member' }).click();
  await expect(page.getByRole('row', { name: /Grace Member/ })).toContainText('Viewer');
  await checkPage(page);

  await page.getByRole('button', { name: 'Actions for Grace Member' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove Grace Member?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: /Grace Member/ })).toHaveCount(0);
});

test('a person without the permission finds no page of keys, neither in the navigation nor by its address', async ({
  page,
}) => {
  const { workspace } = readWorld();
  const owner = asOwner();
  const invite = await owner.call<{ token: string }>('POST', '/org/invites', {
    email: 'viewer@example.com',
    workspace_id: workspace.id,
    workspace_role: 'viewer',
  });
  const cookie = await owner.takeCookie('/auth/signup', {
    token: invite.token,
    name: 'Vera',
    password: 'a long enough password',
  });
  await page.context().clearCookies();
  await signIn(page, cookie);
  await openPage(page, '/w/:workspace/members');
  await expect(page.getByRole('heading', { name: 'Members and roles' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add member' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Keys', exact: true })).toHaveCount(0);
  await openPage(page, '/w/:workspace/keys');
  await expect(page.getByText('You cannot see this page')).toBeVisible();
});
