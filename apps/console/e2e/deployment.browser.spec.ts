import { checkPage, expect, test } from './check-page.js';
import { asOwner, createCaller, openPage, readWorld, signIn } from './world.js';

test('the deployment page shows what runs, and what waits', async ({ page }) => {
  await signIn(page);
  await openPage(page, '/org/deployment');
  await expect(page.getByRole('heading', { level: 1, name: 'Deployment' })).toBeVisible();
  const processes = page.getByRole('table').filter({ hasText: 'Process' });
  await expect(processes.getByRole('row').filter({ hasText: 'Gateway' })).toContainText('Ready');
  await expect(page.getByText('All available')).toBeVisible();
  await checkPage(page);
});

test('replicas that differ or are not ready are marked, and a failure is shown with a way on', {
  tag: '@part-2',
}, async ({ page, trouble }) => {
  trouble.expectStatus(503);
  await signIn(page);
  const replica = {
    service: 'multilane-gateway',
    role: 'all',
    commit: null,
    policy_version: 3,
    problem: null,
    degraded: [],
    failing_tasks: [],
    spool_records: 0,
    spool_bytes: 0,
    started_at: new Date().toISOString(),
    last_seen_at: new Date().toISOString(),
  };
  let isAway = true;
  await page.route('**/admin/deployment', (route) =>
    isAway
      ? route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'The database is away.' } } })
      : route.fulfill({
          json: {
            object: 'deployment',
            replicas: [
              { ...replica, id: 'a', version: '1.0.0', config_hash: 'a'.repeat(64) },
              { ...replica, id: 'b', version: '1.1.0', config_hash: 'b'.repeat(64), degraded: ['redis'] },
              { ...replica, id: 'c', version: '1.1.0', config_hash: 'b'.repeat(64), problem: 'It is stopping.' },
            ],
            degraded: ['redis'],
            queues: [{ name: 'async', waiting: 12, active: 3 }],
            webhooks: { pending: 2, oldest_pending_at: new Date().toISOString() },
          },
        }),
  );
  await openPage(page, '/org/deployment');
  await expect(page.locator('#page').getByRole('alert')).toContainText('The database is away.');
  isAway = false;
  await page.locator('#page').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('More than one version runs')).toBeVisible();
  await expect(page.getByText('Gateways have different configurations')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'It is stopping.' })).toContainText('Not ready');
  await expect(page.getByRole('row').filter({ hasText: 'async' })).toContainText('12');
  await checkPage(page);
});

test('an administrator who is no owner does not see the deployment', async ({ page, trouble }) => {
  trouble.expectStatus(403);
  const { url } = readWorld();
  const email = 'deployment.admin@example.com';
  const invite = await asOwner().call<{ token: string }>('POST', '/org/invites', { email, role: 'org_admin' });
  const person = await createCaller(url, '').takeCookie('/auth/signup', {
    token: invite.token,
    name: 'Deployment Admin',
    password: 'a long enough password',
  });
  await signIn(page, person);
  await openPage(page, '/org/deployment');
  await expect(page.getByRole('heading', { name: 'You cannot see this page' })).toBeVisible();
  await openPage(page, '/org');
  const navigation = page.getByRole('navigation');
  await expect(navigation.getByRole('link', { name: 'Single sign-on' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Deployment' })).toHaveCount(0);
});
