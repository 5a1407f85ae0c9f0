import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const A_LINK = '120000';

test('No file of the repository is a link, or among packages that are installed.', () => {
  const listed = execFileSync('git', ['ls-files', '--stage', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  expect(listed.length).toBeGreaterThan(100);
  const foreign = listed.filter((line) => line.startsWith(A_LINK) || /(?:^|[\t/])node_modules(?:\/|$)/.test(line));
  expect(foreign).toEqual([]);
});
