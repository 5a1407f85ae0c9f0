import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FormField, FormFile } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import fc from 'fast-check';
import { readForm } from './read-form.js';
import type { ReceivedForm } from './received-form.js';

const LIMIT_BYTES = 8 * 1024 * 1024;
const BOUNDARY = 'x-boundary-x';

interface Seen {
  readonly name: string;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  readonly text: string;
}

let server: Server;
let port: number;
let lastForm: ReceivedForm | undefined;

async function textOf(part: FormField | FormFile): Promise<string> {
  if ('value' in part) return part.value;
  const pieces: Uint8Array[] = [];
  for await (const bytes of part.open()) pieces.push(bytes);
  return Buffer.concat(pieces).toString('latin1');
}

async function describeForm(incoming: IncomingMessage): Promise<object> {
  const form = await readForm(incoming, { limitBytes: LIMIT_BYTES });
  lastForm = form;
  const parts: Seen[] = [];
  for await (const part of form.parts()) {
    const { contentType, filename, name } = part;
    parts.push({ name, filename, contentType, text: await textOf(part) });
  }
  return { parts, model: form.field('model') };
}

beforeAll(async () => {
  server = createServer((incoming, response) => {
    describeForm(incoming).then(
      (seen) => response.end(JSON.stringify(seen)),
      (error: unknown) => {
        const { code, message, param } = error instanceof GatewayError ? error : { code: String(error) };
        response.end(JSON.stringify({ code, message, param }));
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Answer {
  readonly parts?: readonly Seen[];
  readonly model?: string;
  readonly code?: string;
  readonly message?: string;
  readonly param?: string;
}

function send(
  body: Buffer,
  { cuts = [], type = `multipart/form-data; boundary=${BOUNDARY}` }: { cuts?: readonly number[]; type?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, method: 'POST', headers: { 'content-type': type } }, (response) => {
      let text = '';
      response.on('data', (bytes: Buffer) => (text += bytes.toString()));
      response.on('end', () => resolve(JSON.parse(text) as Answer));
    });
    outgoing.on('error', reject);
    const places = [0, ...[...cuts].sort((one, other) => one - other), body.length];
    for (let index = 1; index < places.length; index += 1) {
      outgoing.write(body.subarray(places[index - 1], places[index]));
    }
    outgoing.end();
  });
}

function part(head: string, content: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]);
}

const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const field = (name: string, value: string): Buffer => part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (name: string, filename: string, content: string | Buffer, type = '\r\nContent-Type: audio/wav'): Buffer =>
  part(`Content-Disposition: form-data; name="${name}"; filename="${filename}"${type}`, content);

describe('a multipart form', () => {
  it('is read in the order in which its parts come, with names, filenames and types as they came', async () => {
    const body = Buffer.concat([
      file('image[]', '../../etc/passwd', 'one', ''),
      field('prompt', 'größer'),
      file('image[0]', 'a\\"b.png', 'two', '\r\nContent-Type: '),
      file('mask', '', 'three'),
      field('model', 'gpt-image'),
      END,
    ]);
    expect(await send(body)).toEqual({
      model: 'gpt-image',
      parts: [
        { name: 'image[]', filename: '../../etc/passwd', text: 'one' },
        { name: 'prompt', text: 'größer' },
        { name: 'image[0]', filename: 'a\\"b.png', text: 'two' },
        { name: 'mask', filename: '', contentType: 'audio/wav', text: 'three' },
        { name: 'model', text: 'gpt-image' },
      ],
    });
  });

  it('says the same however it is split on the way, and whatever its files hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(2_000), { maxLength: 12 }),
        async (contents, cuts) => {
          const files = contents.map((bytes, index) => file(`file${index}`, 'f', Buffer.from(bytes)));
          const body = Buffer.concat([field('model', 'm'), ...files, END]);
          const { parts } = await send(body, { cuts: cuts.map((cut) => Math.min(cut, body.length)) });
          expect(parts?.map(({ text }) => text)).toEqual([
            'm',
            ...contents.map((bytes) => Buffer.from(bytes).toString('latin1')),
          ]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has its large files on disk, where they can be read again and again until they are discarded', async () => {
    const content = Buffer.alloc(3 * 1024 * 1024, 'abcdefghij');
    const answer = await send(Buffer.concat([field('model', 'm'), file('file', 'long.wav', content), END]));
    expect(answer.parts?.[1]?.text === content.toString('latin1')).toBe(true);
    const parts: (FormField | FormFile)[] = [];
    for await (const each of lastForm?.parts() ?? []) parts.push(each);
    const kept = parts[1] as FormFile;
    expect(kept.size).toBe(content.length);
    expect(Buffer.from(await kept.peek())).toEqual(content.subarray(0, 4096));
    expect((await textOf(kept)).length).toBe(content.length);
    await lastForm?.discard();
  });

  it.each([
    [
      'a part without an end',
      Buffer.concat([field('model', 'm'), Buffer.from(`--${BOUNDARY}\r\nA: b`)]),
      'invalid_value',
    ],
    ['no end', Buffer.concat([field('model', 'm')]), 'invalid_value'],
    ['no parts', END, 'invalid_value'],
    ['nothing', Buffer.alloc(0), 'invalid_value'],
    ['a part without a name', Buffer.concat([part('Content-Disposition: form-data', 'x'), END]), 'invalid_value'],
    ['two models', Buffer.concat([field('model', 'a'), field('model', 'b'), END]), 'invalid_value'],
    ['a model that is a file', Buffer.concat([file('model', 'm.txt', 'b'), END]), 'invalid_value'],
    ['100,000 fields', Buffer.concat([...Array(100_000).fill(field('a', 'b')), END]), 'payload_too_large'],
    ['33 files', Buffer.concat([...Array(33).fill(file('a', 'b', 'c')), END]), 'payload_too_large'],
    ['a field of 2 MB', Buffer.concat([field('prompt', 'x'.repeat(2 ** 21)), END]), 'payload_too_large'],
    ['a long name', Buffer.concat([field('n'.repeat(201), 'x'), END]), 'payload_too_large'],
    ['a long filename', Buffer.concat([file('file', 'n'.repeat(1001), 'x'), END]), 'payload_too_large'],
    ['a filename of 8,150', Buffer.concat([file('file', 'n'.repeat(8_150), 'x'), END]), 'invalid_value'],
    ['a filename of 100,000', Buffer.concat([file('file', 'n'.repeat(100_000), 'x'), END]), 'invalid_value'],
    ['a name of 100,000', Buffer.concat([field('n'.repeat(100_000), 'x'), END]), 'invalid_value'],
    ['a head of 1 MB', Buffer.concat([part(`X-A: ${'a'.repeat(2 ** 20)}`, 'x'), END]), 'invalid_value'],
    ['more than the limit', Buffer.concat([file('file', 'f', Buffer.alloc(LIMIT_BYTES)), END]), 'payload_too_large'],
  ])('with %s is rejected', async (_what, body, code) => {
    expect(await send(body)).toMatchObject({ code });
  });

  it.each([7_900, 8_100, 8_190, 20_000, 100_000])(
    'with a filename of %i characters says that it is too long',
    async (length) => {
      const answer = await send(Buffer.concat([field('purpose', 'batch'), file('file', 'n'.repeat(length), 'x'), END]));
      expect(answer).toMatchObject({ message: expect.stringContaining('filename') });
    },
  );

  it.each([
    ['multipart/form-data'],
    ['multipart/form-data; boundary='],
    [`multipart/form-data; boundary=${'a'.repeat(71)}`],
    ['multipart/form-data; boundary="'],
  ])('with the type %s is rejected, since it names no boundary', async (type) => {
    expect(await send(Buffer.concat([field('model', 'm'), END]), { type })).toMatchObject({ code: 'invalid_value' });
  });

  it('with another type is rejected', async () => {
    expect(await send(Buffer.from('{}'), { type: 'application/json' })).toMatchObject({
      code: 'unsupported_media_type',
    });
  });
});
