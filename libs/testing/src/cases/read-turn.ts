import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FixtureCase } from './fixture-cases.js';

/** One exchange of a case. */
export interface FixtureTurn {
  /** The body that was sent; undefined where none was kept. */
  request: unknown;
  /** 200 where none was kept. */
  status: number;
  headers: Record<string, string>;
  /** The answer's body; undefined where the answer is a stream. A few cases keep both forms. */
  response: unknown;
  /** The answer's events as they were sent, one chunk each; undefined where the answer is JSON. */
  stream: Buffer[] | undefined;
}

interface Meta {
  status: number;
  response_headers?: Record<string, string>;
}

/** Reads the exchange number `turn` of a case; the first is 0. */
export function readTurn(fixture: FixtureCase, turn = 0): FixtureTurn {
  if (turn >= fixture.turns) throw new Error(`${fixture.name} has ${fixture.turns} turns, no turn ${turn}`);
  const meta = readJson(fixture, 'meta', turn) as Meta | undefined;
  return {
    request: readJson(fixture, 'request', turn),
    status: meta?.status ?? 200,
    headers: meta?.response_headers ?? {},
    response: readJson(fixture, 'response', turn),
    stream: readStream(fixture, turn),
  };
}

function readStream(fixture: FixtureCase, turn: number): Buffer[] | undefined {
  const whole = readText(fixture, 'stream', turn, 'txt');
  if (whole !== undefined) return whole.split(/(?<=\n\r?\n)/).map((event) => Buffer.from(event));
  // One JSON event a line, kept without the framing and the end mark that the reference wire puts around them.
  const lines = readText(fixture, 'stream', turn, 'chunks.txt')?.split('\n').filter(Boolean);
  return lines && [...lines, '[DONE]'].map((line) => Buffer.from(`data: ${line}\n\n`));
}

function readJson(fixture: FixtureCase, part: string, turn: number): unknown {
  const text = readText(fixture, part, turn, 'json');
  return text === undefined ? undefined : JSON.parse(text);
}

/** A file is numbered where the case has several turns; some collections leave a single turn unnumbered. */
function readText(fixture: FixtureCase, part: string, turn: number, extension: string): string | undefined {
  const files = [`${part}.${turn}.${extension}`, ...(fixture.turns === 1 ? [`${part}.${extension}`] : [])];
  const found = files.map((file) => join(fixture.folder, file)).find((file) => existsSync(file));
  return found && readFileSync(found, 'utf8');
}
