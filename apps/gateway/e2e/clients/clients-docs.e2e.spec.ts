import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PROJECT_ROOT, PYTHON_PACKAGES } from '@multilane/testing';

const page = readFileSync(join(PROJECT_ROOT, 'docs/clients.md'), 'utf8');
const readPackage = (folder: string) =>
  JSON.parse(readFileSync(join(PROJECT_ROOT, folder, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
// The gateway is a client of MCP servers itself.
const versions = { ...readPackage('apps/gateway').dependencies, ...readPackage('').devDependencies };

/** The packages that the suite drives as clients. */
const CLIENTS = Object.keys(versions).filter((name) =>
  /^(openai|ai|@anthropic-ai\/sdk|@ai-sdk\/.+|@langchain\/(openai|anthropic)|@modelcontextprotocol\/(client|sdk)|@a2a-js\/sdk)$/.test(
    name,
  ),
);

describe('docs/clients.md', () => {
  it.each(CLIENTS)('names %s in the version that the tests drive', (name) => {
    expect(page).toMatch(new RegExp(`^\\| \`${name}\`[^|]*\\| ${versions[name]} \\|`, 'm'));
  });

  it('names no client that the tests do not drive', () => {
    const [, section = ''] = page.split(/^##+ /m);
    const rows = section.match(/^\| `[^`]+`/gm);
    expect(rows).toHaveLength(CLIENTS.length);
  });

  it.each(PYTHON_PACKAGES.map((each) => each.split(/(?:\[\w+\])?==/)))(
    'names %s of Python in the version %s that the tests install',
    (name, version) => {
      expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\(PyPI\\) \\| ${version} \\|`, 'm'));
    },
  );
});
