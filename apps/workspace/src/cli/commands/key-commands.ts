import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { act } from '../command-line.js';

const KEY_BYTES = 32;

/** The keys that stored secrets are sealed with: `ENCRYPTION_KEY`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('The encryption keys that secrets of providers are sealed with.');

  const generate = keys.command('generate').description('Prints a new key: 32 random bytes in base64.');
  act(generate, () => {
    const key = randomBytes(KEY_BYTES).toString('base64');
    return { data: { key }, text: key };
  });
}
