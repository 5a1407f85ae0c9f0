import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LineStream, splitLines } from './line-stream.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multilane-lines-'));
  path = join(folder, 'lines');
});
afterEach(() => rm(folder, { recursive: true }));

const read = (): string => readFileSync(path, 'utf8');

/** A pipe that rejects instead of waiting when it is full, and its reading end. */
function openPipe(): { writing: number; reading: number } {
  execFileSync('mkfifo', [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reading, writing: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK) };
}

/** Reads a pipe until so many bytes have come. */
async function drain(fd: number, bytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(64 * 1024);
  for (let missing = bytes; missing > 0; ) {
    try {
      const length = readSync(fd, chunk);
      chunks.push(Buffer.from(chunk.subarray(0, length)));
      missing -= length;
    } catch (error) {
      expect(error).toMatchObject({ code: 'EAGAIN' });
      await wait(10);
    }
  }
  return Buffer.concat(chunks).toString();
}

describe('LineStream', () => {
  it('writes by itself what is too little for a batch, and again after it has been idle', async () => {
    const stream = new LineStream(openSync(path, 'a'));
    for (const expected of ['a\n', 'a\na\n']) {
      stream.write('a\n');
      expect(read()).not.toBe(expected);
      await wait(400);
      expect(read()).toBe(expected);
    }
    await stream.end();
  });

  it('writes a full batch without waiting for the interval', async () => {
    const stream = new LineStream(openSync(path, 'a'));
    const line = `${'x'.repeat(200 * 1024)}\n`;
    stream.write(line);
    await wait(100);
    expect(read()).toBe(line);
    await stream.end();
  });

  it('keeps the order of lines through many batches, whatever their characters', async () => {
    const stream = new LineStream(openSync(path, 'a'));
    const lines = Array.from({ length: 5_000 }, (_, index) => `${index} ${'é🔑x'.repeat(index % 60)}\n`);
    for (const [index, line] of lines.entries()) {
      stream.write(line);
      if (index % 1_000 === 0) await wait(1);
    }
    await stream.end();
    expect(read()).toBe(lines.join(''));
  });

  it('drops and says so while a reader is slow, and takes lines again when it has caught up', async () => {
    const { reading, writing } = openPipe();
    const limit = 300 * 1024;
    const stream = new LineStream(writing, limit);
    const line = (index: number): string => `${String(index).padStart(998)}é\n`;
    const kept: string[] = [];
    for (let index = 0; index < 1_000; index++) if (stream.write(line(index))) kept.push(line(index));
    expect(kept.length).toBeGreaterThan(250);
    expect(kept.length).toBeLessThanOrEqual(limit / 1_000);

    const text = kept.join('');
    expect(await drain(reading, Buffer.byteLength(text))).toBe(text);
    await stream.flush();
    expect(stream.write(line(1))).toBe(true);
    await stream.end();
    expect(await drain(reading, Buffer.byteLength(line(1)))).toBe(line(1));
    closeSync(reading);
  });

  it('tries a rejected write again by itself, and tells of each attempt', async () => {
    const errors: Error[] = [];
    const stream = new LineStream(openSync('/dev/full', 'a'));
    stream.onError((error) => errors.push(error));
    stream.write('a\n');
    await wait(900);
    expect(errors.length).toBeGreaterThanOrEqual(2);
    expect(errors[0]).toMatchObject({ code: 'ENOSPC' });
  });

  it('writes at once, in order, what is waiting when the process exits', async () => {
    const before = process.listeners('exit');
    const stream = new LineStream(openSync(path, 'a'));
    const [writeOut] = process.listeners('exit').filter((listener) => !before.includes(listener));
    const first = Array.from({ length: 200 }, (_, index) => `first ${index} ${'x'.repeat(400)}\n`).join('');
    stream.write(first);
    await stream.flush();
    stream.write('é'.repeat(90_000));
    stream.write('\nlast\n');
    writeOut?.(0);
    expect(read()).toBe(`${first}${'é'.repeat(90_000)}\nlast\n`);
    await stream.end();
    expect(process.listeners('exit')).toEqual(before);
  });

  it('takes nothing after its end', async () => {
    const stream = new LineStream(openSync(path, 'a'));
    stream.write('a\n');
    const ended = stream.end();
    expect(stream.write('b\n')).toBe(false);
    await ended;
    expect(read()).toBe('a\n');
  });
});

describe('splitLines', () => {
  it.each([
    ['nothing', '', []],
    ['what fits', 'a\nb\n', ['a\nb\n']],
    ['whole lines', 'aaa\nbbb\nccc\n', ['aaa\nbbb\n', 'ccc\n']],
    ['lines that just fit', 'aaaaaaa\nbbbbbbb\n', ['aaaaaaa\n', 'bbbbbbb\n']],
    ['a line that is longer', 'a\nbbbbbbbbbbbb\nc\n', ['a\n', 'bbbbbbbbbbbb\n', 'c\n']],
    ['a last line without its end', 'aaa\nbbbbbbbbbb', ['aaa\n', 'bbbbbbbbbb']],
  ])('makes pieces of %s', (_what, lines, pieces) => {
    expect([...splitLines(Buffer.from(lines), 8)].map(String)).toEqual(pieces);
  });
});
