import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { findClosedPort } from '../http/find-closed-port.js';
import { PROJECT_ROOT } from '../project-root.js';
import { waitUntil } from '../wait-until.js';
import { spawnService } from './spawn-service.js';
import { waitUntilReady } from './wait-until-ready.js';

const node = (script: string, env: Record<string, string> = {}) => spawnService(process.execPath, ['-e', script], env);

describe('spawnService', () => {
  it('keeps both outputs and the exit code', async () => {
    const service = await node('console.log("out"); console.error("err"); process.exitCode = 3');
    expect(await service.exited).toEqual({ code: 3, signal: null });
    expect([service.stdout(), service.stderr()]).toEqual(['out\n', 'err\n']);
  });

  it('shows whole lines while the service runs, and all of its output once it has ended', async () => {
    const service = await node(
      'process.stdout.write("one\\ntw"); process.on("SIGTERM", () => process.stdout.write("o", () => process.exit())); setInterval(() => {}, 1e6)',
    );
    expect(await waitUntil('the first line', () => service.stdout() || undefined)).toBe('one\n');
    await service.stop();
    expect(service.stdout()).toBe('one\ntwo');
  });

  it('hands over exactly the environment it is given', async () => {
    const service = await node('console.log(JSON.stringify(process.env))', { PORT: '1' });
    await service.exited;
    expect(JSON.parse(service.stdout())).toEqual({ PORT: '1' });
  });

  it('lets a service answer SIGTERM in its own way', async () => {
    const service = await node(
      'setInterval(() => {}, 1e6); process.on("SIGTERM", () => process.exit(0)); console.log("up")',
    );
    await waitUntil('the service to be up', () => service.stdout() || undefined);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });

  it('stops with another signal when told so', async () => {
    const service = await node('setInterval(() => {}, 1e6)');
    expect(await service.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('leaves nothing behind when the process that started it ends', async () => {
    const built = pathToFileURL(join(PROJECT_ROOT, 'libs/testing/dist/services/spawn-service.js')).href;
    const starter = await node(
      `import(${JSON.stringify(built)}).then(async ({ spawnService }) => {
        const { pid } = await spawnService(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {});
        process.stdout.write(pid + '\\n', () => process.exit(1));
      })`,
    );
    await starter.exited;
    const pid = Number(starter.stdout());
    expect(pid).toBeGreaterThan(0);
    const isGone = (): true | undefined => {
      try {
        process.kill(pid, 0);
        return undefined;
      } catch {
        return true;
      }
    };
    await waitUntil('the service to end', isGone);
  });

  it('rejects when the command does not exist', async () => {
    await expect(spawnService('no-such-command-here', [], {})).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('waitUntilReady', () => {
  const server = (statuses: number[]) => `
    const left = ${JSON.stringify(statuses)};
    require('node:http').createServer((_, response) => {
      response.statusCode = left.length > 1 ? left.shift() : left[0];
      response.end();
    }).listen(process.env.PORT, '127.0.0.1');
    console.error('listening');`;

  it('waits through refused connections and 503 until 200', async () => {
    const port = await findClosedPort();
    const service = await node(server([503, 503, 200]), { PORT: String(port) });
    await waitUntilReady(service, `http://127.0.0.1:${port}/readyz`);
    expect(service.stderr()).toBe('listening\n');
    await service.stop();
  });

  it('throws with what the service wrote when the time is up', async () => {
    const port = await findClosedPort();
    const service = await node(server([503]), { PORT: String(port) });
    await waitUntil('the service to be up', () => service.stderr() || undefined);
    const ready = waitUntilReady(service, `http://127.0.0.1:${port}/readyz`, 100);
    await expect(ready).rejects.toThrow(/in vain[\s\S]*listening/);
    await service.stop();
  });

  it('does not wait for a service that has exited', async () => {
    const service = await node('console.error("bad config"); process.exitCode = 1');
    const ready = waitUntilReady(service, `http://127.0.0.1:${await findClosedPort()}/readyz`);
    await expect(ready).rejects.toThrow(/exited \(code 1[\s\S]*bad config/);
  });
});
