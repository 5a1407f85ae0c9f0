import { checkPage, expect, test } from './check-page.js';
import { addPerson, createCaller, goTo, openPage, PASSWORD, readWorld, signIn } from './world.js';

const EMAIL = 'olga.own@example.com';
const NEXT_PASSWORD = 'another password that is long';

const logIn = (password: string): Promise<string> =>
  createCaller(readWorld().url, '').takeCookie('/auth/login', { email: EMAIL, password });

async function statusOf(path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const answer = await fetch(`${readWorld().url}${path}`, { headers });
  await answer.text();
  return answer.status;
}

const meet = (cookie: string): Promise<number> => statusOf('/auth/session', { cookie });

test('a person changes the own name, and sees device and address of each session', { tag: '@part-3' }, async ({
  page,
}) => {
  await signIn(page, await addPerson('nina.name@example.com', 'Nina Nobody'));
  await openPage(page, '/me/profile');
  await page.getByRole('button', { name: 'Change name' }).click();
  const form = page.getByRole('dialog', { name: 'Change name' });
  await form.getByRole('textbox', { name: 'Name' }).fill('  ');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await checkPage(page);
  await form.getByRole('textbox', { name: 'Name' }).fill('Nina Somebody');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main').getByText('Nina Somebody', { exact: true })).toBeVisible();

  // The session of the test was begun by a program.
  await createCaller(readWorld().url, '').takeCookie('/auth/login', {
    email: 'nina.name@example.com',
    password: PASSWORD,
  });
  await goTo(page, '/me/sessions');
  await expect(page.getByRole('columnheader', { name: 'Device' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'This session' });
  await expect(row).toContainText('node');
  await expect(row).toContainText('127.0.0.1');
  await checkPage(page);
});

test('a person changes the password, signs out elsewhere, and makes, rotates and revokes a token', async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  const { workspace } = readWorld();
  const first = await addPerson(EMAIL, 'Olga Own', { workspace_id: workspace.id, workspace_role: 'viewer' });
  await signIn(page, await logIn(PASSWORD));
  await openPage(page, '/me/profile');
  const facts = page.getByRole('main');
  for (const text of ['Olga Own', EMAIL, 'Member']) {
    await expect(facts.getByText(text, { exact: true })).toBeVisible();
  }

  await goTo(page, '/me/password');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const [current, next, repeated] = [
    field('Current password'),
    field('New password'),
    field('New password again'),
  ] as const;
  const change = page.getByRole('button', { name: 'Change password' });
  await current.fill('not the right password');
  await next.fill(NEXT_PASSWORD);
  await repeated.fill(PASSWORD);
  await change.click();
  await expect(page.getByText('The two new passwords differ.')).toBeVisible();
  await repeated.fill(NEXT_PASSWORD);
  await change.click();
  await expect(page.getByText('`current_password` is wrong.')).toBeVisible();
  await checkPage(page);
  await current.fill(PASSWORD);
  await change.click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(current).toHaveValue('');
  expect(await meet(first)).toBe(401);

  const [second, third] = [await logIn(NEXT_PASSWORD), await logIn(NEXT_PASSWORD)];
  await goTo(page, '/me/sessions');
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'This session' })).toContainText('You are here');
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(rows).toHaveCount(3);
  expect([await meet(second), await meet(third)].sort()).toEqual([200, 401]);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere else?' });
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(rows).toHaveCount(2);
  expect([await meet(second), await meet(third)]).toEqual([401, 401]);

  await goTo(page, '/me/tokens');
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a personal access token' });
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await form.getByLabel('Name').fill('laptop');
  await form.getByRole('button', { name: 'Create token' }).click();
  const secret = page.getByRole('dialog', { name: 'Personal access token', exact: true });
  const takeSecret = async (): Promise<string> => {
    const text = (await secret.getByText(/^ml_pat_/).textContent()) ?? '';
    await secret.getByRole('button', { name: 'I have copied it' }).click();
    await expect(page.getByText(text)).toHaveCount(0);
    return text;
  };
  const read = (token: string): Promise<number> =>
    statusOf(`/admin/models?workspace_id=${workspace.id}`, { authorization: `Bearer ${token}` });
  const token = await takeSecret();
  await expect(page.getByRole('row', { name: /laptop/ })).toContainText('Active');
  expect(await read(token)).toBe(200);
  await page.getByRole('button', { name: 'Actions for laptop' }).click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await page.getByRole('dialog', { name: 'Rotate laptop?' }).getByRole('button', { name: 'Rotate' }).click();
  const rotated = await takeSecret();
  expect([await read(token), await read(rotated)]).toEqual([401, 200]);
  await page.getByRole('button', { name: 'Actions for laptop' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke laptop?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('You have no personal access tokens yet.')).toBeVisible();
  expect(await read(rotated)).toBe(401);
});
