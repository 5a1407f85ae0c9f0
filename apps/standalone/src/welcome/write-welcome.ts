import { consoleSetupAddress } from '@multilane/workspace';
import { writeCurl, writeNode, writePython } from './write-snippets.js';

export interface Welcome {
  /** Without `/v1`. */
  readonly address: string;
  /** The demo key; undefined if the configuration is the user's own. */
  readonly apiKey: string | undefined;
  /** Every model that can be named. */
  readonly models: readonly string[];
  /** The one to try; undefined when there is none for chat. */
  readonly chatModel: string | undefined;
  /** Notes on the source of the models, a line each. */
  readonly notes: readonly string[];
  /** The configuration in effect. */
  readonly configFile: string;
  readonly dataFolder: string;
  /** Names of the teams whose keys work, where the configuration is the user's own. */
  readonly teams: readonly string[];
  /** Token by which the first owner proves its identity; undefined if somebody has an account. */
  readonly setupToken: string | undefined;
}

const SHOWN_MODELS = 10;

/** Writes the output of `npm start` once everything runs. `emphasize` marks headings, where the terminal can show it. */
export function writeWelcome(welcome: Welcome, emphasize: (text: string) => string): string {
  const { address, apiKey, chatModel, notes } = welcome;
  const blocks = [
    emphasize(`Multilane is running at ${address}`),
    describeConsole(welcome),
    describeAccess(welcome),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
  ];
  if (chatModel !== undefined) {
    const call = { baseUrl: `${address}/v1`, model: chatModel, apiKey };
    blocks.push(
      emphasize('Try it:'),
      writeCurl(call),
      emphasize('Node.js (npm install openai; save it as hello.mjs):'),
      writeNode(call),
      emphasize('Python (pip install openai; save it as hello.py):'),
      writePython(call),
    );
  }
  blocks.push(describeRest(welcome));
  return `\n${blocks.join('\n\n')}\n`;
}

function describeConsole({ address, setupToken }: Welcome): string {
  if (setupToken === undefined) return `Console   ${address}/ui`;
  return [
    `Console   ${consoleSetupAddress(address, setupToken)}`,
    '          Open it within a day to create the first owner.',
  ].join('\n');
}

function describeAccess({ address, apiKey, models, teams }: Welcome): string {
  const key =
    apiKey ?? `a key of one of your teams (${teams.join(', ') || 'there is none yet'}): export MULTILANE_API_KEY=ml-…`;
  return [`Base URL  ${address}/v1`, `API key   ${key}`, `Models    ${describeModels(models)}`].join('\n');
}

function describeModels(models: readonly string[]): string {
  const shown = models.slice(0, SHOWN_MODELS).join(', ');
  const hidden = models.length - SHOWN_MODELS;
  return hidden > 0 ? `${shown} and ${hidden} more (GET /v1/models)` : shown || 'none';
}

function describeRest({ address, apiKey, configFile, dataFolder }: Welcome): string {
  const lines = [
    `API reference  ${address}/docs`,
    `Configuration  ${configFile}${apiKey === undefined ? ' (edits are applied while it runs)' : ''}`,
    `Data           ${dataFolder}`,
  ];
  if (apiKey !== undefined) {
    lines.push(
      'Texts          of requests and answers are stored there for 7 days, encrypted; a gateway.yaml of yours decides itself',
    );
    lines.push('Providers      export OPENAI_API_KEY=sk-… (or that of another one), then npm start again');
  }
  lines.push('Stop           Ctrl+C');
  return lines.join('\n');
}
