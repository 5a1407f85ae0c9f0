import { describe, expect, it } from '@jest/globals';
import { type Command, CommanderError } from 'commander';
import { createProgram } from './create-program.js';
import { WrongUsage } from './exit-codes.js';

const listAll = (command: Command): Command[] => [command, ...command.commands.flatMap(listAll)];

/** The words that call a command. */
const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

describe('the command line', () => {
  it.each(listAll(createProgram()).map(pathOf))('explains %s', (path) => {
    const command = listAll(createProgram()).find((each) => pathOf(each) === path) as Command;
    const help = command.helpInformation();
    expect(help).toContain(`Usage: ${path}`);
    expect(command.description()).toMatch(/\.$/);
    for (const option of command.options) expect(option.description).not.toBe('');
    for (const argument of command.registeredArguments) expect(argument.description).not.toBe('');
    expect(help).toContain('--json');
  });

  it('has the commands that are documented', () => {
    expect(listAll(createProgram()).map(pathOf)).toEqual([
      'workspace:cli',
      'workspace:cli org',
      'workspace:cli org list',
      'workspace:cli org create',
      'workspace:cli org products',
      'workspace:cli owner',
      'workspace:cli owner create',
      'workspace:cli owner reset-second-factor',
      'workspace:cli setup-token',
      'workspace:cli keys',
      'workspace:cli keys generate',
      'workspace:cli keys reseal',
      'workspace:cli config',
      'workspace:cli config import',
      'workspace:cli import',
      'workspace:cli import usage',
      'workspace:cli import litellm',
      'workspace:cli migrate',
      'workspace:cli eval',
      'workspace:cli eval run',
    ]);
  });

  it.each([
    ['nothing', []],
    ['an unknown command', ['nonsense']],
    ['half a command', ['org']],
    ['a missing argument', ['org', 'create']],
    ['a name of spaces', ['org', 'create', ' ']],
    ['a name that is too long', ['org', 'create', 'x'.repeat(201)]],
    ['a name with a line break', ['org', 'create', 'a\nb']],
    ['an argument too many', ['org', 'create', 'one', 'two']],
    ['an unknown option', ['org', 'create', 'one', '--colour', 'red']],
    ['an option without its value', ['org', 'products', 'one', '--grant']],
    ['what is no product', ['org', 'products', 'one', '--grant', 'AI Gateway']],
    ['a contradiction', ['org', 'products', 'one', '--grant', 'ai_gateway', '--revoke', 'ai_gateway']],
    ['a missing option', ['owner', 'create']],
    ['what is no e-mail address', ['owner', 'create', '--email', 'nobody']],
    ['a name for somebody who is invited', ['owner', 'create', '--email', 'ada@example.com', '--name', 'Ada']],
    ['a file that is not named', ['config', 'import']],
    ['an evaluation as nobody', ['eval', 'run', 'nightly']],
    ['a cost that is no number', ['eval', 'run', 'nightly', '--as', 'ada@example.com', '--max-cost', 'much']],
  ])('rejects %s as wrong usage', async (_name, args) => {
    const said: string[] = [];
    const say = (text: string): void => void said.push(text);
    const refusal = await createProgram({ writeErr: say, writeOut: () => undefined })
      .parseAsync(args, { from: 'user' })
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    if (refusal instanceof WrongUsage) return;
    expect(refusal).toBeInstanceOf(CommanderError);
    expect((refusal as CommanderError).exitCode).not.toBe(0);
    expect(said.join('')).not.toBe('');
  });
});
