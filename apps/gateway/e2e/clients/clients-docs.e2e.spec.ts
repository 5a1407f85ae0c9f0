import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@multilane/testing';
import { describe, expect, it } from 'vitest';

const page = readFileSync(join(PROJECT_ROOT, 'docs/clients.md'), 'utf8');
const { devDependencies } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};

/** The packages that the suite drives as clients. */
const CLIENTS = Object.keys(devDependencies).filter((name) =>
  /^(openai|ai|@anthropic-ai\/sdk|@ai-sdk\/.+|@langchain\/(openai|anthropic))$/.test(name),
);

describe('docs/clients.md', () => {
  it.each(CLIENTS)('names %s in the version that the tests drive', (name) => {
    expect(page).toMatch(new RegExp(`^\\| \`${name}\`[^|]*\\| ${devDependencies[name]} \\|`, 'm'));
  });

  it('names no client that the tests do not drive', () => {
    const rows = page
      .slice(page.indexOf('## Tested clients'), page.indexOf('Two coding agents'))
      .match(/^\| `[^`]+`/gm);
    expect(rows).toHaveLength(CLIENTS.length);
  });
});
