import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { findSignatureFault } from '../upstream/wires/bedrock/check-signature.js';

/** An S3-compatible store in memory, with one bucket, which is in the path of the address. */
export interface ObjectStorageServer {
  readonly url: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The objects, by key. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** `PUT key`, in order, without those that were rejected. */
  readonly requests: readonly string[];
  /** Has every request rejected from now on, as S3 words it; without a code, they are answered again. */
  refuse(code?: string, status?: number): void;
  /** Removes an object behind the back of whoever stored it. */
  lose(key: string): void;
  close(): Promise<void>;
}

const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const BUCKET = 'documents';

/** Starts one on the loopback interface. It verifies signatures as S3 does (AWS Signature Version 4), and knows PUT, GET and DELETE. */
export async function startObjectStorage(): Promise<ObjectStorageServer> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  let refusal: { readonly code: string; readonly status: number } | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const [path = '', search = ''] = (request.url ?? '').split('?');
    const { headers, method = '' } = request;
    const fault = findSignatureFault(
      { method, path, query: new URLSearchParams(search), headers, rawBody: body },
      { service: 's3', now: Date.now(), isStorage: true, findKey: findSecret },
    );
    if (refusal !== undefined) return refuse(response, refusal.status, refusal.code);
    if (!headers.authorization?.includes(`Credential=${KEYS.accessKeyId}/`)) {
      return refuse(response, 403, 'InvalidAccessKeyId');
    }
    if (fault !== undefined) return refuse(response, 403, 'SignatureDoesNotMatch', fault);
    const [, bucket = '', ...segments] = path.split('/').map(decodeURIComponent);
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    const key = segments.join('/');
    requests.push(`${method} ${key}`);
    const stored = objects.get(key);
    if (method === 'PUT') {
      objects.set(key, body);
      response.writeHead(200, { etag: '"0"' }).end();
    } else if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (method !== 'GET') {
      refuse(response, 405, 'MethodNotAllowed');
    } else if (stored === undefined) {
      refuse(response, 404, 'NoSuchKey');
    } else {
      response.writeHead(200, { 'content-length': stored.length, 'content-type': 'application/octet-stream' });
      response.end(stored);
    }
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...KEYS,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: BUCKET,
    objects,
    requests,
    refuse: (code, status = 503) => {
      refusal = code === undefined ? undefined : { code, status };
    },
    lose: (key) => void objects.delete(key),
    close: () => closeServer(server),
  };
}

function findSecret(accessKeyId: string): { secret: string } | undefined {
  return accessKeyId === KEYS.accessKeyId ? { secret: KEYS.secretAccessKey } : undefined;
}

function refuse(response: ServerResponse, status: number, code: string, message = code): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
