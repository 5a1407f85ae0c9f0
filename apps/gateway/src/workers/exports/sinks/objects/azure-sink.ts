import { createHmac } from 'node:crypto';
import type { ExportSinkEntry } from '@multilane/config';
import { judgeStatus, post, type Sink, type SinkAnswer, type SinkWay } from '../sink.js';
import { openObjectSink } from './object-sink.js';

type Settings = Extract<ExportSinkEntry, { kind: 'azure_blob' }>['config'];

const VERSION = '2021-12-02';
const TYPE = 'application/octet-stream';

/**
 * Block blobs in a container of Azure, each written with one request (Put Blob, learn.microsoft.com/rest/api/storageservices/put-blob), so that a
 * blob is there whole or not at all.
 */
export function openAzureSink(settings: Settings, { send, timeoutMs }: SinkWay): Sink {
  return openObjectSink(settings, async (key, body) => {
    const { headers, url } = makeRequest(settings, key, body.length, new Date());
    const answer = await post(send, { method: 'PUT', url, headers, body, timeoutMs });
    return 'kind' in answer ? answer : judge(answer);
  });
}

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

function makeRequest(settings: Settings, key: string, length: number, now: Date): Request {
  const { account_key: accountKey, container, prefix, sas_token: token } = settings;
  const url = new URL(settings.url);
  const path = [container, ...`${prefix}${key}`.split('/')].map(encodeURIComponent).join('/');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  if (token !== undefined) url.search = token.replace(/^\?/, '');
  const headers = {
    'content-type': TYPE,
    'x-ms-blob-type': 'BlockBlob',
    'x-ms-date': now.toUTCString(),
    'x-ms-version': VERSION,
  };
  if (accountKey === undefined) return { url: url.href, headers };
  const account = settings.account ?? url.hostname.split('.')[0] ?? '';
  const signature = createHmac('sha256', Buffer.from(accountKey, 'base64'))
    .update(writeToSign(headers, `/${account}${url.pathname}`, length))
    .digest('base64');
  return { url: url.href, headers: { ...headers, authorization: `SharedKey ${account}:${signature}` } };
}

/** Text that is signed (learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key). */
function writeToSign(headers: Readonly<Record<string, string>>, resource: string, length: number): string {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-ms-'));
  const canonical = own.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, value]) => `${name}:${value}`);
  // Verb, encoding, language, length, MD5, type, date, four conditions and the range.
  const standard = ['PUT', '', '', length === 0 ? '' : String(length), '', TYPE, '', '', '', '', '', ''];
  return [...standard, ...canonical, resource].join('\n');
}

/** A bad key is 403, a container that does not exist 404 (…/common-rest-api-error-codes). No 4xx is the fault of a record here. */
function judge(answer: Parameters<typeof judgeStatus>[0]): SinkAnswer {
  const code = answer.headers.get('x-ms-error-code');
  const named = code !== null && /^[A-Za-z]{1,64}$/.test(code) ? ` (${code})` : '';
  const judged = judgeStatus(answer);
  if (judged.kind === 'accepted') return judged;
  const reason = `The object storage answered ${answer.status}${named}.`;
  return judged.kind === 'away' ? { ...judged, reason } : { kind: 'refused', reason };
}
