import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TEST_KEYS, waitUntil } from '@multilane/testing';

export const MB = 1024 * 1024;

/** One upload as a provider sees it while it arrives. */
export interface SeenUpload {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  bytes: number;
  /** Characters that have arrived, one for each byte; the first 2 MB. */
  text: string;
  isComplete: boolean;
  isCut: boolean;
}

export interface WatchedProvider {
  readonly url: string;
  readonly uploads: SeenUpload[];
  /** Handles the next uploads when they begin; by default they are read, and answered at their end. */
  onUpload: ((upload: SeenUpload) => void) | undefined;
  /** The latest upload, once it is as the test wants it. */
  waitFor(what: string, matches: (upload: SeenUpload) => boolean): Promise<SeenUpload>;
  reset(): void;
  close(): void;
}

/** A provider that shows what it has received while the rest is still on its way. */
export async function startWatchedProvider(): Promise<WatchedProvider> {
  const uploads: SeenUpload[] = [];
  const server = createServer((incoming, response) => {
    const upload: SeenUpload = { incoming, response, bytes: 0, text: '', isComplete: false, isCut: false };
    uploads.push(upload);
    incoming.on('close', () => {
      upload.isCut = !incoming.complete;
    });
    incoming.on('error', () => undefined);
    if (provider.onUpload !== undefined) provider.onUpload(upload);
    else receive(upload);
  });
  const provider: WatchedProvider = {
    url: '',
    uploads,
    onUpload: undefined,
    waitFor: (what, matches) =>
      waitUntil(
        what,
        () => {
          const upload = uploads.at(-1);
          return upload !== undefined && matches(upload) ? upload : undefined;
        },
        10_000,
      ),
    reset: () => {
      uploads.length = 0;
      provider.onUpload = undefined;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(provider, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** Reads an upload and answers when it is whole. */
export function receive(upload: SeenUpload, answer: object = { text: 'Hi', id: 'file-1', object: 'file' }): void {
  const { incoming, response } = upload;
  incoming.on('data', (bytes: Buffer) => {
    upload.bytes += bytes.length;
    if (upload.text.length < 2 * MB) upload.text += bytes.toString('latin1');
  });
  incoming.on('end', () => {
    upload.isComplete = incoming.complete;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
}

export const field = (name: string, value: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
export const fileHead = (name: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n`;
export const END = '\r\n--B--\r\n';

/** An answer to an upload. */
export interface UploadAnswer {
  readonly status: number;
  readonly requestId: string;
  readonly body: { readonly error?: { readonly code: string; readonly param?: string; readonly message: string } };
}

/** A client that sends its form in the pieces and at the times that a test chooses. */
export class Upload {
  readonly answer: Promise<UploadAnswer>;
  private readonly outgoing: ClientRequest;

  constructor(baseUrl: string, path: string, { key = TEST_KEYS.research }: { readonly key?: string } = {}) {
    this.outgoing = request(`${baseUrl}${path}`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=B' },
    });
    this.answer = this.read();
    this.answer.catch(() => undefined);
  }

  /** Resolves when it has left this process, or when a second has passed: false if it could not. */
  async send(bytes: string | Buffer): Promise<boolean> {
    if (this.outgoing.write(bytes)) return true;
    const timer = new AbortController();
    const late = new Promise<boolean>((resolve) => {
      const timeout = setTimeout(resolve, 1_000, false);
      timer.signal.addEventListener('abort', () => clearTimeout(timeout));
    });
    const left = await Promise.race([once(this.outgoing, 'drain').then(() => true), late]);
    timer.abort();
    return left;
  }

  end(text = END): void {
    this.outgoing.end(text);
  }

  leave(): void {
    this.outgoing.destroy();
  }

  private async read(): Promise<UploadAnswer> {
    this.outgoing.on('error', () => undefined);
    const [response] = (await once(this.outgoing, 'response')) as [IncomingMessage];
    let text = '';
    for await (const bytes of response) text += (bytes as Buffer).toString('utf8');
    const requestId = String(response.headers['x-request-id']);
    return { status: response.statusCode ?? 0, requestId, body: JSON.parse(text) as UploadAnswer['body'] };
  }
}
