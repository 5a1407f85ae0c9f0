import type { Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { askModel, waitForUsage } from './gateway-calls.js';
import { addPerson, asOwner, openPage, readWorld, signIn } from './world.js';

const DASHBOARDS = '/w/:workspace/dashboards';

const headings = (page: Page) => page.getByRole('heading', { level: 2 });

test('charts of Usage are kept on a dashboard, drawn, moved, changed and removed', async ({ page }) => {
  await askModel('lane-one', 'Draw something');
  await waitForUsage('lane-one');
  await signIn(page);
  await openPage(page, DASHBOARDS);
  await expect(page.getByText('A dashboard keeps charts that you look at often.')).toBeVisible();
  await checkPage(page);
  await page.getByRole('link', { name: 'Open Usage' }).click();

  await page.getByRole('button', { name: 'Add to dashboard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to dashboard' });
  await dialog.getByLabel('Name').fill('Spend of lanes');
  await expect(dialog.getByLabel('Heading')).toHaveValue('Cost by Model');
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();

  await openPage(page, '/w/:workspace/usage?range=7d&metric=requests&group=team&second=model&provider=simulated');
  await page.getByRole('button', { name: 'Add to dashboard' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Dashboard' })).toHaveValue('Spend of lanes');
  await expect(dialog.getByRole('combobox', { name: 'Form' })).toHaveValue('Table of the largest');
  await dialog.getByLabel('Heading').fill('Teams and models');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();

  await openPage(page, DASHBOARDS);
  await expect(headings(page)).toHaveText(['Cost by Model', 'Teams and models']);
  const table = page.getByRole('region', { name: 'Teams and models' });
  await expect(table.getByRole('cell', { name: 'lane-one' }).first()).toBeVisible();
  await expect(table.getByText('Last 7 days · simulated')).toBeVisible();
  await checkPage(page);

  await page.getByRole('button', { name: 'Actions of Teams and models' }).click();
  await page.getByRole('menuitem', { name: 'Move before' }).click();
  await expect(headings(page)).toHaveText(['Teams and models', 'Cost by Model']);
  await page.getByRole('button', { name: 'Actions of Teams and models' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit chart' });
  await form.getByLabel('Heading').fill('All requests');
  await form.getByRole('combobox', { name: 'Form' }).click();
  await page.getByRole('option', { name: 'Number' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const number = page.getByRole('region', { name: 'All requests' });
  await expect(number.getByText('Against the period before')).toBeVisible();
  await expect(number.locator('.mantine-Text-root').filter({ hasText: /^[1-9]\d*$/ })).toBeVisible();
  await page.reload();
  await expect(headings(page)).toHaveText(['All requests', 'Cost by Model']);

  await page.getByRole('button', { name: 'Actions of All requests' }).click();
  await page.getByRole('menuitem', { name: 'Open in Usage' }).click();
  await expect(page).toHaveURL(/\/usage\?.*group=team/);
  await expect(page).toHaveURL(/provider=simulated/);
  await page.goBack();

  await page.getByRole('button', { name: 'Actions of Cost by Model' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(headings(page)).toHaveText(['All requests']);
  await page.getByRole('button', { name: 'Rename' }).click();
  const name = page.getByRole('dialog', { name: 'Rename' });
  await name.getByLabel('Name').fill('Lanes');
  await name.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('combobox', { name: 'Dashboard' })).toHaveValue('Lanes');
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Lanes?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('A dashboard keeps charts that you look at often.')).toBeVisible();
});

test('a viewer opens a dashboard of somebody else and cannot change it, and a change made meanwhile stays', async ({
  page,
  trouble,
}) => {
  const { workspace } = readWorld();
  const chart = { kind: 'number', measure: 'requests', group_by: 'model', span: '30d', filters: {} };
  const { id } = await asOwner().call<{ id: string }>('POST', `/w/dashboards?workspace_id=${workspace.id}`, {
    name: 'Of the owner',
    charts: [
      { ...chart, title: 'First' },
      { ...chart, title: 'Second' },
    ],
  });
  const viewer = await addPerson('dashboards.viewer@example.com', 'Vera Viewer', {
    workspace_id: workspace.id,
    workspace_role: 'viewer',
  });
  await signIn(page, viewer);
  await openPage(page, `${DASHBOARDS}?dashboard=${id}`);
  await expect(headings(page)).toHaveText(['First', 'Second']);
  await expect(page.getByRole('button', { name: 'Rename' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions of First' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Open in Usage']);

  trouble.expectStatus(412);
  await signIn(page);
  await openPage(page, `${DASHBOARDS}?dashboard=${id}`);
  await expect(headings(page)).toHaveText(['First', 'Second']);
  await asOwner().call('PATCH', `/w/dashboards/${id}`, { charts: [{ ...chart, title: 'Third' }] });
  await page.getByRole('button', { name: 'Actions of First' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(headings(page)).toHaveText(['Third']);
  await asOwner().call('DELETE', `/w/dashboards/${id}`);
});

test('days below a chart have room beside each other at any width, and none is cut off', async ({ page }) => {
  const { workspace } = readWorld();
  await askModel('lane-one', 'Draw a week');
  await waitForUsage('lane-one');
  const chart = { title: 'Week', kind: 'line', measure: 'requests', group_by: 'model', span: '7d', filters: {} };
  const body = { name: 'Narrow', charts: [chart, { ...chart, title: 'Again' }] };
  const { id } = await asOwner().call<{ id: string }>('POST', `/w/dashboards?workspace_id=${workspace.id}`, body);
  await signIn(page);
  await openPage(page, `${DASHBOARDS}?dashboard=${id}`);
  const days = page.getByRole('region', { name: 'Week' }).getByText(/^\d{4}-\d\d-\d\d$/);
  for (const width of [1440, 1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(days.first()).toBeVisible();
    // The axis hides what does not lie within it.
    const axis = await days.first().evaluate((day) => day.parentElement?.getBoundingClientRect().right);
    const boxes = (await Promise.all((await days.all()).map((day) => day.boundingBox()))).filter((box) => box !== null);
    expect(boxes.length).toBeGreaterThan(1);
    for (const { width: own, x } of boxes) expect(x + own, `at ${width}`).toBeLessThanOrEqual((axis ?? 0) + 1);
    for (const [index, box] of boxes.slice(1).entries()) {
      const before = boxes[index];
      expect(box.x, `at ${width}`).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0));
    }
  }
  await asOwner().call('DELETE', `/w/dashboards/${id}`);
});
