import { parentPort } from 'node:worker_threads';
import { findArgumentProblem } from './find-argument-problem.js';

/** What the thread is asked. */
export interface ArgumentQuestion {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** What it answers. */
export interface ArgumentAnswer {
  readonly problem: string | undefined;
}

parentPort?.on('message', ({ schema, value }: ArgumentQuestion) => {
  const answer: ArgumentAnswer = { problem: findArgumentProblem(schema, value) };
  parentPort?.postMessage(answer);
});
