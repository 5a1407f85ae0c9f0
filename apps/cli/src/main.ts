#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { readEnvironment } from '@multilane/config';
import { CommandFailure, EXIT } from './exit-codes.js';
import { runCli } from './run-cli.js';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
// `multilane tail | head` closes the pipe: that is no fault.
process.stdout.on('error', () => process.exit(EXIT.done));

process.exitCode = await runCli(process.argv.slice(2), {
  environment: readEnvironment(),
  signal: interrupted.signal,
  exitCode: EXIT.done,
  terminal: {
    write: (words) => void process.stdout.write(words),
    writeError: (words) => void process.stderr.write(words),
    readSecret: async () => {
      if (process.stdin.isTTY) {
        throw new CommandFailure('Standard input is a terminal, which would show the token. Send it through a pipe.');
      }
      return (await text(process.stdin)).trim();
    },
  },
});
