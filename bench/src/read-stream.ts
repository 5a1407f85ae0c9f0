import { type Agent, request } from 'node:http';

/** One streamed answer as a client saw it. */
export interface StreamReading {
  /** From sending the request to the first byte of the body. */
  readonly firstByteMilliseconds: number;
  readonly text: string;
}

/** Sends a POST and reads its answer to the end. Rejects on a status other than 200 or a broken connection. */
export function readStream(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  agent: Agent,
): Promise<StreamReading> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const length = Buffer.byteLength(body);
    const outgoing = request(url, { method: 'POST', agent, headers: { ...headers, 'content-length': length } });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      let firstByteMilliseconds: number | undefined;
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (piece: string) => {
        firstByteMilliseconds ??= performance.now() - startedAt;
        text += piece;
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        if (incoming.statusCode === 200) resolve({ firstByteMilliseconds: firstByteMilliseconds ?? Number.NaN, text });
        else reject(new Error(`${url} answered ${incoming.statusCode}: ${text.slice(0, 500)}`));
      });
    });
    outgoing.end(body);
  });
}
