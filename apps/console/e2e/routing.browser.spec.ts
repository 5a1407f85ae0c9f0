import type { Locator, Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { tabTo } from './keyboard.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const ROUTES = '/admin/routing-configs';

interface Stored {
  readonly id: string;
  readonly strategy: string;
  readonly targets: readonly { readonly model: string; readonly weight?: number }[];
}

test.beforeEach(({ page }) => signIn(page));

async function addConfig(name: string, more: object = {}): Promise<string> {
  const targets = [{ model: 'lane-one' }, { model: 'lane-two' }];
  return (await asOwner().call<Stored>('POST', ROUTES, { name, targets, ...more })).id;
}

/** Opens the editor of a config. */
async function openEditor(page: Page, id: string, name: string): Promise<Locator> {
  await openPage(page, `/w/:workspace/routing?open=${id}`);
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Edit', exact: true }).click();
  return page.getByRole('dialog', { name: `Edit ${name}` });
}

const findStored = (id: string): Promise<Stored> => asOwner().call<Stored>('GET', `${ROUTES}/${id}`);
const nodeOf = (editor: Locator, name: RegExp): Locator =>
  editor.getByRole('region', { name: 'Graph of the route' }).getByRole('group', { name });
const show = (editor: Locator, view: 'Graph' | 'List' | 'YAML' | 'JSON'): Promise<void> =>
  editor.getByText(view, { exact: true }).click();

/** Drags from the middle of one thing to a place beside it, as a hand does: in some steps. */
async function drag(page: Page, from: Locator, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  const box = await from.boundingBox();
  if (box === null) throw new Error('Nothing to drag.');
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + x / 2, top + y / 2, { steps: 5 });
  await page.mouse.move(left + x, top + y, { steps: 5 });
  await page.mouse.up();
}

test('a route is built with the mouse: moved, added, repeated, taken back, tried and published', async ({ page }) => {
  const id = await addConfig('by mouse', { strategy: 'weighted' });
  const editor = await openEditor(page, id, 'by mouse');
  await expect(nodeOf(editor, /^lane-two, Target/)).toBeVisible();
  await drag(page, nodeOf(editor, /^lane-two, Target/), { x: 0, y: -140 });
  await nodeOf(editor, /^lane-two, Target/).click();
  const form = editor.getByRole('region', { name: 'Selected part' });
  await form.getByRole('textbox', { name: 'Weight' }).fill('3');
  await expect(nodeOf(editor, /^lane-two, Target, Weight 3/)).toBeVisible();
  await form.getByRole('button', { name: 'Duplicate lane-two' }).click();
  await expect(nodeOf(editor, /^lane-two, Target/)).toHaveCount(2);
  await editor.getByRole('button', { name: 'Undo' }).click();
  await expect(nodeOf(editor, /^lane-two, Target/)).toHaveCount(1);

  await drag(
    page,
    nodeOf(editor, /, Choice/)
      .locator('.react-flow__handle-right')
      .first(),
    { x: 60, y: 260 },
  );
  await expect(nodeOf(editor, /^No model yet, Target/)).toBeVisible();
  await expect(editor.getByText('1 problem').first()).toBeVisible();
  await form
    .getByRole('combobox', { name: 'Model' })
    .or(form.getByRole('textbox', { name: 'Model' }))
    .fill('lane-one');
  await page.keyboard.press('Escape');
  await editor.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Time limits' }).click();
  await form.getByRole('textbox', { name: 'To the complete response' }).fill('5000');
  await expect(editor.getByText('No problems.')).toBeVisible();

  const trial = editor.getByRole('region', { name: 'Dry run' });
  await trial.getByRole('button', { name: 'Try it' }).click();
  await expect(trial.getByRole('row', { name: /^lane-two 60%/ })).toContainText('Drawn by weight');
  await expect(nodeOf(editor, /^lane-two, Target, Weight 3, 1\. Drawn by weight · 60%/)).toBeVisible();
  await checkPage(page);
  await editor.getByRole('button', { name: 'Publish' }).click();
  await expect(editor).toBeHidden();
  expect(await findStored(id)).toMatchObject({
    targets: [{ model: 'lane-two', weight: 3 }, { model: 'lane-one' }, { model: 'lane-one' }],
    timeouts: { total_ms: 5000 },
  });
});

test('a route is built by keyboard alone, in the graph and in the list', async ({ page }) => {
  const id = await addConfig('by keyboard');
  const editor = await openEditor(page, id, 'by keyboard');
  await tabTo(page, nodeOf(editor, /^lane-one, Target/));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(editor.getByRole('status').filter({ hasText: 'Target 2 of 2' })).toBeAttached();
  await expect(nodeOf(editor, /^lane-one, Target/)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+d');
  await expect(nodeOf(editor, /^lane-one, Target/)).toHaveCount(2);
  await expect(nodeOf(editor, /^lane-one, Target/).nth(1)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+d');
  await expect(nodeOf(editor, /^lane-one, Target/)).toHaveCount(3);
  await expect(nodeOf(editor, /^lane-one, Target/).nth(2)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(nodeOf(editor, /^lane-one, Target/)).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(nodeOf(editor, /^lane-one, Target/)).toHaveCount(3);
  await page.keyboard.press('ControlOrMeta+y');
  await expect(nodeOf(editor, /^lane-one, Target/)).toHaveCount(2);

  await tabTo(page, editor.getByRole('button', { name: 'Undo' }), 'Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(editor.getByRole('radio', { name: 'Graph' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const list = editor.getByRole('region', { name: 'Parts of the route' });
  await tabTo(page, list.getByRole('button', { name: 'Move down: lane-two' }));
  await page.keyboard.press('Enter');
  await tabTo(page, editor.getByRole('button', { name: 'Add', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Shadow' }).press('Enter');
  const shadow = list.getByRole('article', { name: /^Shadow/ });
  await tabTo(page, shadow.getByRole('combobox', { name: 'Model' }));
  await page.keyboard.type('lane-two');
  await page.keyboard.press('Tab');
  await expect(shadow.getByRole('textbox', { name: 'Share of the requests' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('5');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
  await tabTo(page, editor.getByRole('button', { name: 'Publish' }));
  await page.keyboard.press('Enter');
  await expect(editor).toBeHidden();
  expect(await findStored(id)).toMatchObject({
    targets: [{ model: 'lane-one' }, { model: 'lane-two' }, { model: 'lane-one' }],
    shadow: { model: 'lane-two', percent: 5 },
  });
});

test('a problem is shown at its node, and members that no node shows stay', { tag: '@part-0' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  // Chromium gives what is typed over a selection the style of what was there. The policy forbids it, and nobody sees it.
  trouble.expect(/Applying inline style|policy: style-src-attr inline/);
  const id = await addConfig('unhappy');
  const editor = await openEditor(page, id, 'unhappy');
  await show(editor, 'YAML');
  const text = editor.getByRole('textbox', { name: 'Routing config' });
  await text.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('targets: [');
  await expect(editor.getByText(/^Line 1:/).first()).toBeVisible();
  await expect(editor.getByRole('radio', { name: 'Graph' })).toBeDisabled();
  await expect(editor.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    '# Ask Ada first.\nname: unhappy\ntargets: [{ model: lane-one }, { model: nobody, region: eu }]\nnotes: mine\n',
  );
  await show(editor, 'Graph');
  await expect(nodeOf(editor, /^notes, Other setting, "mine"/)).toBeVisible();
  await expect(nodeOf(editor, /^nobody, Target, region: "eu"/)).toBeVisible();
  await editor.getByRole('button', { name: 'Publish' }).click();
  await expect(nodeOf(editor, /^nobody, Target/).getByText('1 problem')).toBeVisible();
  await checkPage(page);
  await nodeOf(editor, /^notes, Other setting/).press('Enter');
  const form = editor.getByRole('region', { name: 'Selected part' });
  await form.getByRole('button', { name: 'Remove notes' }).click();
  await nodeOf(editor, /^nobody, Target/).press('Enter');
  await expect(form.getByText('This stays as it is. Change it as text.')).toBeVisible();
  await editor.getByRole('button', { name: 'Publish' }).click();
  await expect(form.getByText('This setting does not exist here. Remove it.')).toBeVisible();
  await expect(editor.getByText('targets[1]')).toHaveCount(0);
  await show(editor, 'YAML');
  await expect(text).toContainText('# Ask Ada first.');
  await expect(text).toContainText('region: eu');
  await expect(text).not.toContainText('notes');
  await expect(editor.getByText('Line 3: This setting does not exist here. Remove it.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await show(editor, 'List');
  await checkPage(page);
});

test('a problem that the service finds is in the language of the reader', { tag: '@part-0' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  const id = await addConfig('translated');
  await page.addInitScript(() => localStorage.setItem('console-language', 'zh-CN'));
  await openPage(page, `/w/:workspace/routing?open=${id}`);
  await page.getByRole('dialog', { name: 'translated' }).getByRole('button', { name: '编辑', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'translated' });
  await editor.getByRole('group', { name: /^lane-two/ }).press('Enter');
  await editor
    .getByRole('textbox', { name: '模型' })
    .or(editor.getByRole('combobox', { name: '模型' }))
    .first()
    .fill('nobody');
  await page.keyboard.press('Escape');
  await editor.getByRole('button', { name: '发布' }).click();
  await expect(editor.getByText('组织中没有使用此名称的模型、别名或虚拟模型。')).toBeVisible();
  await checkPage(page);
});

test('two tabs on one route: the later one is told, and its draft can overwrite', { tag: '@part-5' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(412);
  const id = await addConfig('shared');
  const editor = await openEditor(page, id, 'shared');
  const other = await page.context().newPage();
  const theirs = await openEditor(other, id, 'shared');
  await nodeOf(theirs, /^lane-two, Target/).press('Enter');
  await other.keyboard.press('Delete');
  await theirs.getByRole('button', { name: 'Publish' }).click();
  await expect(theirs).toBeHidden();
  await other.close();

  await nodeOf(editor, /, Choice/).press('Enter');
  await editor.getByRole('region', { name: 'Selected part' }).getByLabel('Strategy').click();
  await page.getByRole('option', { name: 'Least busy' }).click();
  await editor.getByRole('button', { name: 'Publish' }).click();
  await expect(editor.getByRole('row', { name: /least_busy/ })).toBeVisible();
  await checkPage(page);
  await editor.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(editor).toBeHidden();
  expect(await findStored(id)).toMatchObject({ strategy: 'least_busy', targets: [{}, {}] });
});

test('a virtual model is a graph too, and what it leads to is shown where it is a target', { tag: '@part-5' }, async ({
  page,
}) => {
  const owner = asOwner();
  const virtual = { object: 'virtual_model', name: 'graph pool', strategy: 'failover' };
  const { id } = await owner.call<Stored>('POST', `/admin/models?workspace_id=${readWorld().workspace.id}`, {
    ...virtual,
    targets: [{ model: 'lane-one' }],
  });
  await openPage(page, `/w/:workspace/virtual-models?open=${id}`);
  await page.getByRole('dialog', { name: 'graph pool' }).getByRole('button', { name: 'Graph and YAML' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit graph pool' });
  await nodeOf(editor, /^lane-one, Target/).press('Enter');
  await page.keyboard.press('ControlOrMeta+d');
  await expect(nodeOf(editor, /^lane-one, Target/)).toHaveCount(2);
  await editor.getByRole('button', { name: 'Publish' }).click();
  await expect(editor).toBeHidden();
  expect(await owner.call('GET', `/admin/models/${id}`)).toMatchObject({ targets: [{}, {}] });

  const route = await addConfig('nested', { targets: [{ model: 'graph pool' }] });
  const nested = await openEditor(page, route, 'nested');
  await expect(nested.getByText('Target of a virtual model')).toHaveCount(2);
  await owner.call('DELETE', `${ROUTES}/${route}`);
  await owner.call('DELETE', `/admin/models/${id}`);
});
