import { checkPage, expect, test } from './check-page.js';
import { askModel, waitForRecord } from './gateway-calls.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

test.beforeEach(({ page }) => signIn(page));

test('details have exact times with their zone, and lists the distance from now', async ({ page }) => {
  const { requestId } = await askModel('lane-one', 'What time is it?');
  await waitForRecord(requestId);
  await openPage(page, `/w/:workspace/requests?request_id=${requestId}`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1).getByText(/ago$|^now$/)).toBeVisible();
  await rows.nth(1).getByRole('button').click();
  await expect(page.getByRole('dialog').getByText(/\d{4}, .* UTC$/)).toBeVisible();
});

test('a policy that is on and does nothing says so, and its choices have no tick of approval', async ({ page }) => {
  const { workspace } = readWorld();
  const owner = asOwner();
  const query = `?workspace_id=${workspace.id}`;
  const off = { input: 'off', output: 'off', entities: ['email'] };
  await owner.call('POST', `/admin/gateway/policies/pii${query}`, {
    name: 'idle by choice',
    workspace_id: workspace.id,
    ...off,
  });
  await openPage(page, '/w/:workspace/pii');
  const row = page.getByRole('row', { name: /idle by choice/ });
  await expect(row.getByText('On, but does nothing')).toBeVisible();
  await checkPage(page);
});

test('limits of time are written as people say them', async ({ page }) => {
  const { workspace } = readWorld();
  const config = await asOwner().call<{ id: string }>('POST', `/admin/routing-configs?workspace_id=${workspace.id}`, {
    name: 'patient',
    workspace_id: workspace.id,
    targets: [{ model: 'lane-one' }],
    timeouts: { total_ms: 60_000 },
  });
  await openPage(page, `/w/:workspace/routing?open=${config.id}`);
  await expect(page.getByRole('dialog').getByText('1 min')).toBeVisible();
  await expect(page.getByText('60000')).toHaveCount(0);
});
