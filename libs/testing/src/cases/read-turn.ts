import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitMessages } from '../upstream/wires/bedrock/event-stream.js';
import type { FixtureCase } from './fixture-cases.js';
import { frameEvents } from './frame-events.js';

/** One exchange of a case. */
export interface FixtureTurn {
  /** The body that was sent; undefined if none was recorded. */
  request: unknown;
  /** Address that it was sent to; undefined if that was not recorded. */
  url: string | undefined;
  /** 200 if none was recorded. */
  status: number;
  headers: Record<string, string>;
  /** The answer's body; undefined if the answer is a stream. A few cases keep both forms. */
  response: unknown;
  /** The answer's events as they were sent, one chunk each, text or binary; undefined if the answer is JSON. */
  stream: Buffer[] | undefined;
}

interface Meta {
  url?: string;
  status: number;
  response_headers?: Record<string, string>;
}

/** Reads the exchange number `turn` of a case; the first is 0. */
export function readTurn(fixture: FixtureCase, turn = 0): FixtureTurn {
  if (turn >= fixture.turns) throw new Error(`${fixture.name} has ${fixture.turns} turns, no turn ${turn}`);
  const meta = readJson(fixture, 'meta', turn) as Meta | undefined;
  return {
    request: readJson(fixture, 'request', turn),
    url: meta?.url,
    status: meta?.status ?? 200,
    headers: meta?.response_headers ?? defaultHeaders(fixture, turn),
    response: readJson(fixture, 'response', turn),
    stream: readStream(fixture, turn),
  };
}

function readStream(fixture: FixtureCase, turn: number): Buffer[] | undefined {
  const whole = readText(fixture, 'stream', turn, 'txt');
  if (whole !== undefined) return whole.split(/(?<=\n\r?\n)/).map((event) => Buffer.from(event));
  const binary = readText(fixture, 'stream', turn, 'b64');
  if (binary !== undefined) return splitMessages(Buffer.from(binary, 'base64'));
  const lines = readText(fixture, 'stream', turn, 'chunks.txt')?.split('\n').filter(Boolean);
  return lines && frameEvents(lines, fixture.name.split('/')[0] ?? '');
}

function readJson(fixture: FixtureCase, part: string, turn: number): unknown {
  const text = readText(fixture, part, turn, 'json');
  return text === undefined ? undefined : JSON.parse(text);
}

/** A binary stream says what it is, even where no headers were recorded. */
function defaultHeaders(fixture: FixtureCase, turn: number): Record<string, string> {
  const isBinary = readText(fixture, 'stream', turn, 'b64') !== undefined;
  return isBinary ? { 'content-type': 'application/vnd.amazon.eventstream' } : {};
}

/** A file is numbered where the case has several turns; some collections leave a single turn unnumbered. */
function readText(fixture: FixtureCase, part: string, turn: number, extension: string): string | undefined {
  const files = [`${part}.${turn}.${extension}`, ...(fixture.turns === 1 ? [`${part}.${extension}`] : [])];
  const found = files.map((file) => join(fixture.folder, file)).find((file) => existsSync(file));
  return found && readFileSync(found, 'utf8');
}
