import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from './exchange.js';
import { type ReadFile, readStreamEvents } from './read-stream-events.js';

/** The cases below a root, as `<folder>/<case>`; none if the root does not exist. */
export function listCaseNames(root: string): string[] {
  return listFolders(root).flatMap((folder) => listFolders(join(root, folder)).map((name) => `${folder}/${name}`));
}

/** Every exchange of a case; none if its folder holds no answer in a form that this reads. */
export function listExchanges(root: string, caseName: string): Exchange[] {
  const folder = join(root, caseName);
  const files = readdirSync(folder);
  const read = (file: string) => (files.includes(file) ? readFileSync(join(folder, file), 'utf8') : undefined);
  const turns = new Set(files.flatMap((file) => file.match(/^(?:response|stream)((?:\.\d+)?)\./)?.[1] ?? []));
  return [...turns].sort().flatMap((turn) => readTurn(caseName, turn, read));
}

function readTurn(caseName: string, turn: string, read: ReadFile): Exchange[] {
  const name = `${caseName}${turn}`;
  const common = {
    caseName,
    folder: caseName.slice(0, caseName.indexOf('/')),
    request: parse(read(`request${turn}.json`)),
    chat: parse(read(`chat${turn}.json`)),
    expected: parse(read(`completion${turn}.json`) ?? read(`failure${turn}.json`)),
  };
  const response = read(`response${turn}.json`);
  const stream = readStreamEvents(turn, caseName, read);
  return [
    ...(response === undefined ? [] : [{ ...common, name, response, stream: undefined }]),
    ...(stream === undefined ? [] : [{ ...common, name: `${name} (stream)`, response: undefined, stream }]),
  ];
}

function listFolders(root: string): string[] {
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function parse(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}
