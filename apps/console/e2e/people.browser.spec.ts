import { checkPage, expect, test } from './check-page.js';
import { asOwner, openPage, signIn } from './world.js';

const PASSWORD = 'a long enough password';

test('somebody is invited, signs up by the link, and is deactivated', async ({ browser, page, trouble }) => {
  trouble.expectStatus(401);
  trouble.expectStatus(404);
  await signIn(page);
  await openPage(page, '/org/people');
  await page.getByRole('button', { name: 'Invite' }).click();
  const form = page.getByRole('dialog', { name: 'Invite somebody' });
  await form.getByRole('button', { name: 'Invite' }).click();
  await expect(form.getByText('Enter an e-mail address.')).toBeVisible();
  await form.getByLabel('E-mail address').fill('Hedy@example.com');
  await form.getByRole('button', { name: 'Invite' }).click();
  const secret = page.getByRole('dialog', { name: 'Invitation link' });
  const link = (await secret.getByText(/\/ui\/invite#token=/).textContent()) ?? '';
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('tab', { name: 'Invitations' }).click();
  await expect(page.getByRole('row', { name: /hedy@example.com/ })).toContainText('Open');
  await checkPage(page);

  const context = await browser.newContext({ locale: 'en-GB' });
  const hers = await context.newPage();
  await hers.goto(link);
  await expect(hers.getByRole('heading', { name: 'Accept an invitation' })).toBeVisible();
  // The token is in no address that a server or a history keeps.
  await expect(hers).toHaveURL(/\/ui\/invite$/);
  await checkPage(hers);
  await hers.getByLabel('Name').fill('Hedy Lamarr');
  await hers.getByRole('textbox', { name: 'Password' }).fill('too short');
  await hers.getByRole('button', { name: 'Create account' }).click();
  await expect(hers.getByText('Enter at least 12 characters.')).toBeVisible();
  await hers.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await hers.getByLabel('Invitation token').fill('not the token');
  await hers.getByRole('button', { name: 'Create account' }).click();
  await expect(hers.getByRole('alert')).toBeVisible();
  await hers.getByLabel('Invitation token').fill(link.split('token=')[1] ?? '');
  await hers.getByRole('button', { name: 'Create account' }).click();
  await expect(hers.getByRole('button', { name: 'Account of Hedy Lamarr' })).toBeVisible();

  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('hedy');
  await page.getByRole('button', { name: /Hedy Lamarr/ }).click();
  const person = page.getByRole('dialog', { name: 'Hedy Lamarr' });
  await checkPage(page);
  await person.getByRole('button', { name: 'Deactivate' }).click();
  await page
    .getByRole('dialog', { name: 'Deactivate Hedy Lamarr?' })
    .getByRole('button', { name: 'Deactivate' })
    .click();
  await expect(person.getByText('Deactivated', { exact: true })).toBeVisible();
  await hers.reload();
  await expect(hers.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await context.close();
});

test('one person changes the password, issues a token, revokes it, and ends other sessions', async ({
  page,
  trouble,
}) => {
  const owner = asOwner();
  const { token } = await owner.call<{ token: string }>('POST', '/org/invites', {
    email: 'own.things@example.com',
    role: 'org_admin',
  });
  const cookie = await owner.takeCookie('/auth/signup', { token, name: 'Own Things', password: PASSWORD });
  await owner.takeCookie('/auth/login', { email: 'own.things@example.com', password: PASSWORD });
  await signIn(page, cookie);
  await openPage(page, '/me/sessions');
  await expect(page.getByText('You are here')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await checkPage(page);

  await openPage(page, '/me/tokens?open=new');
  const form = page.getByRole('dialog', { name: 'Create a personal access token' });
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await form.getByLabel('Name').fill('laptop');
  await checkPage(page);
  await form.getByRole('button', { name: 'Create token' }).click();
  const secret = page.getByRole('dialog', { name: 'Personal access token' });
  await expect(secret.getByText(/^ml_pat_/)).toBeVisible();
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Actions for laptop' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('You have no personal access tokens yet.')).toBeVisible();

  for (const status of [400, 401, 403]) trouble.expectStatus(status);
  await openPage(page, '/me/password');
  const type = async (current: string, next: string, again: string) => {
    await page.getByRole('textbox', { name: 'Current password' }).fill(current);
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(next);
    await page.getByRole('textbox', { name: 'New password again' }).fill(again);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await type(PASSWORD, 'another long password', 'something else');
  await expect(page.getByText('The two new passwords differ.')).toBeVisible();
  await type('not the password', 'another long password', 'another long password');
  await expect(page.getByText('Password changed')).toHaveCount(0);
  await expect(page.locator('[role=alert], .mantine-PasswordInput-error').first()).toBeVisible();
  await checkPage(page);
  await type(PASSWORD, 'another long password', 'another long password');
  await expect(page.getByText('Password changed')).toBeVisible();
});
