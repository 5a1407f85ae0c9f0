import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  type FakeUpstream,
  jsonReply,
  PROJECT_ROOT,
  serviceDatabases,
  startUpstream,
} from '@multilane/testing';
import { createProgram } from '../../src/cli/create-program.js';
import { type Deployment, startDeployment } from './start-deployment.js';

const LIMIT_MS = 120_000;
const page = readFileSync(join(PROJECT_ROOT, 'docs/deploying.md'), 'utf8');

/** The commands under a mark of the page. */
function commandsUnder(mark: string): string {
  const commands = new RegExp(`<!-- ${mark} -->\n\`\`\`sh\n(.*?)\`\`\``, 's').exec(page)?.[1];
  if (commands === undefined) throw new Error(`nothing is marked ${mark}`);
  return commands;
}

describe('docs/deploying.md', () => {
  let deployment: Deployment;
  let upstream: FakeUpstream;
  const folder = mkdtempSync(join(tmpdir(), 'multilane-docs-'));

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion()));
    const [kind] = serviceDatabases();
    if (!kind) throw new Error('there is no database');
    deployment = await startDeployment(kind);
  }, LIMIT_MS);

  afterAll(async () => {
    await deployment?.stop();
    await upstream?.close();
    rmSync(folder, { recursive: true, force: true });
  }, LIMIT_MS);

  it(
    'its first steps lead from the setup token to a chat, as they are written',
    async () => {
      const commands = commandsUnder('first steps').replace('https://api.openai.com', upstream.url);
      const env = {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        WORKSPACE: deployment.workspaceUrl,
        GATEWAY: `${deployment.gatewayUrl}/v1`,
        SETUP_TOKEN: await deployment.setupToken(),
        EMAIL: 'ada@example.com',
        PASSWORD: 'correct horse battery',
        OPENAI_API_KEY: 'sk-of-the-first-steps',
      };
      const script = ['-e', '-o', 'pipefail', '-c', commands];
      const { stdout } = await promisify(execFile)('bash', script, { cwd: folder, env, encoding: 'utf8' });
      const answer = stdout.slice(stdout.lastIndexOf('{"id":"chatcmpl'));
      expect(JSON.parse(answer)).toMatchObject({ choices: completion().choices });
      const request = await upstream.waitForRequest();
      expect(request.headers.authorization).toBe('Bearer sk-of-the-first-steps');
    },
    LIMIT_MS,
  );

  it('has a row for each command of the command line', () => {
    const rows = [...page.matchAll(/^\| `([a-z-]+(?: [a-z]+)?)/gm)].map(([, words]) => words);
    const commands = createProgram().commands.flatMap((command) =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.map((each) => `${command.name()} ${each.name()}`),
    );
    expect(rows).toEqual(expect.arrayContaining(commands));
  });
});
