import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENT_VARIABLES } from './environment.js';
import { generateConfigurationDocs } from './generate-configuration-docs.js';

const docs = generateConfigurationDocs();

describe('docs/configuration.md', () => {
  it('is what the schema and the registry of variables say: else run pnpm docs:generate', () => {
    expect(readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')).toBe(docs);
  });

  it('gives every key a type, a default and a meaning', () => {
    const rows = docs.slice(docs.indexOf('## server')).match(/^\| `.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(150);
    for (const row of rows) expect(row).toMatch(/^\| `\w+` \| \S.* \| (`.+`|none|\*\*required\*\*) \| \S.*\. \|$/);
  });

  it('has a meaning under every heading', () => {
    expect(docs).not.toMatch(/^#+ .*\n\n(\n|\||#)/m);
  });

  it('lists every environment variable', () => {
    for (const { name } of ENVIRONMENT_VARIABLES) expect(docs).toContain(`\n| \`${name}\` |`);
  });
});
