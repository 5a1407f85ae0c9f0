import type { Locator, Page } from '@playwright/test';
import { checkPage, expect, partOfRow, test } from './check-page.js';
import { addPerson, asOwner, OWNER, openPage, readWorld, signIn } from './world.js';

const GUARDRAILS = '/admin/gateway/policies/guardrails';

test.beforeEach(({ page }) => signIn(page));

const makeGuardrail = (name: string) =>
  asOwner().call<{ id: string }>('POST', GUARDRAILS, { name, kind: 'keywords', config: { keywords: ['Falcon'] } });

/** Opens the form of a resource in a tab. */
async function openForm(page: Page, path: string, name: string): Promise<Locator> {
  await openPage(page, path);
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Edit' }).click();
  return page.getByRole('dialog', { name: `Edit ${name}` });
}

test('two tabs on one policy: the later one is told who changed it, reads the new one and keeps its draft', async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(412);
  const { id } = await makeGuardrail('two tabs');
  const path = `/w/:workspace/guardrails?open=${id}`;
  const other = await page.context().newPage();
  const [mine, theirs] = [await openForm(page, path, 'two tabs'), await openForm(other, path, 'two tabs')];
  await theirs.getByLabel('Keywords').fill('Eagle');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(theirs).toBeHidden();
  await other.close();

  await mine.getByRole('textbox', { name: 'Name' }).fill('two tabs, mine');
  await mine.getByRole('textbox', { name: 'Keywords' }).fill('Falcon\nHawk');
  await mine.getByRole('button', { name: 'Save' }).click();
  const conflict = mine.getByRole('alert').filter({ hasText: 'This was changed while you were editing' });
  await expect(conflict).toContainText(`Changed by ${OWNER.email}`);
  await expect(conflict.getByRole('row', { name: /Hawk/ })).toContainText('Eagle');
  await checkPage(page);

  await conflict.getByRole('button', { name: 'Read the new version' }).click();
  await expect(mine.getByRole('textbox', { name: 'Keywords' })).toHaveValue('Eagle');
  await expect(mine.getByRole('textbox', { name: 'Name' })).toHaveValue('two tabs');
  await checkPage(page);
  await mine.getByRole('button', { name: 'Use mine: Name' }).click();
  await expect(mine.getByRole('textbox', { name: 'Name' })).toHaveValue('two tabs, mine');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine).toBeHidden();
  expect(await asOwner().call('GET', `${GUARDRAILS}/${id}`)).toMatchObject({
    name: 'two tabs, mine',
    config: { keywords: ['Eagle'] },
  });
});

test('two tabs on one policy: the later one overwrites what it was shown', async ({ page, trouble }) => {
  trouble.expectStatus(412);
  const { id } = await makeGuardrail('overwritten');
  const mine = await openForm(page, `/w/:workspace/guardrails?open=${id}`, 'overwritten');
  await expect(mine.getByRole('textbox', { name: 'Keywords' })).toHaveValue('Falcon');
  await asOwner().call('PATCH', `${GUARDRAILS}/${id}`, { config: { keywords: ['Eagle'] } });
  await mine.getByRole('textbox', { name: 'Keywords' }).fill('Hawk');
  await mine.getByRole('button', { name: 'Save' }).click();
  // A third change, which nobody here has seen yet.
  await expect(mine.getByRole('row', { name: /Eagle/ })).toBeVisible();
  await asOwner().call('PATCH', `${GUARDRAILS}/${id}`, { config: { keywords: ['Owl'] } });
  await mine.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(mine.getByRole('row', { name: /Owl/ })).toBeVisible();
  await mine.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(mine).toBeHidden();
  expect(await asOwner().call('GET', `${GUARDRAILS}/${id}`)).toMatchObject({ config: { keywords: ['Hawk'] } });
});

const kinds = [
  ['pii', '/admin/gateway/policies/pii', {}],
  ['cache', '/admin/gateway/policies/cache', {}],
  ['rate-limits', '/admin/gateway/policies/rate-limits', { requests_per_minute: 5 }],
  ['budget-rules', '/admin/gateway/policies/budgets', { amount: 5 }],
  ['tag-policies', '/admin/gateway/policies/tags', { baggage: ['region'] }],
  ['providers', '/admin/providers', { kind: 'simulator' }],
] as const;

for (const [index, [page_, route, body]] of kinds.entries()) {
  const title = `the form of ${page_} changes the version that it shows, and no other`;
  test(title, { tag: partOfRow(index) }, async ({ page, trouble }) => {
    trouble.expectStatus(412);
    const owner = asOwner();
    const name = `versions of ${page_}`;
    const { id } = await owner.call<{ id: string }>('POST', route, { name, ...body });
    const mine = await openForm(page, `/w/:workspace/${page_}?open=${id}`, name);
    const field = mine.getByRole('textbox', { name: 'Name', exact: true });
    await expect(field).toHaveValue(name);
    await owner.call('PATCH', `${route}/${id}`, { name: `${name}, theirs` });
    await field.fill(`${name}, mine`);
    await mine.getByRole('button', { name: 'Save' }).click();
    await expect(mine.getByRole('row', { name: /theirs/ })).toContainText('mine');
    expect(await owner.call('GET', `${route}/${id}`)).toMatchObject({ name: `${name}, theirs` });
    await owner.call('DELETE', `${route}/${id}`);
  });
}

/** Forms whose values are those of the row as the page has it. */
const rows = [
  ['team', '/admin/teams', '/org/teams', {}],
  ['key', '/admin/keys', '/w/:workspace/keys', { team_id: () => readWorld().team.id }],
  ['virtual account', '/admin/service-accounts', '/w/:workspace/virtual-accounts', {}],
] as const;

for (const [index, [kind, route, path, given]] of rows.entries()) {
  const title = `the form of a ${kind} changes the version that it shows, and takes the other one or overwrites it`;
  test(title, { tag: partOfRow(index) }, async ({ page, trouble }) => {
    trouble.expectStatus(412);
    const owner = asOwner();
    const name = `versions of a ${kind}`;
    const body = Object.fromEntries(Object.entries(given).map(([field, value]) => [field, (value as () => string)()]));
    const where = route.includes('service-accounts') ? `?workspace_id=${readWorld().workspace.id}` : '';
    const { id } = await owner.call<{ id: string }>('POST', `${route}${where}`, { name, ...body });
    const mine = await openForm(page, `${path}?open=${id}`, name);
    const field = mine.getByRole('textbox', { name: 'Name', exact: true });
    await expect(field).toHaveValue(name);
    await owner.call('PATCH', `${route}/${id}`, { name: `${name}, theirs` });
    await field.fill(`${name}, mine`);
    await mine.getByRole('button', { name: 'Save' }).click();
    await expect(mine.getByRole('alert')).toContainText(`Changed by ${OWNER.email}`);
    // The field has the name that the form gives it.
    await expect(mine.getByRole('row', { name: /^Name.*mine.*theirs/ })).toBeVisible();
    await checkPage(page);
    await mine.getByRole('button', { name: 'Read the new version' }).click();
    await expect(field).toHaveValue(`${name}, theirs`);
    await field.fill(`${name}, mine`);
    await mine.getByRole('button', { name: 'Save' }).click();
    await expect(mine).toBeHidden();
    expect(await owner.call('GET', `${route}/${id}`)).toMatchObject({ name: `${name}, mine` });
    await owner.call('DELETE', `${route}/${id}`);
  });
}

/** Forms over a row that the search of the console reads too. */
const found = [
  ['team', '/admin/teams', '/org/teams', {}],
  ['key', '/admin/keys', '/w/:workspace/keys', { team_id: () => readWorld().team.id }],
] as const;

for (const [index, [kind, route, path, given]] of found.entries()) {
  const title = `the form of a ${kind} changes the version that it shows, though the tab has read a newer one elsewhere`;
  test(title, { tag: partOfRow(index) }, async ({ page, trouble }) => {
    trouble.expectStatus(412);
    const owner = asOwner();
    const name = `read twice: a ${kind}`;
    const body = Object.fromEntries(Object.entries(given).map(([field, value]) => [field, (value as () => string)()]));
    const { id } = await owner.call<{ id: string }>('POST', route, { name, ...body });
    await openPage(page, `${path}?open=${id}`);
    const panel = page.getByRole('dialog', { name });
    await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible();
    await owner.call('PATCH', `${route}/${id}`, { name: `${name}, theirs` });

    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search', exact: true }).last().fill(name);
    await expect(page.getByRole('option', { name: /theirs/ })).toBeVisible();
    // Escape would close the panel behind the palette too.
    await page.mouse.click(5, 5);
    await expect(page.getByRole('option')).toHaveCount(0);

    await panel.getByRole('button', { name: 'Edit' }).click();
    const mine = page.getByRole('dialog', { name: `Edit ${name}` });
    await expect(mine.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
    await mine.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name}, mine`);
    await mine.getByRole('button', { name: 'Save' }).click();
    await expect(mine.getByRole('alert')).toContainText('This was changed while you were editing');
    await expect(mine.getByRole('row', { name: /^Name.*mine.*theirs/ })).toBeVisible();
    await checkPage(page);
    expect(await owner.call('GET', `${route}/${id}`)).toMatchObject({ name: `${name}, theirs` });
    await owner.call('DELETE', `${route}/${id}`);
  });
}

test('the form of an alert rule changes the version that it shows, and no other', { tag: '@part-1' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(412);
  const owner = asOwner();
  const within = `?workspace_id=${readWorld().workspace.id}`;
  const rule = { name: 'versions of a rule', kind: 'budget' };
  const { id } = await owner.call<{ id: string }>('POST', `/admin/alerts/rules${within}`, rule);
  await openPage(page, `/w/:workspace/alerts?tab=rules&open=${id}`);
  const mine = page.getByRole('dialog', { name: 'Change versions of a rule' });
  const field = mine.getByRole('textbox', { name: 'Name', exact: true });
  await expect(field).toHaveValue('versions of a rule');
  await owner.call('PATCH', `/admin/alerts/rules/${id}`, { name: 'versions of a rule, theirs' });
  await field.fill('versions of a rule, mine');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine.getByRole('row', { name: /^Name.*mine.*theirs/ })).toBeVisible();
  await mine.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(mine).toBeHidden();
  await owner.call('DELETE', `/admin/alerts/rules/${id}`);
});

test('the form of a model changes the version that it shows, and no other', { tag: '@part-4' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(412);
  const owner = asOwner();
  const targets = [{ model: 'lane-one' }];
  const virtual = { object: 'virtual_model', name: 'versions of virtual', strategy: 'failover', targets };
  const { id } = await owner.call<{ id: string }>('POST', '/admin/models', virtual);
  const mine = await openForm(page, `/w/:workspace/virtual-models?open=${id}`, 'versions of virtual');
  await expect(mine.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('versions of virtual');
  await owner.call('PATCH', `/admin/models/${id}`, { strategy: 'weighted', targets });
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine.getByRole('row', { name: /weighted/ })).toBeVisible();
});

test('the editor of a routing config shows the new one beside the draft', { tag: '@part-2' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(412);
  const owner = asOwner();
  const { id } = await owner.call<{ id: string }>('POST', '/admin/routing-configs', {
    name: 'versions of routing',
    targets: [{ model: 'lane-one' }],
  });
  const mine = await openForm(page, `/w/:workspace/routing?open=${id}`, 'versions of routing');
  await mine.getByText('YAML', { exact: true }).click();
  const editor = mine.getByRole('textbox', { name: 'Routing config' });
  await expect(editor).toContainText('lane-one');
  await owner.call('PATCH', `/admin/routing-configs/${id}`, { targets: [{ model: 'lane-two' }] });
  await mine.getByRole('button', { name: 'Publish' }).click();
  await expect(mine.getByRole('row', { name: /lane-two/ })).toContainText('lane-one');
  await checkPage(page);
  await mine.getByRole('button', { name: 'Read the new version' }).click();
  await expect(editor).toContainText('lane-two');
  await mine.getByRole('button', { name: 'Publish' }).click();
  await expect(mine).toBeHidden();
});

test('the form of a member changes the version that it shows, and takes the other one', { tag: '@part-3' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(412);
  const owner = asOwner();
  const { workspace } = readWorld();
  await addPerson('two-tabs@example.com', 'Tabea Two', { workspace_id: workspace.id, workspace_role: 'viewer' });
  const { data } = await owner.call<{ data: { user_id: string }[] }>('GET', '/org/members?q=two-tabs@');
  const route = `/admin/workspaces/${workspace.id}/members/${data[0]?.user_id}`;
  await openPage(page, '/w/:workspace/members?q=Tabea');
  await page.getByRole('button', { name: 'Actions for Tabea Two' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const mine = page.getByRole('dialog', { name: 'Edit Tabea Two' });
  await expect(mine.getByRole('combobox', { name: 'Role' })).toHaveValue('Viewer');
  await owner.call('PUT', route, { role: 'admin' });
  await mine.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Editor' }).click();
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine.getByRole('alert')).toContainText(`Changed by ${OWNER.email}`);
  await expect(mine.getByRole('row', { name: /^Role.*editor.*admin/ })).toBeVisible();
  await checkPage(page);
  expect(await owner.call('GET', route)).toMatchObject({ role: 'admin' });
  await mine.getByRole('button', { name: 'Read the new version' }).click();
  await expect(mine.getByRole('combobox', { name: 'Role' })).toHaveValue('Admin');
  await mine.getByRole('button', { name: 'Use mine: Role' }).click();
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine).toBeHidden();
  expect(await owner.call('GET', route)).toMatchObject({ role: 'editor' });
});

test('the schedule of statements is changed in the version that the form shows', { tag: '@part-2' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(412);
  const owner = asOwner();
  const set = (days: number | null) =>
    owner.call('PUT', '/org/statements/schedule', { by: 'workspace', close_after_days: days });
  await set(3);
  await openPage(page, '/org/statements?by=workspace');
  await page.getByRole('button', { name: 'Close by itself' }).click();
  const mine = page.getByRole('dialog', { name: 'Close by itself' });
  const days = mine.getByRole('textbox', { name: 'Days after the end of the month' });
  await expect(days).toHaveValue('3');
  await set(4);
  await days.fill('5');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine.getByRole('row', { name: /5.*4/ })).toBeVisible();
  await mine.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(mine).toBeHidden();
  expect(await owner.call('GET', '/org/statements/schedule?by=workspace')).toMatchObject({ close_after_days: 5 });
  await set(null);
});

test('what two people begin at once is told to the second one: the first schedule and the first rules of statements', {
  tag: '@part-0',
}, async ({ page, trouble }) => {
  trouble.expectStatus(412);
  const owner = asOwner();
  const by = 'customer';
  await openPage(page, `/org/statements?by=${by}`);
  await page.getByRole('button', { name: 'Close by itself' }).click();
  const schedule = page.getByRole('dialog', { name: 'Close by itself' });
  await schedule.getByRole('textbox', { name: 'Days after the end of the month' }).fill('5');
  await owner.call('PUT', '/org/statements/schedule', { by, close_after_days: 4 });
  await schedule.getByRole('button', { name: 'Save' }).click();
  await expect(schedule.getByRole('row', { name: /5.*4/ })).toBeVisible();
  await schedule.getByRole('button', { name: 'Cancel' }).click();
  expect(await owner.call('GET', `/org/statements/schedule?by=${by}`)).toMatchObject({ close_after_days: 4 });

  await page.getByRole('button', { name: 'Markups' }).click();
  const rules = page.getByRole('dialog', { name: 'Markups and rebates' });
  await rules.getByRole('textbox', { name: 'Percent' }).fill('7');
  await owner.call('PUT', '/org/statements/rules', { by, rules: [{ subject: 'acme', percent: 2 }] });
  await rules.getByRole('button', { name: 'Save' }).click();
  await expect(rules.getByRole('alert').filter({ hasText: 'This was changed while you were editing' })).toBeVisible();
  await rules.getByRole('button', { name: 'Read the new version' }).click();
  await expect(rules.getByRole('textbox', { name: 'Name or ID' })).toHaveValue('acme');
  await rules.getByRole('button', { name: 'Cancel' }).click();
  await owner.call('PUT', '/org/statements/schedule', { by, close_after_days: null });
  await owner.call('PUT', '/org/statements/rules', { by, rules: [] });
});
