import { GatewayError } from '@multilane/errors';
import type { Answer, AskedKind, JobResult } from '@multilane/jobs';

/** Time limits of the wait for a job. */
export interface JobLimits {
  readonly takenWithinMs: number;
  readonly answeredWithinMs: number;
}

/** Reads the answer of a worker. Fails with 503 if no worker takes the job, and with 504 if none ends it in time. */
export function readJobAnswer<Kind extends AskedKind>(
  answer: Answer<Kind>,
  { answeredWithinMs }: JobLimits,
): JobResult<Kind> {
  switch (answer.state) {
    case 'answered':
      return answer.result;
    case 'not_taken':
      throw new GatewayError('worker_unavailable', {
        message:
          'No worker of the gateway took the job: none is running, or all are busy. Start a gateway on this database with `async.enabled: true` and `async.workers` above 0.',
        headers: { 'retry-after': '5' },
      });
    case 'late':
      throw new GatewayError('worker_timeout', {
        message: `A worker of the gateway took the job and did not finish it within ${answeredWithinMs / 1000} s. Try again.`,
      });
    case 'failed':
      throw new GatewayError('worker_unavailable', {
        message:
          'The worker of the gateway stopped before it finished the job. Try again; the log of the gateway has the cause.',
        headers: { 'retry-after': '5' },
      });
  }
}
