import { parseArgs } from 'node:util';

export interface Arguments {
  readonly help: boolean;
  /** Offer the simulator although there are providers. */
  readonly simulator: boolean;
}

export const HELP = `Multilane, both services in one process: npm start

  npm start                   serve everything at http://localhost:8080
  PORT=8081 npm start         use another port
  npm start -- --simulator    add the built-in simulator to the detected providers
  npm start -- --help         show this help

Data is stored in ./.multilane. Providers are detected from their keys in the environment (OPENAI_API_KEY, …), and a
local Ollama from its address. If there is a ./gateway.yaml, or GATEWAY_CONFIG names a file, that file is used instead.
`;

/** Reads the command line. Throws a TypeError that names the unknown flag. */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: { help: { type: 'boolean', short: 'h', default: false }, simulator: { type: 'boolean', default: false } },
  });
  return values;
}
