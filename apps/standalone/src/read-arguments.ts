import { parseArgs } from 'node:util';

export interface Arguments {
  readonly help: boolean;
  /** Offer the simulator although there are providers. */
  readonly simulator: boolean;
}

export const HELP = `Multilane, all in one process: npm start

  npm start                   serve everything at http://localhost:8080
  PORT=8081 npm start         on another port
  npm start -- --simulator    offer the built-in simulator beside the providers that were found
  npm start -- --help         show this

Data is kept in ./.multilane. Providers are found by their keys in the environment (OPENAI_API_KEY, …) and a local
Ollama by its address. A ./gateway.yaml, or the file that GATEWAY_CONFIG names, is used instead of what is found.
`;

/** Reads the command line. Throws a TypeError that names the unknown flag. */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: { help: { type: 'boolean', short: 'h', default: false }, simulator: { type: 'boolean', default: false } },
  });
  return values;
}
