import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { httpRequest, PROJECT_ROOT, spawnService, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';

const page = readFileSync(join(PROJECT_ROOT, 'docs/deploying.md'), 'utf8');
const KEY_FILE = 'key';

/** The commands under a mark of docs/deploying.md, in a folder and on a port of the test. */
function commandsUnder(mark: string): string {
  const commands = new RegExp(`<!-- ${mark} -->\n\`\`\`sh\n(.*?)\`\`\``, 's').exec(page)?.[1];
  if (commands === undefined) throw new Error(`docs/deploying.md has no commands under ${mark}`);
  return commands
    .replace(
      'node scripts/launch.mjs run gateway:check',
      `echo "$RESEARCH_KEY" > ${KEY_FILE}; node libs/config/dist/check-config.cli.js`,
    )
    .replace('PORT=8080 node', 'PORT=0 HOST=127.0.0.1 exec node');
}

describe('docs/deploying.md', () => {
  it(
    'its commands run the gateway from a single file, and the key that they make is answered',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'multilane-single-file-'));
      cpSync(join(PROJECT_ROOT, 'gateway.yaml.example'), join(folder, 'gateway.yaml.example'));
      for (const part of ['apps', 'libs', 'node_modules']) symlinkSync(join(PROJECT_ROOT, part), join(folder, part));
      const script = `cd '${folder}'; PATH="${join(process.execPath, '..')}:$PATH"\n${commandsUnder('from a file')}`;
      const service = await spawnService('bash', ['-e', '-c', script], {});
      try {
        const url = await waitUntil(
          'the gateway to say where it listens',
          () => /"url":"(http:[^"]+)"/.exec(service.stdout())?.[1],
          HOOK_LIMIT_MS / 2,
        );
        expect(service.stdout()).toContain('gateway.yaml is valid');
        const key = readFileSync(join(folder, KEY_FILE), 'utf8').trim();
        const answer = await httpRequest({
          url: `${url}/v1/chat/completions`,
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'simulator', messages: [{ role: 'user', content: 'Hello' }] }),
        });
        expect(answer.json()).toMatchObject({ choices: [{ message: { content: 'You said: Hello' } }] });
      } finally {
        await service.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    HOOK_LIMIT_MS,
  );
});
