import { checkPage, expect, test } from './check-page.js';
import { readRefusal, sendChat } from './gateway-calls.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

/** Asks as a program does, with a prompt; the version that was used, or the code of the refusal. */
async function askWith(reference: string, variables: object): Promise<string> {
  const messages = [{ role: 'user', content: 'Hello' }];
  const body = { model: 'lane-one', prompt: { variables }, messages };
  const response = await sendChat(body, { 'x-service-prompt': reference });
  return (await readRefusal(response)) ?? response.headers.get('x-service-prompt') ?? 'answered';
}

test('a prompt is made, gets a version and labels, is compared, opened in the playground and deleted', async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  const { workspace } = readWorld();
  await signIn(page);
  await openPage(page, '/w/:workspace/prompts?open=new');
  const form = page.getByRole('dialog', { name: 'Create a prompt' });
  await form.getByLabel('Name').fill('greeting');
  await form.getByLabel('Text', { exact: true }).fill('Greet {{who}}.\nBe short.');
  await form.getByRole('button', { name: 'Create prompt' }).click();
  // The place names no variable.
  await expect(form).toContainText('does not declare');
  await form.getByRole('button', { name: 'Add a variable' }).click();
  await form.getByLabel('Variable', { exact: true }).fill('who');
  await form.getByLabel('Default', { exact: true }).fill('everybody');
  await checkPage(page);
  await form.getByRole('button', { name: 'Create prompt' }).click();

  const details = page.getByRole('dialog', { name: 'greeting', exact: true });
  await details.getByLabel('New label').fill('production');
  await details.getByRole('button', { name: 'Point to version 1' }).click();
  await expect(details).toContainText('production → 1');
  await expect.poll(() => askWith('greeting', {})).toBe('greeting@1');
  expect(await askWith('greeting', { whom: 'me' })).toBe('invalid_value');

  await details.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit greeting' });
  await edit.getByLabel('Text', { exact: true }).fill('Greet {{who}}.\nBe long.');
  await edit.getByLabel('Comment on this version').fill('longer');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  expect(await askWith('greeting', {})).toBe('greeting@1');
  await details.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Version 1' }).click();
  const content = details.getByRole('region', { name: 'Content of the version' });
  await expect(content.locator('del')).toHaveText(['Be short.']);
  await expect(content.locator('ins')).toHaveText(['Be long.']);
  await checkPage(page);
  await details.getByRole('combobox', { name: 'Version of production' }).click();
  await page.getByRole('option', { name: '2', exact: true }).click();
  await expect(details).toContainText('production → 2');
  await expect.poll(() => askWith('greeting', {})).toBe('greeting@2');
  const { data } = await asOwner().call<{ data: object[] }>('GET', `/admin/prompts?workspace_id=${workspace.id}`);
  expect(data).toMatchObject([
    { name: 'greeting', versions: [{ version: 1 }, { version: 2, comment: 'longer' }], labels: [{ version: 2 }] },
  ]);

  await details.getByRole('button', { name: 'Open in playground' }).click();
  await expect(page).toHaveURL(/\/playground/);
  await openPage(page, '/w/:workspace/prompts');
  await page.getByRole('row', { name: /^greeting/ }).click();
  await details.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete greeting?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: /^greeting/ })).toBeHidden();
  await expect.poll(() => askWith('greeting', {})).toBe('prompt_not_found');
});
