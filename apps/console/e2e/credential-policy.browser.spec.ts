import { checkPage, expect, test } from './check-page.js';
import { addPerson, asOwner, openPage, readWorld, signIn } from './world.js';

const POLICY = '/org/credential-policy';

interface PolicyAnswer {
  readonly max_pat_lifetime_days: number;
  readonly max_pats_per_user: number;
  readonly allow_non_expiring_vat: boolean;
}

let before: PolicyAnswer;

test.beforeAll(async () => {
  const { max_pat_lifetime_days, max_pats_per_user, allow_non_expiring_vat } = await asOwner().call<PolicyAnswer>(
    'GET',
    POLICY,
  );
  before = { max_pat_lifetime_days, max_pats_per_user, allow_non_expiring_vat };
});

test.afterAll(async () => {
  await asOwner().call('PATCH', POLICY, before);
});

test('a stricter policy is confirmed first, and then holds for the tokens of people and of virtual accounts', async ({
  page,
  trouble,
}) => {
  for (const status of [400, 409]) trouble.expectStatus(status);
  const owner = asOwner();
  const { workspace } = readWorld();
  await owner.call('PATCH', POLICY, { ...before, allow_non_expiring_vat: false });
  await signIn(page);
  await openPage(page, POLICY);
  const lifetime = page.getByLabel('Longest lifetime of a personal access token (days)');
  const count = page.getByLabel('Personal access tokens per person');
  const save = page.getByRole('main').getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await lifetime.fill('');
  await save.click();
  await expect(page.getByText('Enter a number.')).toBeVisible();
  await lifetime.fill('14');
  await count.fill('1');
  await expect(page.getByRole('alert')).toContainText('Tokens that exceed the new policy expire earlier');
  await checkPage(page);
  await save.click();
  const question = page.getByRole('dialog', { name: 'Make the policy stricter?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await owner.call('GET', POLICY)).toMatchObject({ max_pat_lifetime_days: before.max_pat_lifetime_days });
  await save.click();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Credential policy saved')).toBeVisible();
  await expect(save).toBeDisabled();
  expect(await owner.call('GET', POLICY)).toMatchObject({ max_pat_lifetime_days: 14, max_pats_per_user: 1 });

  const cookie = await addPerson('within.policy@example.com', 'Paul Policy', {
    workspace_id: workspace.id,
    workspace_role: 'admin',
  });
  await page.context().clearCookies();
  await signIn(page, cookie);
  await openPage(page, POLICY);
  await expect(page.getByRole('main').getByText('14', { exact: true })).toBeVisible();
  await expect(save).toHaveCount(0);
  await openPage(page, '/me/tokens?open=new');
  const token = page.getByRole('dialog', { name: 'Create a personal access token' });
  await expect(token.getByText('The policy of the organization allows 14 days.')).toBeVisible();
  await token.getByLabel('Name').fill('the only one');
  await token.getByRole('combobox', { name: 'Expires' }).click();
  await expect(page.getByRole('option')).toHaveText(['In 7 days', 'At a date and time']);
  await page.getByRole('option', { name: 'In 7 days' }).click();
  await token.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  await token.getByLabel('Name').fill('one too many');
  await token.getByRole('button', { name: 'Create token' }).click();
  await expect(token.getByRole('alert')).toBeVisible();
  await token.getByRole('button', { name: 'Cancel' }).click();

  const { id } = await owner.call<{ id: string }>('POST', `/admin/service-accounts?workspace_id=${workspace.id}`, {
    name: 'within the policy',
  });
  await openPage(page, `/w/:workspace/virtual-accounts?open=${id}`);
  await page.getByRole('button', { name: 'Issue token' }).click();
  const issue = page.getByRole('dialog', { name: 'Issue a token for within the policy' });
  await issue.getByLabel('Token name').fill('endless');
  await issue.getByLabel('Rotate every (days)').fill('');
  await issue.getByRole('button', { name: 'Issue token' }).click();
  await expect(issue.getByText('the organization allows no token that never expires', { exact: false })).toBeVisible();
  await owner.call('PATCH', POLICY, { allow_non_expiring_vat: true });
  await issue.getByRole('button', { name: 'Issue token' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByRole('row', { name: /endless/ })).toContainText('Never expires');
  await owner.call('DELETE', `/admin/service-accounts/${id}`);
});

test('two tabs on the policy: the later one is shown what differs, and can read the new one or overwrite it', async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(412);
  const owner = asOwner();
  await owner.call('PATCH', POLICY, { ...before, max_pat_lifetime_days: 100, max_pats_per_user: 10 });
  await signIn(page);
  await openPage(page, POLICY);
  const lifetime = page.getByRole('textbox', { name: 'Longest lifetime of a personal access token (days)' });
  const save = page.getByRole('main').getByRole('button', { name: 'Save' });
  await lifetime.fill('200');
  await owner.call('PATCH', POLICY, { max_pats_per_user: 20 });
  await save.click();
  const conflict = page.getByRole('alert').filter({ hasText: 'This was changed while you were editing' });
  await expect(conflict.getByRole('row', { name: /Personal access tokens per person/ })).toContainText('20');
  await expect(conflict.getByRole('row', { name: /Longest lifetime/ })).toContainText('200');
  await checkPage(page);
  expect(await owner.call('GET', POLICY)).toMatchObject({ max_pat_lifetime_days: 100, max_pats_per_user: 20 });

  await conflict.getByRole('button', { name: 'Read the new version' }).click();
  await expect(lifetime).toHaveValue('100');
  await page.getByRole('button', { name: /^Use mine: Longest lifetime/ }).click();
  await expect(lifetime).toHaveValue('200');
  await save.click();
  await expect(page.getByText('Credential policy saved')).toBeVisible();
  expect(await owner.call('GET', POLICY)).toMatchObject({ max_pat_lifetime_days: 200, max_pats_per_user: 20 });
});
