import {
  fillSecretText,
  type RunData,
  readSecretText,
  renderJson,
  renderText,
  type SecretText,
  type TaskOf,
} from '@multilane/workflows';
import { StepFailure, showingInput } from './step-failure.js';
import type { StepAttempt, StepParts, TaskResult } from './step-parts.js';

/** Statuses after which the same request may succeed. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);
const MOST_ASKED_SECONDS = 3_600;

/** Sends a request, with the same `Idempotency-Key` in each attempt, so that its effect happens once at servers that honour it. */
export async function sendHttp({ http }: StepParts, task: TaskOf<'http'>, attempt: StepAttempt): Promise<TaskResult> {
  const { data, run, signal, step, timeoutMs } = attempt;
  const url = renderText(task.url, data);
  const headers = renderHeaders(task.headers, data);
  const body = task.body === undefined ? undefined : renderJson(task.body, data);
  const idempotencyKey = idempotencyKeyOf(step);
  const input = {
    method: task.method,
    url,
    headers: showHeaders(headers),
    idempotency_key: idempotencyKey,
    ...(body !== undefined && { body }),
  };
  const answer = await showingInput(input, () =>
    http.call(run, {
      method: task.method,
      url,
      headers: { ...headers, 'Idempotency-Key': [idempotencyKey] },
      body,
      timeoutMs,
      signal,
    }),
  );
  const { durationMs: _duration, ...output } = answer;
  const isAccepted = task.accept_status?.includes(answer.status) ?? (answer.status >= 200 && answer.status < 300);
  if (isAccepted) return { input, output };
  const asked = Number(answer.headers['retry-after']);
  throw new StepFailure(
    'http_status',
    `The server answered with status ${answer.status}.`,
    answer.status >= 500 || TEMPORARY.has(answer.status),
    asked > 0 ? Math.min(asked, MOST_ASKED_SECONDS) : undefined,
  ).showing({ input, output });
}

/** Names the run, the step and the item, and no attempt. */
export function idempotencyKeyOf({ iteration, nodeId, runId }: StepAttempt['step']): string {
  return iteration < 0 ? `${runId}/${nodeId}` : `${runId}/${nodeId}/${iteration}`;
}

/**
 * The headers with the data of the run in them. The names of secrets are read from the author's text, before any data is put in: data that
 * looks like the name of a secret is sent as it is.
 */
function renderHeaders(headers: TaskOf<'http'>['headers'], data: RunData): Record<string, SecretText> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const parts = readSecretText(value);
      if (parts === undefined) throw new StepFailure('header_invalid', `The header ${name} names no possible secret.`);
      return [name, parts.map((part) => (typeof part === 'string' ? renderText(part, data) : part))];
    }),
  );
}

/** For whoever looks at the run: names of secrets stand for their values. */
function showHeaders(headers: Readonly<Record<string, SecretText>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => {
      const names = new Map(
        text.flatMap((part) => (typeof part === 'string' ? [] : [[part.secret, `{{secrets.${part.secret}}}`]])),
      );
      return [name, fillSecretText(text, names) ?? ''];
    }),
  );
}
