// `npm test` runs these tests in one of six runs, and a sample of them each time: scripts/operator-pages.integration.spec.ts.

import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { findPostgres, hasRedis, INGRESSES, spawnService } from '@multilane/testing';

const SCRIPT = fileURLToPath(new URL('operator-path.mjs', import.meta.url));
const TOOLS = new URL('chart-tools.mjs', import.meta.url).href;
const LIMIT_MS = 600_000;

const hasCaddy = INGRESSES.some(({ name }) => name === 'Caddy');
const canWalk = findPostgres() !== undefined && hasRedis() && hasCaddy;
if (process.env.CI && !canWalk) throw new Error('CI demands PostgreSQL, Redis and Caddy.');

/** True if the programs are there that render the compose file and the chart. CI installs them. */
function hasChartTools(): boolean {
  const call = `import { hasChartTools } from '${TOOLS}'; process.stdout.write(String(hasChartTools()));`;
  const found = execFileSync(process.execPath, ['--input-type=module', '--eval', call], { encoding: 'utf8' });
  return found === 'true' || process.env.CI !== undefined;
}

describe('pnpm operator:path', () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' });

  it('explains itself', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: pnpm operator:path/) });
  });

  it.each([['--stream-seconds=0'], ['--stream-seconds=x'], ['--streams=5'], ['now']])('rejects %s', (option) => {
    expect(run(option)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('Usage: ') });
  });
});

describe.each(canWalk ? ['Caddy'] : [])("an operator's path behind %s", () => {
  it(
    'leads from the deployment files over an upgrade to a restored backup',
    async () => {
      const files = hasChartTools() ? [] : ['--skip-files'];
      const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
      const walk = await spawnService(process.execPath, [SCRIPT, '--stream-seconds', '5', ...files], env);
      const { code } = await walk.exited;
      process.stdout.write(walk.stdout());
      expect([code, walk.stdout()]).toEqual([0, expect.stringMatching(/ of 10 steps passed.*, in \d+\.\d s\n$/)]);
      expect(walk.stdout().match(/: passed in /g)).toHaveLength(files.length > 0 ? 9 : 10);
    },
    LIMIT_MS,
  );
});
