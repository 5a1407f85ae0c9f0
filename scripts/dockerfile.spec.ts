import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

describe('deploy/Dockerfile', () => {
  const text = readFileSync(fileURLToPath(new URL('../deploy/Dockerfile', import.meta.url)), 'utf8');

  it('makes the image of the tree that operator-path.mjs runs, and runs it as an account by its number', () => {
    const runs = text.match(/^RUN .*$/gm);
    expect(runs).toEqual([
      expect.stringMatching(/^RUN npm install --global pnpm@\d+\.\d+\.\d+$/),
      'RUN pnpm install --frozen-lockfile && pnpm run build',
      'RUN node scripts/make-image-tree.mjs "$' + '{SERVICE}" /app',
      'RUN chown -R 1000:1000 .multilane',
    ]);
    expect(text).toMatch(/^USER 1000:1000$/m);
    expect(text).toMatch(/^CMD \["node", "dist\/main\.js"\]$/m);
  });
});
