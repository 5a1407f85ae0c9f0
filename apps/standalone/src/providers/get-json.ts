import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Environment } from '@multilane/config';
import { parseBoundedJson } from '@multilane/contracts';

/** A list of models is kilobytes to a few megabytes; more than this is not one. */
const LARGEST_BODY_BYTES = 16 * 1024 * 1024;

export interface JsonCall {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the call, however far it is. */
  readonly signal: AbortSignal;
  /** Environment whose HTTPS_PROXY, HTTP_PROXY and NO_PROXY apply; none without it. */
  readonly environment?: Environment;
}

export interface JsonAnswer {
  readonly status: number;
  /** Undefined when the answer is not JSON. */
  readonly body: unknown;
}

/** One GET. Redirects are not followed: a credential goes where it was meant to go. Rejects when no answer comes. */
export async function getJson({ url, headers, signal, environment }: JsonCall): Promise<JsonAnswer> {
  const secure = url.startsWith('https:');
  const agent = new (secure ? HttpsAgent : HttpAgent)({ proxyEnv: environment });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = (secure ? requestHttps : requestHttp)(url, {
      agent,
      headers: { accept: 'application/json', ...headers },
      signal,
    });
    call.once('response', resolve).once('error', reject).end();
  });
  const text = await readText(response);
  return { status: response.statusCode ?? 0, body: parse(text) };
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY_BYTES) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
