import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { batchWrites, TurnOfWrites } from './batch-writes.js';

interface Side {
  readonly socket: Writable;
  /** Texts that have been sent, one for each system call. */
  readonly sent: string[];
}

/** @param failure what each write of it ends with */
function openSide(turn: TurnOfWrites, failure?: Error): Side {
  const sent: string[] = [];
  const socket = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      sent.push(String(chunk));
      done(failure);
    },
    writev: (chunks, done) => {
      sent.push(chunks.map(({ chunk }) => String(chunk)).join('|'));
      done(failure);
    },
  });
  socket.on('error', () => undefined);
  batchWrites(socket as Socket, turn);
  return { socket, sent };
}

describe('the writes of sockets', () => {
  it('go out at the end of the turn, in the order in which they came', async () => {
    const turn = new TurnOfWrites();
    const order: string[] = [];
    const sides = ['a', 'b', 'c'].map((name) => ({ name, ...openSide(turn) }));
    for (const { name, socket } of sides) socket.write(name, () => order.push(name));
    expect(sides.map(({ sent }) => sent)).toEqual([[], [], []]);
    await nextTurn();
    expect(sides.map(({ sent }) => sent)).toEqual([['a'], ['b'], ['c']]);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('are joined if one socket has several', async () => {
    const { socket, sent } = openSide(new TurnOfWrites());
    socket.cork();
    socket.write('head');
    socket.write('body');
    socket.uncork();
    socket.write('next');
    socket.write('last');
    await nextTurn();
    await nextTurn();
    expect(sent).toEqual(['head|body', 'next|last']);
  });

  it('go out at once where the turns before had one each, and wait again where one of 65 meets another', async () => {
    const turn = new TurnOfWrites();
    const one = openSide(turn);
    const other = openSide(turn);
    for (let turns = 1; turns <= 5; turns += 1) {
      one.socket.write('waits');
      expect(one.sent).toHaveLength(turns - 1);
      await nextTurn();
    }
    for (let count = 1; count <= 64; count += 1) {
      one.socket.write('at once');
      expect(one.sent).toHaveLength(5 + count);
    }
    one.socket.write('waits');
    other.socket.write('waits');
    expect([one.sent.length, other.sent.length]).toEqual([69, 0]);
    await nextTurn();
    expect([one.sent.length, other.sent.length]).toEqual([70, 1]);
    // That turn had two: the next one waits, although it is alone.
    one.socket.write('waits');
    expect(one.sent).toHaveLength(70);
    await nextTurn();
    expect(one.sent).toHaveLength(71);
  });

  it.each([
    [16 * 1024, 0],
    [16 * 1024 + 1, 1],
  ])('wait up to 16 KB: of %d bytes, %d write is sent at once', async (length, atOnce) => {
    const { socket, sent } = openSide(new TurnOfWrites());
    socket.write('x'.repeat(length));
    expect(sent).toHaveLength(atOnce);
    await nextTurn();
    expect(sent).toHaveLength(1);
  });

  it('go out at once after a long one', async () => {
    const { socket, sent } = openSide(new TurnOfWrites());
    socket.write('x'.repeat(16 * 1024 + 1));
    for (let count = 1; count <= 64; count += 1) socket.write('at once');
    expect(sent).toHaveLength(65);
    socket.write('waits');
    expect(sent).toHaveLength(65);
    await nextTurn();
    expect(sent).toHaveLength(66);
  });

  it('are sent before their socket is destroyed, and once', async () => {
    const turn = new TurnOfWrites();
    const gone = openSide(turn);
    const other = openSide(turn);
    other.socket.write('other');
    gone.socket.write('last words');
    gone.socket.destroy();
    expect([gone.sent, other.sent]).toEqual([['last words'], []]);
    await nextTurn();
    expect([gone.sent, other.sent]).toEqual([['last words'], ['other']]);
  });

  it('end a socket only when they have gone out', async () => {
    const { socket, sent } = openSide(new TurnOfWrites());
    socket.end('the end');
    expect([sent, socket.writableFinished]).toEqual([[], false]);
    await nextTurn();
    await nextTurn();
    expect([sent, socket.writableFinished]).toEqual([['the end'], true]);
  });

  it('fail for their own socket alone', async () => {
    const turn = new TurnOfWrites();
    const broken = openSide(turn, new Error('broken pipe'));
    const other = openSide(turn);
    const failure = new Promise((resolve) => void broken.socket.write('a', resolve));
    other.socket.write('b');
    expect(await failure).toMatchObject({ message: 'broken pipe' });
    await nextTurn();
    expect([broken.socket.destroyed, other.sent, other.socket.destroyed]).toEqual([true, ['b'], false]);
  });
});
