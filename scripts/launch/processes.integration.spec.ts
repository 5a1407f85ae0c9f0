import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { runQuietly } from './processes.mjs';

const here = { cwd: process.cwd(), env: process.env };
const PROCESSES = new URL('./processes.mjs', import.meta.url);

/** A launcher that runs `script` in the foreground and ends like it. */
function launch(script: string) {
  const launcher = `
    import { endLike, runInForeground } from ${JSON.stringify(PROCESSES)};
    endLike(await runInForeground(process.execPath, ['-e', ${JSON.stringify(script)}], ${JSON.stringify(here)}));
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', launcher], { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('runQuietly', () => {
  it('returns the exit code and everything that was printed', async () => {
    const script = 'console.log("out"); console.error("err"); process.exitCode = 3';
    const { code, output } = await runQuietly(process.execPath, ['-e', script], here);
    expect(code).toBe(3);
    expect(output.split('\n').sort()).toEqual(['', 'err', 'out']);
  });

  it('says which program could not be started', async () => {
    await expect(runQuietly('no-such-program', [], here)).rejects.toThrow(/^no-such-program could not be started/);
  });
});

describe('runInForeground and endLike', () => {
  it("end with the child's exit code", async () => {
    const [code, signal] = await once(launch('process.exit(7)'), 'exit');
    expect([code, signal]).toEqual([7, null]);
  });

  it("end by the child's signal", async () => {
    const [code, signal] = await once(launch('process.kill(process.pid, "SIGTERM")'), 'exit');
    expect([code, signal]).toEqual([null, 'SIGTERM']);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('pass %s on and wait for the child to finish', async (signal) => {
    const script = `
      process.on('${signal}', () => setTimeout(() => { console.log('finished'); process.exit(0); }, 100));
      setInterval(() => {}, 1000);
      console.log('ready');
    `;
    const launcher = launch(script);
    let printed = '';
    launcher.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (text.includes('ready')) launcher.kill(signal);
    });
    const [code] = await once(launcher, 'close');
    expect([code, printed]).toEqual([0, 'ready\nfinished\n']);
  });
});
