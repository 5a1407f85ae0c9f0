import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { AskedMessage, Hostility } from './hostile-server.js';

const MB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const EVENTS = { 'content-type': 'text/event-stream' };

/** A row of a table of tests. */
export type HostileRow = readonly [what: string, hostility: Hostility];

/** Writes pieces as the other end takes them, until there are no more or it is gone. */
function pour(response: ServerResponse, pieces: Iterator<string | Buffer>): void {
  const next = (): void => {
    for (let piece = pieces.next(); !response.destroyed; piece = pieces.next()) {
      if (piece.done) {
        response.end();
        return;
      }
      if (!response.write(piece.value)) {
        response.once('drain', next);
        return;
      }
    }
  };
  next();
}

function* repeat(piece: string | Buffer, times: number, before = '', after = ''): Generator<string | Buffer> {
  yield before;
  for (let index = 0; index < times; index += 1) yield piece;
  yield after;
}

/** The beginning of an answer up to the member that its sender chooses, and its end. */
const open = (message: AskedMessage, member: string): string =>
  `{"jsonrpc":"2.0","id":${message.id},"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","${member}":`;
const CLOSE = '}}';

/** An answer whose `member` is this text. */
const withMember =
  (member: string, make: () => string): Hostility =>
  (response, message) => {
    response.writeHead(200, JSON_TYPE);
    response.end(open(message, member) + make() + CLOSE);
  };

const withPieces =
  (member: string, piece: string, times: number, before: string, after: string): Hostility =>
  (response, message) => {
    response.writeHead(200, JSON_TYPE);
    pour(response, repeat(piece, times, open(message, member) + before, after + CLOSE));
  };

const list = (count: number, make: (index: number) => string): string =>
  `[${Array.from({ length: count }, (_, index) => make(index)).join(',')}]`;

/** Hostile values in a list of tools and in the content of a result. */
function valuesOf(member: string): readonly HostileRow[] {
  return [
    ['100 MB of text', withPieces(member, 'a'.repeat(MB), 100, '[{"type":"text","text":"', '"}]')],
    ['100 MB of empty lists', withPieces(member, '[],'.repeat(MB / 3), 100, '[', '[]]')],
    ['lists that are opened a million times', withMember(member, () => '['.repeat(MB))],
    ['29,000 lists in one another', withMember(member, () => '['.repeat(29_000) + ']'.repeat(29_000))],
    [
      '29,000 names',
      withMember(member, () => `{${Array.from({ length: 29_000 }, (_, at) => `"n${at}":1`).join(',')}}`),
    ],
    ['29,000 names again and again', withMember(member, () => `{${Array(29_000).fill('"a":1').join(',')}}`)],
    ['a number of 3 MB', withMember(member, () => '1'.repeat(3 * MB))],
    ['numbers that are none', withMember(member, () => '[NaN,Infinity,-Infinity]')],
    ['a text of escapes', withMember(member, () => `["${String.raw`\u0061`.repeat(MB / 2)}"]`)],
    ['a text of 3 MB', withMember(member, () => `[{"type":"text","text":"${'é'.repeat((3 * MB) / 2)}"}]`)],
    ['the prototype of objects', withMember(member, () => '[{"__proto__":{"polluted":true},"constructor":{}}]')],
  ];
}

/** Ways to write an answer that are slow to read, whatever it says. */
export const FORMS: readonly HostileRow[] = [
  [
    'events without end',
    (response) => {
      response.writeHead(200, EVENTS);
      pour(
        response,
        repeat(Buffer.from('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n'.repeat(1_000)), 2_000),
      );
    },
  ],
  [
    'comments without end',
    (response) => {
      response.writeHead(200, EVENTS);
      pour(response, repeat(Buffer.from(': \n'.repeat(20_000)), 2_000));
    },
  ],
  [
    'events that are no messages',
    (response) => {
      response.writeHead(200, EVENTS);
      pour(response, repeat(Buffer.from('data: 1\n\n'.repeat(10_000)), 50));
    },
  ],
  [
    'a line of 4 MB in small pieces',
    (response) => {
      response.writeHead(200, EVENTS);
      let sent = 0;
      const timer = setInterval(() => {
        for (let piece = 0; piece < 40 && !response.destroyed; piece += 1) response.write('data: '.padEnd(512, 'a'));
        sent += 40 * 512;
        if (sent < 4 * MB && !response.destroyed) return;
        clearInterval(timer);
        response.end();
      }, 2);
    },
  ],
  [
    'an event now and then, and no answer',
    (response) => {
      response.writeHead(200, EVENTS);
      const timer = setInterval(() => response.write(': still there\n\n'), 50);
      response.once('close', () => clearInterval(timer));
    },
  ],
  ['100 MB behind gzip', encoded('gzip', () => gzipSync(Buffer.alloc(100 * MB, ' ')))],
  ['100 MB behind deflate', encoded('deflate', () => deflateSync(Buffer.alloc(100 * MB, ' ')))],
  [
    '100 MB behind Brotli',
    encoded('br', () =>
      brotliCompressSync(Buffer.alloc(100 * MB, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    ),
  ],
  ['100 MB behind gzip four times', encoded('gzip, gzip, gzip, gzip', () => wrap(Buffer.alloc(100 * MB, ' '), 4))],
  ['what says that it is gzip and is not', encoded('gzip', () => Buffer.from('{}'))],
  ['an encoding of a thousand names', encoded(Array(1_000).fill('gzip').join(','), () => Buffer.from('{}'))],
  [
    '100 MB with an error',
    (response) => {
      response.writeHead(500, JSON_TYPE);
      pour(response, repeat('a'.repeat(MB), 100));
    },
  ],
  [
    '60 KB of headers',
    (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'x-long': 'a'.repeat(60_000) });
      response.end('{}');
    },
  ],
  [
    'a length that is not its own',
    (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000000' });
      response.write('{');
      setTimeout(() => response.destroy(), 100);
    },
  ],
  [
    'the ids of others',
    (response) => {
      response.writeHead(200, EVENTS);
      const others = Array.from(
        { length: 5_000 },
        (_, id) => `data: {"jsonrpc":"2.0","id":${id + 1_000_000},"result":{}}\n\n`,
      );
      response.end(others.join(''));
    },
  ],
];

function wrap(bytes: Buffer, times: number): Buffer {
  return Array.from({ length: times }).reduce<Buffer>((inner) => gzipSync(inner), bytes);
}

/** Compressed once, when it is first needed. */
function encoded(encoding: string, make: () => Buffer): Hostility {
  let bytes: Buffer | undefined;
  return (response) => {
    bytes ??= make();
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': encoding });
    response.end(bytes);
  };
}

const tool = (index: number, more = ''): string => `{"name":"tool-${index}","inputSchema":{"type":"object"}${more}}`;
const LONG = 'a'.repeat(60_000);

/** Answers to `tools/list`. */
export const LISTS: readonly HostileRow[] = [
  ...valuesOf('tools'),
  ['10,000 tools', withMember('tools', () => list(10_000, tool))],
  ['5,900 tools', withMember('tools', () => list(5_900, tool))],
  ['60 tools with 60 KB each', withMember('tools', () => list(60, (index) => tool(index, `,"description":"${LONG}"`)))],
  [
    'page after page of long tools',
    (response, message) => {
      response.writeHead(200, JSON_TYPE);
      const tools = list(30, (index) => tool((message.id ?? 0) * 100 + index, `,"description":"${LONG}"`));
      response.end(`${open(message, 'tools')}${tools},"nextCursor":"again"${CLOSE}`);
    },
  ],
  [
    'page after page of schemas',
    (response, message) => {
      response.writeHead(200, JSON_TYPE);
      const schema = list(1_100, () => '{"a":[]}');
      const tools = list(6, (index) => tool((message.id ?? 0) * 100 + index, `,"_meta":{"x":${schema}}`));
      response.end(`${open(message, 'tools')}${tools},"nextCursor":"again"${CLOSE}`);
    },
  ],
  [
    'names that nobody can read',
    withMember('tools', () =>
      list(
        300,
        (index) =>
          `{"name":${JSON.stringify(`a${String.fromCodePoint(index % 32)}\u202e\0${index}`)},"inputSchema":{"type":"object"}}`,
      ),
    ),
  ],
  ['a name of 3 MB', withMember('tools', () => `[{"name":"${'a'.repeat(3 * MB)}","inputSchema":{"type":"object"}}]`)],
  ['one name 400 times', withMember('tools', () => list(400, () => tool(1)))],
];

/** Answers to `tools/call`. */
export const RESULTS: readonly HostileRow[] = [
  ...valuesOf('content'),
  ['9,000 parts', withMember('content', () => list(9_000, () => '{"type":"text","text":""}'))],
  ['structured content of 29,000 values', withMember('structuredContent', () => `{"a":${list(29_000, String)}}`)],
  [
    'base64 of 3 MB',
    withMember('content', () => `[{"type":"image","mimeType":"image/png","data":"${'A'.repeat(3 * MB)}"}]`),
  ],
];

/** Redirects a client that follows. */
export const redirectTo =
  (location: string, status = 307): Hostility =>
  (response) => {
    response.writeHead(status, { location }).end();
  };
