import { fillRequest, type HttpTool } from '@multilane/agents';
import { parseBoundedJson } from '@multilane/contracts';
import { readSecretText, type SecretText } from '@multilane/workflows';
import { type HttpCaller, HttpCallFailure, type SecretPlace } from '../http-calls/http-caller.js';
import { boundResult, errorText } from './step-content.js';

export interface ToolOutcome {
  readonly text: string;
  readonly isError: boolean;
}

export interface HttpToolCall {
  readonly tool: HttpTool;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly place: SecretPlace;
  /** The same if the call is made again after a crash: receivers can tell by it. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/**
 * Makes the request of a tool. Secrets are put in by the guarded call alone, from the headers that the author of the agent wrote: neither
 * the model nor a result can name one. Rejects with the signal's reason, or where the database is away.
 */
export async function callHttpTool(http: HttpCaller, call: HttpToolCall): Promise<ToolOutcome> {
  const { idempotencyKey, place, signal, tool } = call;
  const filled = fillRequest(tool, call.arguments);
  if ('problem' in filled) return { text: errorText('invalid_arguments', filled.problem), isError: true };
  const headers: Record<string, SecretText> = { 'idempotency-key': [idempotencyKey] };
  for (const [name, value] of Object.entries(tool.headers)) {
    const read = readSecretText(value);
    if (read === undefined)
      return { text: errorText('header_invalid', `The header ${name} of the tool is not valid.`), isError: true };
    headers[name] = read;
  }
  try {
    const { body, status } = await http.call(place, {
      method: tool.method,
      url: filled.url,
      headers,
      ...(filled.body !== undefined && { body: parseBoundedJson(filled.body) as unknown }),
      timeoutMs: tool.timeout_seconds * 1_000,
      signal,
    });
    return { text: boundResult(JSON.stringify({ status, body })), isError: status >= 400 };
  } catch (error) {
    if (!(error instanceof HttpCallFailure)) throw error;
    return { text: errorText(error.code, error.message), isError: true };
  }
}
