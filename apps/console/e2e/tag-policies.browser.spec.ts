import { checkPage, expect, test } from './check-page.js';
import { readRefusal, sendChat } from './gateway-calls.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const POLICIES = '/w/:workspace/tag-policies';

/** Asks as a program does, with tags. */
async function askWith(tags: string): Promise<string> {
  const body = { model: 'lane-one', messages: [{ role: 'user', content: 'Who asks?' }] };
  const response = await sendChat(body, tags === '' ? {} : { 'x-service-tags': tags });
  return `${response.status} ${(await readRefusal(response)) ?? 'answered'}`;
}

test('a tag policy is made with all that it can say, requires its tags, is changed and deleted', async ({ page }) => {
  const { team, workspace } = readWorld();
  await signIn(page);
  await openPage(page, `${POLICIES}?open=new`);
  const form = page.getByRole('dialog', { name: 'Create a tag policy' });
  await form.getByLabel('Name').fill('cost centres');
  await form.getByLabel('Required tags').fill('feature');
  await form.getByRole('button', { name: 'Add a tag with values' }).click();
  const allowed = form.getByRole('group', { name: 'Allowed values' });
  await allowed.getByRole('textbox', { name: 'Tag', exact: true }).fill('env');
  await allowed.getByLabel('Values', { exact: true }).pressSequentially('prod,test');
  await form.getByRole('button', { name: 'Assign tags' }).click();
  const assigned = form.getByRole('group', { name: 'Assigned tags' });
  await assigned.getByRole('combobox', { name: 'Callers', exact: true }).click();
  await page.getByRole('option', { name: 'Team' }).click();
  await assigned.getByRole('combobox', { name: 'Which team', exact: true }).click();
  await page.getByRole('option', { name: team.name }).click();
  await assigned.getByLabel('Tags of these callers').fill('centre=4711');
  await assigned.getByRole('switch', { name: /^Fixed/ }).press('Space');
  await form.getByRole('button', { name: 'Add a header' }).click();
  await form.getByLabel('Header', { exact: true }).fill('X-Department');
  await form.getByLabel('Becomes the tag').fill('department');
  await checkPage(page);
  await form.getByRole('button', { name: 'Create tag policy' }).click();
  const details = page.getByRole('dialog', { name: 'cost centres', exact: true });
  await expect(details).toContainText(`Team ${team.name}: centre=4711`);
  await expect(details).toContainText('x-department → department');
  await checkPage(page);
  const read = async () => {
    const path = `/admin/gateway/policies/tags?workspace_id=${workspace.id}&q=cost`;
    return (await asOwner().call<{ data: object[] }>('GET', path)).data;
  };
  expect(await read()).toMatchObject([
    {
      workspace_id: workspace.id,
      required: ['feature'],
      allowed: [{ name: 'env', values: ['prod', 'test'] }],
      assign: [{ scope: 'team', value: team.name, tags: { centre: '4711' }, fixed: true }],
      headers: [{ header: 'x-department', tag: 'department' }],
    },
  ]);
  await expect.poll(() => askWith('')).toBe('400 missing_tag');
  expect(await askWith('feature=search')).toBe('200 answered');
  expect(await askWith('feature=search,env=home')).toBe('400 invalid_value');

  await details.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit cost centres' });
  await edit.getByRole('button', { name: 'Remove from Headers: 1' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  expect(await read()).toMatchObject([{ headers: [], required: ['feature'], assign: [{ tags: { centre: '4711' } }] }]);
  await details.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete cost centres?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: /^cost centres/ })).toBeHidden();
  await expect.poll(() => askWith('')).toBe('200 answered');
});

test('a tag policy that the service rejects says which field is wrong', { tag: '@part-3' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  await signIn(page);
  await openPage(page, `${POLICIES}?open=new`);
  const form = page.getByRole('dialog', { name: 'Create a tag policy' });
  await form.getByRole('button', { name: 'Add a header' }).click();
  await form.getByRole('button', { name: 'Create tag policy' }).click();
  await expect(form).toContainText('Enter a name.');
  await expect(form).toContainText('Enter each header and the tag that it becomes.');
  await form.getByLabel('Name').fill('departments');
  await form.getByLabel('Header', { exact: true }).fill('department');
  await form.getByLabel('Becomes the tag').fill('department');
  await form.getByRole('button', { name: 'Create tag policy' }).click();
  await expect(form).toContainText('must be the name of a header in lower case that begins with x-');
  await checkPage(page);
  await form.getByLabel('Header', { exact: true }).fill('x-department');
  await form.getByRole('button', { name: 'Create tag policy' }).click();
  const details = page.getByRole('dialog', { name: 'departments', exact: true });
  await expect(details).toContainText('x-department → department');
  await details.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete departments?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: /^departments/ })).toBeHidden();
});
