/** `pnpm soak`: checks that nothing grows in an hour of mixed load. docs/reliability.md describes its steps and checks. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveTable } from '../save-table.js';
import { judgeSoak } from './judge-soak.js';
import { renderInterval, renderSoak } from './render-soak.js';
import { soak } from './soak.js';
import { parseSoakOptions, USAGE } from './soak-options.js';

const PAGE = join(import.meta.dirname, '../../../docs/reliability.md');

const MARKS = {
  begin: '<!-- The hour is written by `pnpm soak --save`. -->',
  end: '<!-- End of the hour. -->',
};

/** All that was measured. Git ignores it. */
const FIGURES = join(import.meta.dirname, '../../results/soak.local.json');

const progress = (line: string) => process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  const options = parseSoakOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const result = await soak(options, {
    note: progress,
    interval: (interval, unexpected) => progress(renderInterval(interval, unexpected)),
  });
  writeFileSync(FIGURES, `${JSON.stringify(result, undefined, 2)}\n`);
  const checks = judgeSoak(result);
  const text = renderSoak(result, checks);
  process.stdout.write(text);
  if (options.save) saveTable(PAGE, MARKS, text);
  return checks.some(({ isMet }) => isMet === false) ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = await main();
} catch (error) {
  progress(`the run broke: ${error instanceof Error ? error.message : String(error)}`);
  // Servers that had started would keep the process alive.
  process.exit(1);
}
