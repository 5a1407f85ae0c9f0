import { expect, it } from '@jest/globals';
import { parseSoakOptions, USAGE } from './soak-options.js';

it('runs an hour at the default rate unless told otherwise', () => {
  const options = parseSoakOptions([]);
  expect(options).toMatchObject({ help: false, save: false, minutes: 60, snapshots: undefined });
  expect(USAGE).toContain(`requests per second; ${options.rate} by default`);
});

it('reads every option, also behind the two dashes of pnpm', () => {
  const parameters = ['--', '--minutes', '0.3', '--rate', '7', '--snapshots', '/tmp/heaps', '--save'];
  expect(parseSoakOptions(parameters)).toEqual({
    help: false,
    save: true,
    minutes: 0.3,
    rate: 7,
    snapshots: '/tmp/heaps',
  });
  expect(parseSoakOptions(['--help']).help).toBe(true);
});

it.each([
  [['--minutes', '0'], '--minutes must be a number above 0'],
  [['--minutes', 'an hour'], '--minutes must be a number above 0'],
  [['--rate=-1'], '--rate must be a number above 0'],
  [['--rate', 'Infinity'], '--rate must be a number above 0'],
  [['--hours', '1'], "Unknown option '--hours'"],
])('rejects %j', (parameters, message) => {
  expect(() => parseSoakOptions(parameters)).toThrow(message);
});
