import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runBrowser, showConsole } from './show-console.js';

const USAGE = `pnpm walk:console <seeded folder> <pictures> [options]

Opens every page of the console of a folder that pnpm seed:console has filled, with its tabs, its form and one thing of its list, as somebody of
each role and in both languages, and draws it at three widths in both themes into the folder for pictures. Fails for errors of the browser, keys of
texts, values that are none, texts that are cut off, pages that load without end, and pages that are wider than their window.

Each option walks less:
  --roles <names>      of owner, org-admin, admin, editor and viewer, separated by commas
  --languages <names>  of en and zh-CN
  --sizes <names>      of desktop (1440 pixels), laptop (1280) and phone (390)
  --themes <names>     of light and dark
  --pages <words>      pages whose address contains one of them, such as /keys,/requests
`;

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const only = { roles: text, languages: text, sizes: text, themes: text, pages: text };
  const options = { ...only, help: { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [folder, pictures] = positionals;
  if (values.help || folder === undefined || pictures === undefined || positionals.length > 2) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  mkdirSync(pictures, { recursive: true });
  const { help: _, ...asked } = values;
  const env = { MULTILANE_CONSOLE_PICTURES: resolve(pictures), MULTILANE_CONSOLE_WALK: JSON.stringify(asked) };
  return showConsole(resolve(folder), (shown) => runBrowser(shown, ['-c', 'playwright.walk.config.ts'], env));
}

process.exitCode = await main();
