import { checkPage, expect, test } from './check-page.js';
import { openPage, readWorld, signIn } from './world.js';

test.beforeEach(({ page }) => signIn(page));

test('single sign-on that is not set up says what gateway.yaml lacks, and how to set it up at each provider', async ({
  page,
}) => {
  await openPage(page, '/org/sso');
  await expect(page.getByText('Not set up')).toBeVisible();
  for (const key of ['server.public_base_url', 'auth.oidc.issuer', 'auth.console.sso.client_id']) {
    await expect(page.getByText(key, { exact: true })).toBeVisible();
  }
  await page.getByText('Microsoft Entra ID').click();
  await expect(page).toHaveURL(/provider=entra/);
  await expect(page.getByText('xms_edov')).toBeVisible();
  await expect(page.getByRole('region', { name: 'gateway.yaml' })).toContainText('login.microsoftonline.com');
  await checkPage(page);
});

test('the addresses that an identity provider needs are there to copy once they are known', { tag: '@part-2' }, async ({
  page,
}) => {
  await page.route(`${readWorld().url}/org/sso`, (route) =>
    route.fulfill({
      json: {
        object: 'sso',
        is_offered: true,
        issuer: `https://${'a-very-long-name.'.repeat(12)}example.com`,
        callback_address: 'https://ai.example.com/auth/sso/callback',
        start_address: 'https://ai.example.com/auth/sso/start',
        missing: [],
        source: 'config',
        client_id: 'client',
        has_client_secret: true,
        enabled: true,
        is_tested: false,
        test: null,
        updated_at: null,
      },
    }),
  );
  await openPage(page, '/org/sso');
  await expect(page.getByText('People can sign in this way')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Redirect address' })).toContainText('/auth/sso/callback');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
});

test('a failure to read the settings of single sign-on is explained, and they can be read again', {
  tag: '@part-0',
}, async ({ page, trouble }) => {
  trouble.expectStatus(503);
  await page.route(`${readWorld().url}/org/sso`, (route) =>
    route.fulfill({
      status: 503,
      json: { error: { type: 'api_error', code: 'unavailable', message: 'Wait a moment.' } },
    }),
  );
  await openPage(page, '/org/sso');
  await expect(page.locator('#page').getByRole('alert')).toContainText('Wait a moment.');
  await page.unrouteAll();
  await page.locator('#page').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Not set up')).toBeVisible();
});

test('a SCIM token is issued, shown once and revoked, and one without a name is rejected at its field', async ({
  page,
}) => {
  await openPage(page, '/org/scim');
  await page.getByRole('button', { name: 'Issue SCIM token' }).first().click();
  const form = page.getByRole('dialog', { name: 'Issue SCIM token' });
  await form.getByRole('button', { name: 'Issue SCIM token' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await form.getByLabel('Name').fill('identity provider');
  await checkPage(page);
  await form.getByRole('button', { name: 'Issue SCIM token' }).click();
  const secret = page.getByRole('dialog', { name: 'SCIM token' });
  await expect(secret.getByText(/^ml_scim_/)).toBeVisible();
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByRole('row', { name: /identity provider/ })).toContainText('Never');
  await checkPage(page);
  await page.getByRole('button', { name: 'Actions for identity provider' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No SCIM tokens yet.')).toBeVisible();
  await page.getByRole('tab', { name: 'Set it up' }).click();
  await expect(page.getByRole('region', { name: 'SCIM base address' })).toContainText('/scim/v2');
  await checkPage(page);
});

test('a group is mapped to a workspace once, its role is changed, and the mapping is removed', async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(409);
  const { team, workspace } = readWorld();
  await openPage(page, '/org/scim?tab=mappings');
  const map = async () => {
    await page.getByRole('button', { name: 'Map a group' }).first().click();
    const form = page.getByRole('dialog', { name: 'Map a group' });
    await form.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: team.name }).click();
    await form.getByRole('combobox', { name: 'Workspace' }).click();
    await page.getByRole('option', { name: workspace.name }).click();
    await form.getByRole('button', { name: 'Map a group' }).click();
    return form;
  };
  await map();
  const row = page.getByRole('row', { name: new RegExp(team.name) });
  await expect(row).toContainText('Viewer');
  await checkPage(page);
  const again = await map();
  await expect(again.getByText('The group already has a mapping to this workspace.')).toBeVisible();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Actions for the mapping' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  const change = page.getByRole('dialog', { name: 'Change role' });
  await change.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Editor' }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Editor');
  await row.getByRole('button', { name: 'Actions for the mapping' }).click();
  await page.getByRole('menuitem', { name: 'Remove mapping' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove mapping' }).click();
  await expect(page.getByText('No mappings yet.')).toBeVisible();
});
