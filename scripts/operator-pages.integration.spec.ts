import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAND_IN = join(ROOT, 'scripts/operator-path/pages/stand-in.mjs');

interface Blocks {
  readonly PAGES: readonly string[];
  readBlocks(page: string, text?: string): readonly { readonly section: string; readonly exclusion?: string }[];
}

const { PAGES, readBlocks } = (await import(
  new URL('operator-path/pages/read-blocks.mjs', import.meta.url).href
)) as Blocks;

describe('the pages for operators', () => {
  it('have no block of commands that is neither run by pnpm operator:path nor says why not', () => {
    const blocks = PAGES.flatMap((page) => readBlocks(page));
    expect(blocks.length).toBeGreaterThan(15);
    // The path does not run itself.
    expect(blocks.filter(({ exclusion }) => exclusion !== undefined).map(({ section }) => section)).toEqual([
      'Try the whole path',
    ]);
  });

  it.each([
    ['```sh\nls\n```\n'],
    ['<!-- not run: because -->\n```sh\nls\n```\n'],
    ['<!-- run by scripts/other.spec.ts -->\n```bash\nls\n```\n'],
  ])('are rejected with %j', (text) => {
    expect(() => readBlocks('page.md', text)).toThrow(/^page\.md:\d: the block is not marked/);
  });
});

/** Stand-ins for programs that need an engine, a cluster or privileges check their arguments, so that a wrong command fails. */
describe('a program that stands for another', () => {
  let site: string;
  const state = { root: ROOT, node: process.execPath, isUp: false, namespaces: [], secrets: {}, releases: [] };

  const run = (...commands: string[]): string => {
    const known = join(site, 'known.json');
    writeFileSync(known, JSON.stringify(state));
    for (const command of commands) {
      const args = [STAND_IN, ...command.split(' ')];
      const { status, stderr } = spawnSync(process.execPath, args, {
        cwd: site,
        encoding: 'utf8',
        env: { PATH: '', STAND_IN: known },
      });
      if (status !== 0) return stderr.trim();
    }
    return 'done';
  };

  beforeAll(() => {
    site = mkdtempSync(join(tmpdir(), 'multilane-stand-in-'));
    cpSync(join(ROOT, 'docker-compose.yml'), join(site, 'docker-compose.yml'));
  });

  afterAll(() => rmSync(site, { recursive: true, force: true }));

  it.each([
    [
      'kubectl create secret generic multilane --from-literal=A=b',
      'kubectl: the command would act in the namespace `default`',
    ],
    ['kubectl --namespace ai create secret generic multilane --from-literal=A=b', 'kubectl: there is no namespace ai'],
    [
      'helm upgrade multilane deploy/helm/multilane --values values.yaml',
      'helm: the command would act in the namespace `default`',
    ],
    ['docker compose up --build', 'docker: the command would not come back'],
    ['docker compose up --detach gatway', 'docker: docker-compose.yml has no service gatway'],
    ['docker compose restart proxies', 'docker: docker-compose.yml has no service proxies'],
    ['docker compose logs workspace', 'docker: there are logs of a workspace that runs'],
    ['pnpm run build:all', 'pnpm: package.json has no script build:all'],
    ['pnpm install', 'pnpm: pnpm install'],
    ['git push', 'git: push'],
    ['sudo apt-get install -y postgres', 'sudo: apt-get install -y postgres'],
    ['sudo rm -rf /', 'sudo: rm -rf /'],
  ])('rejects %s', (command, words) => {
    expect(run(command)).toBe(words);
  });

  it('rejects an upgrade of what was not installed there', () => {
    expect(run('kubectl create namespace ai', 'helm upgrade multilane chart --namespace ai --values values.yaml')).toBe(
      'helm: helm upgrade of ai/multilane: there are the releases none',
    );
  });

  it('starts no containers without the files that they mount, or that they cannot read', () => {
    expect(run('docker compose up --detach')).toMatch(/^docker: docker-compose\.yml mounts \S+, which is not there$/);
    mkdirSync(join(site, 'secrets'));
    for (const name of [
      'postgres_password',
      'redis_password',
      'database_url',
      'redis_url',
      'encryption_key',
      'research_key',
    ])
      writeFileSync(join(site, 'secrets', name), 'x');
    for (const name of ['openai_api_key', 'anthropic_api_key', 'gemini_api_key'])
      writeFileSync(join(site, 'secrets', name), '');
    for (const path of ['gateway.yaml', 'deploy/ingress/Caddyfile']) {
      mkdirSync(join(site, path, '..'), { recursive: true });
      writeFileSync(join(site, path), '');
    }
    expect(run('docker compose up --detach')).toBe('done');
    chmodSync(join(site, 'secrets/redis_url'), 0o600);
    expect(run('docker compose up --detach')).toBe('docker: containers cannot read ./secrets/redis_url');
  });
});
