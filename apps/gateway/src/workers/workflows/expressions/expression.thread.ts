import { parentPort } from 'node:worker_threads';
import { createCelEnvironment } from '@multilane/workflows';
import jsonata from 'jsonata';

/** What the thread is asked. */
export interface ExpressionRequest {
  readonly language: 'cel' | 'jsonata';
  readonly expression: string;
  /** JSON: what the expression reads. */
  readonly data: string;
}

/** What it answers: JSON, or why there is none. */
export type ExpressionAnswer = { readonly value: string } | { readonly error: string };

const port = parentPort;
if (port === null) throw new Error('expression.thread.js runs as a worker thread only.');

const CEL = createCelEnvironment();
const LONGEST_MESSAGE = 300;

async function evaluate({ data, expression, language }: ExpressionRequest): Promise<ExpressionAnswer> {
  const input = JSON.parse(data) as Record<string, unknown>;
  const value: unknown =
    language === 'cel' ? await CEL.evaluate(expression, input) : await jsonata(expression).evaluate(input);
  return { value: JSON.stringify(value, toJson) ?? 'null' };
}

/** CEL counts in integers of 64 bits. JSONata gives functions, which are no data. */
function toJson(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Map ? Object.fromEntries(value) : value;
}

port.on('message', (request: ExpressionRequest) => {
  void evaluate(request)
    .catch((error: unknown): ExpressionAnswer => {
      const { message = 'it failed' } = (error ?? {}) as { message?: unknown };
      return { error: String(message).split('\n')[0]?.slice(0, LONGEST_MESSAGE) ?? '' };
    })
    .then((answer) => port.postMessage(answer));
});
