import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runBrowser, showConsole } from './show-console.js';

const USAGE = `pnpm walk:console <seeded folder> <pictures> [--only <words>]

Opens every page of the console of a folder that pnpm seed:console has filled, as somebody of each role and in both languages, and draws it at
two widths in both themes into the folder for pictures. Fails for errors of the browser, answers that are none, keys of texts, values that are
none, pages that load without end, and pages that are wider than a phone. --only owner, or --only "viewer zh-CN", walks less.
`;

async function main(): Promise<number> {
  const options = { only: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [folder, pictures] = positionals;
  if (values.help || folder === undefined || pictures === undefined || positionals.length > 2) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  mkdirSync(pictures, { recursive: true });
  const asked = ['-c', 'playwright.walk.config.ts', ...(values.only === undefined ? [] : ['-g', values.only])];
  return showConsole(resolve(folder), (shown) =>
    runBrowser(shown, asked, { MULTILANE_CONSOLE_PICTURES: resolve(pictures) }),
  );
}

process.exitCode = await main();
