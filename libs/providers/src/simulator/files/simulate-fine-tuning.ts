import { createHash } from 'node:crypto';
import { isRecord } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ExchangeCodec, FineTuningRequest, ProviderExchange } from '../../exchange.js';
import { type ListedObject, listOwn } from '../../shared/objects/list-own.js';
import { answerJson, recordMade } from '../../shared/objects/record-made.js';
import { missingObject } from '../../shared/objects/refuse-missing.js';

/** Seconds of work after which a job comes into a state, in their order. */
const STATES = [
  ['validating_files', 0, 'Validating the training file.'],
  ['queued', 2, 'The job waits for its turn.'],
  ['running', 4, 'The job has started.'],
  ['succeeded', 12, 'The job is complete.'],
] as const;

/** The oldest make room for others. */
const MOST_JOBS = 200;
const DEFAULT_LIMIT = 20;
const MOST_LISTED = 100;
const LONGEST_TEXT = 255;

interface Job {
  readonly id: string;
  readonly model: string;
  readonly trainingFile: string;
  readonly suffix: string | undefined;
  readonly createdAt: number;
  pausedAt: number | undefined;
  pausedSeconds: number;
  cancelledAt: number | undefined;
}

/** The fine-tuning jobs of the simulator: in memory, and in the state that their age says. Nothing is trained. */
export function createSimulatedFineTuning(): ExchangeCodec<FineTuningRequest> {
  const jobs = new Map<string, Job>();
  return {
    async serve(request, exchange) {
      const { created: now } = exchange;
      const { operation, owned, query = {} } = request;
      if (operation === 'create') {
        const job = readJob(request.body, exchange);
        await recordMade(exchange, owned, 'fine_tuning_job', job.id, () => ({ path: `/fine_tuning/jobs/${job.id}` }));
        jobs.set(job.id, job);
        for (const id of jobs.keys()) if (jobs.size > MOST_JOBS) jobs.delete(id);
        return answerJson(describe(job, now));
      }
      if (operation === 'list') return answerJson(await list([...jobs.values()], request, now));
      const job = jobs.get(request.job_id ?? '');
      if (job === undefined) throw missingObject('fine_tuning_job_id');
      if (operation === 'events') return answerJson(page(listEvents(job, now), query));
      if (operation === 'checkpoints') return answerJson(page(listCheckpoints(job, now), query));
      if (operation !== 'retrieve') change(job, operation, now);
      return answerJson(describe(job, now));
    },
  };
}

function readJob(body: unknown, { created, idSeed, target }: ProviderExchange): Job {
  const { suffix, training_file: file } = isRecord(body) ? body : {};
  if (typeof file !== 'string' || file === '') {
    throw new GatewayError('invalid_value', { param: 'training_file', message: '`training_file` must name a file.' });
  }
  return {
    id: `ftjob-${createHash('sha256').update(idSeed).digest('hex').slice(0, 24)}`,
    model: target.upstreamModel,
    trainingFile: file.slice(0, LONGEST_TEXT),
    suffix: typeof suffix === 'string' ? suffix.slice(0, LONGEST_TEXT) : undefined,
    createdAt: created,
    ...{ pausedAt: undefined, pausedSeconds: 0, cancelledAt: undefined },
  };
}

/** Seconds for which a job has been worked on. */
function ageOf({ cancelledAt, createdAt, pausedAt, pausedSeconds }: Job, now: number): number {
  return (cancelledAt ?? pausedAt ?? now) - createdAt - pausedSeconds;
}

function statusOf(job: Job, now: number): string {
  if (job.cancelledAt !== undefined) return 'cancelled';
  if (job.pausedAt !== undefined) return 'paused';
  return STATES.findLast(([, seconds]) => ageOf(job, now) >= seconds)?.[0] ?? 'validating_files';
}

function change(job: Job, operation: 'cancel' | 'pause' | 'resume', now: number): void {
  const status = statusOf(job, now);
  const isOver = status === 'succeeded' || status === 'cancelled';
  if (isOver || ((operation === 'pause') === (status === 'paused') && operation !== 'cancel')) {
    throw new GatewayError('invalid_value', {
      param: 'fine_tuning_job_id',
      message: `The job cannot be changed by \`${operation}\`: its status is ${status}.`,
    });
  }
  if (operation === 'pause') job.pausedAt = now;
  else if (operation === 'cancel') job.cancelledAt = job.pausedAt ?? now;
  else {
    job.pausedSeconds += now - (job.pausedAt ?? now);
    job.pausedAt = undefined;
  }
}

function describe(job: Job, now: number): ListedObject {
  const status = statusOf(job, now);
  const isDone = status === 'succeeded';
  const isOver = isDone || status === 'cancelled';
  return {
    ...{ id: job.id, object: 'fine_tuning.job', model: job.model, created_at: job.createdAt, status },
    finished_at: isOver ? job.createdAt + job.pausedSeconds + Math.min(ageOf(job, now), STATES[3][1]) : null,
    fine_tuned_model: isDone ? nameResult(job) : null,
    ...{ organization_id: 'simulator', training_file: job.trainingFile, validation_file: null, result_files: [] },
    ...{ hyperparameters: { n_epochs: 1 }, trained_tokens: isDone ? 0 : null, error: null, seed: 0 },
  };
}

function nameResult({ id, model, suffix = '' }: Job): string {
  return `ft:${model}:simulator:${suffix}:${id.slice(-8)}`;
}

/** The youngest first, as the reference lists them. */
function listEvents(job: Job, now: number): ListedObject[] {
  const reached = STATES.filter(([, seconds]) => ageOf(job, now) >= seconds);
  const events = reached.map(([, seconds, message], index) => ({
    ...{ id: `ftevent-${job.id.slice(6)}-${index}`, object: 'fine_tuning.job.event', type: 'message', level: 'info' },
    ...{ created_at: job.createdAt + seconds, message, data: {} },
  }));
  return events.reverse();
}

function listCheckpoints(job: Job, now: number): ListedObject[] {
  if (statusOf(job, now) !== 'succeeded') return [];
  const id = `ftckpt-${job.id.slice(6)}`;
  return [
    {
      ...{ id, object: 'fine_tuning.job.checkpoint', created_at: job.createdAt + STATES[3][1], step_number: 1 },
      ...{ fine_tuned_model_checkpoint: nameResult(job), fine_tuning_job_id: job.id, metrics: { step: 1 } },
    },
  ];
}

function page(all: readonly ListedObject[], { after, limit }: Readonly<Record<string, string>>) {
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const count = Math.min(Math.max(Number(limit) || DEFAULT_LIMIT, 1), MOST_LISTED);
  const data = all.slice(start, start + count);
  return { object: 'list', data, has_more: start + count < all.length };
}

function list(jobs: readonly Job[], { owned, query = {} }: Readonly<FineTuningRequest>, now: number) {
  const all = jobs.map((job) => describe(job, now)).reverse();
  return listOwn({
    ...{ kind: 'fine_tuning_job', owned, query, defaultLimit: DEFAULT_LIMIT, pageLimit: MOST_LISTED },
    fetchPage: (after, limit = DEFAULT_LIMIT) => {
      const { data, has_more: hasMore } = page(all, { ...(after && { after }), limit: String(limit) });
      return Promise.resolve({ objects: data, hasMore });
    },
    fetchOne: (id) => Promise.resolve(all.find((job) => job.id === id)),
  });
}
