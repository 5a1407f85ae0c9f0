import { readFileSync } from 'node:fs';
import { checkPage, expect, test } from './check-page.js';
import { openPage, signIn } from './world.js';

const LITELLM = `
model_list:
  - model_name: fast
    litellm_params: { model: openai/gpt-4o-mini, api_key: os.environ/OPENAI_API_KEY }
router_settings: { routing_strategy: simple-shuffle }
`;

test('a configuration of LiteLLM is uploaded, reported on and downloaded as gateway.yaml', async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  await signIn(page);
  await openPage(page, '/org/import');
  await expect(page.getByRole('button', { name: 'Convert' })).toBeDisabled();
  const upload = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'config.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
  await upload('something: else');
  await page.getByRole('button', { name: 'Convert' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot be imported');

  await upload(LITELLM);
  await page.getByRole('button', { name: 'Convert' }).click();
  const report = page.getByRole('region', { name: 'Report' });
  await expect(report.getByText('OPENAI_API_KEY').first()).toBeVisible();
  const findings = report.getByRole('table', { name: 'Outcome of each key' });
  await expect(findings.getByText('model_list[0].litellm_params.model', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await checkPage(page);

  const saved = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Download gateway.yaml' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain('logical_name: fast');
});

test('usage of OpenAI is read, imported, compared with the requests, and removed', async ({ page }) => {
  const fixture = (name: string) => ({
    name,
    mimeType: 'application/json',
    buffer: readFileSync(new URL(`../../../libs/importers/fixtures/usage/${name}`, import.meta.url)),
  });
  const files = [fixture('openai-usage.json'), fixture('openai-costs.json')];
  await signIn(page);
  await openPage(page, '/w/:workspace/usage-imports');
  const importing = page.getByRole('region', { name: 'Import usage' });
  await importing.locator('input[type=file]').setInputFiles(files);
  await importing.getByRole('textbox', { name: 'Names' }).fill('teams: { proj_search: history }');
  await importing.getByRole('button', { name: 'Read files' }).click();
  await expect(importing.getByText('openai-costs.json: 9 rows, 2 days')).toBeVisible();
  await expect(importing.getByRole('table', { name: 'Models of openai-usage.json' })).toContainText(
    'gpt-4o-2024-08-06',
  );
  await checkPage(page);
  await importing.getByRole('checkbox', { name: 'Leave out days' }).check();
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  const list = page.getByRole('region', { name: 'Imports', exact: true });
  await expect(list.getByText('2026-11-01 to 2026-11-03')).toBeVisible();

  const bill = page.getByRole('region', { name: 'Check a bill' });
  await bill.locator('input[type=file]').setInputFiles(files);
  await bill.getByRole('button', { name: 'Compare' }).click();
  await bill.getByLabel('Show days and models that agree').check();
  await expect(bill.getByRole('table', { name: 'Bill and records' })).toContainText('gpt-4o-2024-08-06');
  await checkPage(page);

  await list.getByRole('button', { name: 'Remove' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(list.getByText('2026-11-01 to 2026-11-03')).toHaveCount(0);
});
