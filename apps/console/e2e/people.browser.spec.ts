import { checkPage, expect, test } from './check-page.js';
import { addPerson, asOwner, createCaller, OWNER, openPage, PASSWORD, readWorld, signIn } from './world.js';

test('a person is invited, accepts, gets another role, and is let in only while active', async ({
  browser,
  page,
  trouble,
}) => {
  trouble.expectStatus(409);
  const { workspace } = readWorld();
  await signIn(page);
  await openPage(page, '/org/people');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Invite somebody' });
  const invite = form.getByRole('button', { name: 'Invite' });
  await invite.click();
  await expect(form.getByText('Enter an email address.')).toBeVisible();
  await form.getByLabel('Email address').fill(OWNER.email);
  await invite.click();
  await expect(form.getByText('There is already an account with this `email`.')).toBeVisible();
  await form.getByLabel('Email address').fill('ida.guest@example.com');
  await form.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: workspace.name }).click();
  await expect(form.getByRole('combobox', { name: 'Role in the workspace' })).toHaveValue('Viewer');
  await checkPage(page);
  await invite.click();
  const secret = page.getByRole('dialog', { name: 'Invitation link' });
  const link = (await secret.getByText(/#token=/).textContent()) ?? '';
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText(link)).toHaveCount(0);
  await page.getByRole('tab', { name: 'Invitations' }).click();
  const row = page.getByRole('row', { name: /ida\.guest/ });
  await expect(row).toContainText('Open');

  const elsewhere = await browser.newContext();
  const guest = await elsewhere.newPage();
  await guest.goto(link);
  await expect(guest.getByLabel('Invitation token')).not.toHaveValue('');
  await expect(guest).not.toHaveURL(/token/);
  const accept = async (password: string) => {
    await guest.getByLabel('Name').fill('Ida Guest');
    await guest.getByRole('textbox', { name: 'Password' }).fill(password);
    await guest.getByRole('button', { name: 'Create account' }).click();
  };
  await accept('short');
  await expect(guest.getByText('Enter at least 12 characters.')).toBeVisible();
  await accept(PASSWORD);
  await expect(guest.getByRole('heading', { level: 1, name: workspace.name })).toBeVisible();
  await expect(guest.getByRole('link', { name: 'People', exact: true })).toHaveCount(0);

  await page.reload();
  await expect(row).toContainText('Accepted');
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('ida.g');
  await page.getByRole('button', { name: /^Ida Guest/ }).click();
  const person = page.getByRole('dialog', { name: 'Ida Guest', exact: true });
  await expect(person.getByText(`${workspace.name} · Viewer`)).toBeVisible();
  await checkPage(page);
  await person.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Ida Guest' });
  await edit.getByRole('combobox', { name: 'Role in the organization' }).click();
  await page.getByRole('option', { name: 'Administrator' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(person.getByText('Administrator', { exact: true })).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole('link', { name: 'People', exact: true })).toBeVisible();

  await person.getByRole('button', { name: 'Deactivate' }).click();
  const question = page.getByRole('dialog', { name: 'Deactivate Ida Guest?' });
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(person.getByText('Deactivated', { exact: true })).toBeVisible();
  await guest.reload();
  await expect(guest.getByText('Sign in to continue.')).toBeVisible();
  const enter = async () => {
    await guest.getByLabel('Email address').fill('ida.guest@example.com');
    await guest.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await guest.getByRole('button', { name: 'Sign in' }).click();
  };
  await enter();
  await expect(guest.getByRole('alert')).toBeVisible();
  await person.getByRole('button', { name: 'Activate' }).click();
  await expect(person.getByText('Active', { exact: true })).toBeVisible();
  await enter();
  await expect(guest.getByRole('navigation')).toBeVisible();

  // A link works once, and says so to whoever has it.
  await elsewhere.clearCookies();
  await guest.goto(link);
  await accept(PASSWORD);
  await expect(guest.getByRole('alert')).toBeVisible();
  await elsewhere.close();
});

test('an invitation that is revoked lets nobody in, and the last owner stays', { tag: '@part-4' }, async ({
  browser,
  page,
  trouble,
}) => {
  trouble.expectStatus(409);
  const { url } = readWorld();
  const { token } = await asOwner().call<{ token: string }>('POST', '/org/invites', { email: 'too.late@example.com' });
  await signIn(page);
  await openPage(page, '/org/people?tab=invitations');
  await page.getByRole('button', { name: 'Actions for too.late@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke the invitation of too.late@example.com?' });
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: /too\.late/ })).toHaveCount(0);
  const elsewhere = await browser.newContext();
  const guest = await elsewhere.newPage();
  await guest.goto(`${url}/ui/invite#token=${token}`);
  await guest.getByLabel('Name').fill('Too Late');
  await guest.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await guest.getByRole('button', { name: 'Create account' }).click();
  await expect(guest.getByRole('alert')).toBeVisible();
  await elsewhere.close();

  await openPage(page, '/org/people?role=owner');
  await page.getByRole('button', { name: new RegExp(`^${OWNER.name}`) }).click();
  const owner = page.getByRole('dialog', { name: OWNER.name, exact: true });
  await owner.getByRole('button', { name: 'Deactivate' }).click();
  const last = page.getByRole('dialog', { name: `Deactivate ${OWNER.name}?` });
  await last.getByRole('button', { name: 'Deactivate' }).click();
  await expect(last.getByRole('alert')).toBeVisible();
  await last.getByRole('button', { name: 'Cancel' }).click();
  await expect(owner.getByText('Active', { exact: true })).toBeVisible();
});

test("an administrator gives roles below an owner's, ends sessions and tokens, and cannot change an owner", {
  tag: '@part-5',
}, async ({ page }) => {
  const { url, workspace } = readWorld();
  const admin = await addPerson('manages.people@example.com', 'Ann Admin', { role: 'org_admin' });
  const place = { workspace_id: workspace.id, workspace_role: 'viewer' };
  const watched = await addPerson('watched@example.com', 'Wanda Watched', place);
  const { token } = await createCaller(url, watched).call<{ token: string }>('POST', '/auth/tokens', {
    name: 'laptop',
    workspace_id: workspace.id,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const meet = async (headers: Record<string, string>) =>
    (await fetch(`${url}/admin/models?workspace_id=${workspace.id}`, { headers })).status;
  const [session, bearer] = [{ cookie: watched }, { authorization: `Bearer ${token}` }];
  expect([await meet(session), await meet(bearer)]).toEqual([200, 200]);
  await signIn(page, admin);
  await openPage(page, `/org/people?q=${OWNER.email}`);
  await page.getByRole('button', { name: new RegExp(`^${OWNER.name}`) }).click();
  const owner = page.getByRole('dialog', { name: OWNER.name, exact: true });
  await expect(owner.getByText('Owner', { exact: true })).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Edit' })).toHaveCount(0);

  await openPage(page, '/org/people?q=wanda');
  await page.getByRole('button', { name: /^Wanda/ }).click();
  const person = page.getByRole('dialog', { name: 'Wanda Watched', exact: true });
  await person.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Wanda Watched' });
  await edit.getByRole('combobox', { name: 'Role in the organization' }).click();
  await expect(page.getByRole('option')).toHaveText(['Member', 'Administrator']);
  await page.keyboard.press('Escape');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await person.getByRole('tab', { name: 'Tokens' }).click();
  await expect(person.getByText('laptop')).toBeVisible();
  await person.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(person.getByText('The person has no personal access tokens.')).toBeVisible();
  await person.getByRole('tab', { name: 'Sessions' }).click();
  await person.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(person.getByText('The person is not signed in anywhere.')).toBeVisible();
  expect([await meet(session), await meet(bearer)]).toEqual([401, 401]);
});
