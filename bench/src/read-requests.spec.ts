import { describe, expect, it } from '@jest/globals';
import { RequestReader } from './read-requests.js';

const post = (body: string) =>
  `POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\nA: b\r\n\r\n${body}`;
const readBodies = (reader: RequestReader, bytes: Buffer) => reader.push(bytes).map(({ body }) => body.toString());

describe('RequestReader', () => {
  const bodies = ['{"first":"\r\n\r\n"}', '', '{"third":"ä"}'];
  const bytes = Buffer.from(bodies.map(post).join(''));

  it('reads requests that arrive together', () => {
    expect(readBodies(new RequestReader(), bytes)).toEqual(bodies);
  });

  it('reads the same requests wherever TCP cuts them', () => {
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const reader = new RequestReader();
      const first = readBodies(reader, bytes.subarray(0, cut));
      expect([...first, ...readBodies(reader, bytes.subarray(cut))]).toEqual(bodies);
    }
  });

  it('reads requests that arrive byte by byte', () => {
    const reader = new RequestReader();
    const read = Array.from(bytes, (_, index) => readBodies(reader, bytes.subarray(index, index + 1)));
    expect(read.flat()).toEqual(bodies);
  });

  it('reads the target with its query', () => {
    const [request] = new RequestReader().push(Buffer.from('GET /models/m:generate?alt=sse HTTP/1.1\r\n\r\n'));
    expect(request?.target).toBe('/models/m:generate?alt=sse');
  });

  it('takes a GET to have no body', () => {
    const [request] = new RequestReader().push(Buffer.from('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n'));
    expect(request).toMatchObject({ hasLength: true });
    expect(request?.body).toHaveLength(0);
  });

  it('says when the length of a body is missing', () => {
    const [request] = new RequestReader().push(Buffer.from('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'));
    expect(request).toMatchObject({ hasLength: false });
  });
});
