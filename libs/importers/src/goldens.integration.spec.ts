import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { type ImportResult, importLitellmConfig, importPortkeyConfig } from './index.js';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** `UPDATE_GOLDENS=1 pnpm jest libs/importers` writes them anew; review the difference. */
const UPDATES = process.env.UPDATE_GOLDENS === '1';

const IMPORTERS: Readonly<Record<string, (text: string) => ImportResult>> = {
  litellm: importLitellmConfig,
  portkey: importPortkeyConfig,
};

const CASES = Object.keys(IMPORTERS).flatMap((product) =>
  readdirSync(`${FIXTURES}${product}`).map((name): [string, string] => [product, name]),
);

function compare(path: string, text: string): void {
  if (UPDATES) writeFileSync(path, text);
  expect(existsSync(path)).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}

describe('importers of configurations', () => {
  it('have twenty cases and more', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(20);
  });

  it.each(CASES)('%s: %s becomes what was agreed on', (product, name) => {
    const folder = `${FIXTURES}${product}/${name}/`;
    const source = readFileSync(`${folder}source.yaml`, 'utf8');
    const result = IMPORTERS[product]?.(source) as ImportResult;
    expect(result.problems).toEqual([]);
    compare(`${folder}gateway.yaml`, result.yaml);
    const report = { variables: result.variables, findings: result.findings };
    compare(`${folder}report.json`, `${JSON.stringify(report, null, 2)}\n`);
    expect(JSON.stringify(result)).not.toMatch(/open-secret/);
  });
});
