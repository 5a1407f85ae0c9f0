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
