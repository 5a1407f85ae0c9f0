import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { parseBoundedJson } from '@multilane/contracts';
import { IssueProblem } from './describe-issue-problem.js';
import { agentFor, type EgressAgents } from './egress-agents.js';

/** A token is a few kilobytes. */
const LARGEST_ANSWER_BYTES = 1024 * 1024;

export interface FormAnswer {
  readonly status: number;
  /** Undefined when the answer is not JSON. */
  readonly body: unknown;
}

/** One POST of form fields. Redirects are not followed. Rejects when no answer comes within the limit. */
export async function postForm(
  address: URL,
  fields: Readonly<Record<string, string>>,
  agents: EgressAgents,
  limitMs: number,
): Promise<FormAnswer> {
  const form = new URLSearchParams(fields).toString();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = address.protocol === 'https:' ? requestHttps : requestHttp;
    const call = send(address, {
      method: 'POST',
      agent: agentFor(agents, address),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(form),
        accept: 'application/json',
      },
      signal: AbortSignal.timeout(limitMs),
    });
    call.once('response', resolve).once('error', reject).end(form);
  });
  return { status: response.statusCode ?? 0, body: parse(await readText(response)) };
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > LARGEST_ANSWER_BYTES) throw new IssueProblem('the answer is too large', response.statusCode);
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
