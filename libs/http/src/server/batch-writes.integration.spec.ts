import { randomInt } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { batchWrites, TurnOfWrites } from './batch-writes.js';

const CONNECTIONS = 20;

let server: Server | undefined;

/** Opens connections whose server's ends batch their writes. Resolves to what each client reads until its end. */
async function readAll(serve: (socket: Socket, index: number) => void): Promise<string[]> {
  const turn = new TurnOfWrites();
  const accepted: Socket[] = [];
  const started = createServer((socket) => {
    socket.on('error', () => undefined);
    batchWrites(socket, turn);
    accepted.push(socket);
    if (accepted.length === CONNECTIONS) accepted.forEach(serve);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  const read = (): Promise<string> =>
    new Promise((resolve) => {
      let text = '';
      connect(port, '127.0.0.1')
        .setEncoding('latin1')
        .on('data', (piece) => {
          text += piece;
        })
        .on('close', () => resolve(text));
    });
  return Promise.all(Array.from({ length: CONNECTIONS }, read));
}

/** One to four texts that say where they belong; some are long. */
function makePieces(name: string): string[] {
  return Array.from({ length: randomInt(1, 5) }, (_, index) => {
    const length = randomInt(10) === 0 ? randomInt(200_000) : randomInt(300);
    return `<${name}.${index}:${'x'.repeat(length)}>`;
  });
}

function writePieces(socket: Socket, pieces: readonly string[]): void {
  const isCorked = randomInt(2) === 0;
  if (isCorked) socket.cork();
  for (const piece of pieces) socket.write(piece, 'latin1');
  if (isCorked) socket.uncork();
}

describe('sockets of the system that batch their writes', () => {
  afterEach(() => {
    server?.close();
  });

  it('send all that was written, in order: short and long, alone and joined, in many turns', async () => {
    const expected: string[] = [];
    const read = await readAll((socket, index) => {
      expected[index] = '';
      const write = (turns: number): void => {
        const pieces = makePieces(`${index}.${turns}`);
        expected[index] += pieces.join('');
        writePieces(socket, pieces);
        if (turns === 0) socket.end();
        else if (randomInt(2) === 0) setImmediate(write, turns - 1);
        else setTimeout(write, randomInt(3), turns - 1);
      };
      write(30);
    });
    // The order of the connections is not known.
    const isSame = JSON.stringify(read.toSorted()) === JSON.stringify(expected.toSorted());
    expect(isSame).toBe(true);
    expect(new Set(read).size).toBe(CONNECTIONS);
  });

  it('send what was written in the turn in which they are destroyed', async () => {
    const read = await readAll((socket, index) => {
      socket.write(`last words of ${index}`);
      socket.destroy();
    });
    expect(read.toSorted()).toEqual(
      Array.from({ length: CONNECTIONS }, (_, index) => `last words of ${index}`).toSorted(),
    );
  });
});
