import { Readable } from 'node:stream';
import type { GetObjectCommandOutput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { FileStorageUnavailable } from './file-storage-error.js';

/** Settings as configured, `knowledge.files.s3`. */
export interface ObjectStorageSettings {
  readonly bucket?: string | undefined;
  readonly region: string;
  /** Undefined: that of AWS in the region. */
  readonly endpoint?: string | undefined;
  /** Undefined: the credentials of the machine, as AWS's own tools find them. */
  readonly access_key_id?: string | undefined;
  readonly secret_access_key?: string | undefined;
  readonly prefix: string;
  /** True if the bucket is in the path of the address rather than in its host. */
  readonly path_style: boolean;
}

/** Objects by key, each small enough to be held in memory. */
export interface ObjectStorage {
  /** @throws FileStorageUnavailable */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if there is no such object. @throws FileStorageUnavailable */
  get(key: string, mostBytes: number): Promise<Buffer | undefined>;
  /** Does nothing if there is no such object. @throws FileStorageUnavailable */
  remove(key: string): Promise<void>;
}

/** Sends one request to the store, and follows no redirect. */
export type SendToStorage = (
  url: string,
  request: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Uint8Array<ArrayBuffer>;
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly headers: Pick<Headers, 'entries'>;
  readonly body: AsyncIterable<Uint8Array> | null;
}>;

const CONNECT_MS = 5_000;
/** Milliseconds for one request with its repetitions. */
const REQUEST_MS = 60_000;
const ATTEMPTS = 3;
const CONNECTIONS = 16;
/** The library reads an answer that is no object whole; of a longer one it gets the beginning. */
const MOST_ANSWER_BYTES = 64 * 1024;

/**
 * An S3-compatible store. Its library is loaded, and the store reached, with the first object.
 *
 * @param requestMs milliseconds for one request with its repetitions
 * @param send way of requests to the store; undefined: that of the library
 */
export function openObjectStorage(
  settings: ObjectStorageSettings,
  requestMs = REQUEST_MS,
  send?: SendToStorage,
): ObjectStorage {
  const { bucket: Bucket, prefix } = settings;
  let connecting: Promise<Connected> | undefined;
  const run = async <Result>(work: (connected: Connected, abortSignal: AbortSignal) => Promise<Result>) => {
    connecting ??= connect(settings, send);
    try {
      return await work(await connecting, AbortSignal.timeout(requestMs));
    } catch (error) {
      throw explainFailure(error);
    }
  };
  return {
    put: (key, bytes) =>
      run(async ({ client, library }, abortSignal) => {
        const input = { Bucket, Key: `${prefix}${key}`, Body: bytes, ContentType: 'application/octet-stream' };
        await client.send(new library.PutObjectCommand(input), { abortSignal });
      }),
    get: (key, mostBytes) =>
      run(async ({ client, library }, abortSignal) => {
        try {
          const command = new library.GetObjectCommand({ Bucket, Key: `${prefix}${key}` });
          return await readBody(await client.send(command, { abortSignal }), mostBytes);
        } catch (error) {
          if (describe(error).name === 'NoSuchKey') return undefined;
          throw error;
        }
      }),
    remove: (key) =>
      run(async ({ client, library }, abortSignal) => {
        try {
          await client.send(new library.DeleteObjectCommand({ Bucket, Key: `${prefix}${key}` }), { abortSignal });
        } catch (error) {
          if (describe(error).name !== 'NoSuchKey') throw error;
        }
      }),
  };
}

interface Connected {
  readonly client: S3Client;
  readonly library: typeof import('@aws-sdk/client-s3');
}

async function connect(settings: ObjectStorageSettings, send: SendToStorage | undefined): Promise<Connected> {
  const { access_key_id: accessKeyId, endpoint, path_style: forcePathStyle, region } = settings;
  const { secret_access_key: secretAccessKey } = settings;
  const [library, { NodeHttpHandler }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@smithy/node-http-handler'),
  ]);
  const client = new library.S3Client({
    region,
    forcePathStyle,
    maxAttempts: ATTEMPTS,
    // Stores other than AWS's own often know no checksums; what is stored is authenticated by its encryption.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler:
      send === undefined
        ? new NodeHttpHandler({
            connectionTimeout: CONNECT_MS,
            httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
            httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
          })
        : makeHandler(send),
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  });
  return { client, library };
}

type Handler = Extract<NonNullable<S3ClientConfig['requestHandler']>, { handle: (...values: never[]) => unknown }>;

/** Request of the library, whose body is a whole one here. */
interface Handled {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Makes the library send its requests in a way of ours. */
function makeHandler(send: SendToStorage): Handler {
  return {
    handle: async (request: Handled, { abortSignal }: { readonly abortSignal: AbortSignal }) => {
      const { body: bytes = '', headers: sent, method } = request;
      const answer = await send(addressOf(request), { method, headers: sent, body: bytes, signal: abortSignal });
      const headers = Object.fromEntries(answer.headers.entries());
      const isObject = method === 'GET' && answer.status < 300;
      const body = answer.body === null || isObject ? (answer.body ?? []) : readStart(answer.body);
      return { response: { statusCode: answer.status, headers, body: Readable.from(body) } };
    },
  } as unknown as Handler;
}

/** Leaving the loop cancels the rest. */
async function* readStart(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = MOST_ANSWER_BYTES;
  for await (const part of body) {
    yield part.subarray(0, left);
    left -= part.length;
    if (left <= 0) return;
  }
}

function addressOf({ hostname, path, port, protocol, query = {} }: Handled): string {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) url.searchParams.append(name, each);
  }
  return url.href;
}

async function readBody({ Body }: GetObjectCommandOutput, mostBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of Body as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > mostBytes) throw new FileStorageUnavailable('An object in the bucket is not one that was stored there.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

interface Failure {
  readonly name: string;
  readonly status: number | undefined;
}

function describe(error: unknown): Failure {
  const { $metadata, name = '' } = (error ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number } };
  return { name, status: $metadata?.httpStatusCode };
}

const SETTINGS = '`knowledge.files.s3`';
/** Codes of S3, as far as an operator can do something about them. */
const ADVICE: Readonly<Record<string, string>> = {
  NoSuchBucket: `The bucket does not exist: create it, or correct \`bucket\` in ${SETTINGS}.`,
  AccessDenied: `The access key may not use the bucket: it needs s3:GetObject, s3:PutObject and s3:DeleteObject (${SETTINGS}).`,
  InvalidAccessKeyId: `The access key is not known there: correct \`access_key_id\` in ${SETTINGS}.`,
  SignatureDoesNotMatch: `The secret does not fit the access key: correct \`secret_access_key\` in ${SETTINGS}.`,
  PermanentRedirect: `The bucket is in another region: correct \`region\` or \`endpoint\` in ${SETTINGS}.`,
  AuthorizationHeaderMalformed: `The bucket is in another region: correct \`region\` in ${SETTINGS}.`,
  RequestTimeTooSkewed: 'The clocks of this machine and of the object storage differ by minutes: set them.',
  CredentialsProviderError: `The machine has no credentials of AWS: set \`access_key_id\` and \`secret_access_key\` in ${SETTINGS}.`,
};

/** The message of the store or the library is not passed on: it names buckets, hosts and keys. */
function explainFailure(error: unknown): FileStorageUnavailable {
  if (error instanceof FileStorageUnavailable) return error;
  const { name, status } = describe(error);
  const advice = Object.hasOwn(ADVICE, name) ? ADVICE[name] : undefined;
  if (advice !== undefined) {
    return new FileStorageUnavailable(`The object storage of files refuses requests. ${advice}`, { cause: error });
  }
  const what = status === undefined ? 'cannot be reached' : `answers with status ${status}`;
  return new FileStorageUnavailable(`The object storage of files ${what}. Check it, and ${SETTINGS}.`, {
    cause: error,
  });
}
