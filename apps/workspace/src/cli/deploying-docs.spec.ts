import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { createProgram } from './create-program.js';

const page = readFileSync(new URL('../../../../docs/deploying.md', import.meta.url), 'utf8');

it('docs/deploying.md has a row for each command of the command line', () => {
  const rows = [...page.matchAll(/^\| `([a-z-]+(?: [a-z-]+)?)/gm)].map(([, words]) => words);
  const commands = createProgram().commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((each) => `${command.name()} ${each.name()}`),
  );
  expect(rows).toEqual(expect.arrayContaining(commands));
});
