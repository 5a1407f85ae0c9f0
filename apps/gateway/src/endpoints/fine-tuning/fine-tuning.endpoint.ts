import type { FineTuningRequest } from '@multilane/providers';
import {
  compileRequestSchema,
  NON_EMPTY_STRING,
  OTHER_MODELS,
  objectOf,
  requireJsonObject,
} from '@multilane/validation';
import type { EndpointDescriptor, EndpointRoute, ObjectReference, RequestHeaders } from '../descriptor.js';
import { exchangeFormat } from '../exchange-format.js';
import { LIST_QUERY, MODEL_QUERY, readModelName, readQuery, referTo, STORED_MODEL_TYPES } from '../stored-objects.js';

type Operation = FineTuningRequest['operation'];

const FORMAT = exchangeFormat('fineTuning', 'fine_tuning', 'nothing');

const JOBS = '/v1/fine_tuning/jobs';
const ONE = `${JOBS}/{fine_tuning_job_id}`;

/** The body of POST /v1/fine_tuning/jobs; other members go to the provider as they came. */
const createSchema = objectOf(
  'a JSON object',
  {
    model: { ...NON_EMPTY_STRING, maxLength: 512, description: 'a non-empty string of at most 512 characters' },
    training_file: { ...NON_EMPTY_STRING, description: 'the id of a file' },
    ...OTHER_MODELS,
    validation_file: { type: ['string', 'null'], description: 'the id of a file, or null' },
  },
  ['training_file'],
);

const checkCreate = compileRequestSchema(createSchema);

/** The endpoints of fine-tuning jobs (docs/contract/files.md#operations). */
export const FINE_TUNING: readonly EndpointDescriptor<FineTuningRequest>[] = [
  describeJobs('create', { method: 'POST', path: JOBS }, 'Starts a fine-tuning job.', 'The job.'),
  describeJobs('list', { method: 'GET', path: JOBS }, 'Lists the fine-tuning jobs of the caller.', 'The jobs.'),
  describeJobs('retrieve', { method: 'GET', path: ONE }, 'Describes a fine-tuning job.', 'The job.'),
  describeJobs('cancel', { method: 'POST', path: `${ONE}/cancel` }, 'Cancels a fine-tuning job.', 'The job.'),
  describeJobs('pause', { method: 'POST', path: `${ONE}/pause` }, 'Pauses a fine-tuning job.', 'The job.'),
  describeJobs('resume', { method: 'POST', path: `${ONE}/resume` }, 'Resumes a fine-tuning job.', 'The job.'),
  describeJobs('events', { method: 'GET', path: `${ONE}/events` }, 'Lists what a job reported.', 'The events.'),
  describeJobs(
    'checkpoints',
    { method: 'GET', path: `${ONE}/checkpoints` },
    'Lists the checkpoints of a job.',
    'The checkpoints.',
  ),
];

function describeJobs(
  operation: Operation,
  route: EndpointRoute,
  summary: string,
  answer: string,
): EndpointDescriptor<FineTuningRequest> {
  const isCreate = operation === 'create';
  return {
    name: 'fine_tuning.jobs',
    route,
    recordedAs: route.method === 'GET' ? 'read' : 'write',
    body: isCreate ? 'json' : 'none',
    answers: ['json'],
    docs: { summary, answer, schema: isCreate ? createSchema : undefined },
    format: undefined,
    exchange: FORMAT,
    isStored: true,
    modelTypes: STORED_MODEL_TYPES,
    source: 'catalog',
    query: operation === 'list' || operation === 'events' || operation === 'checkpoints' ? LIST_QUERY : MODEL_QUERY,
    validate: (body, params, query, headers) => {
      if (isCreate) return readCreation(body, query, headers);
      const model = readModelName(query, headers);
      const id = params?.fine_tuning_job_id;
      return {
        ...(model !== undefined && { model }),
        operation,
        ...(id !== undefined && { job_id: id }),
        query: readQuery(query),
      };
    },
    findReferences,
  };
}

/** The body names the model; if it does not, the header or the query does. */
function readCreation(body: unknown, query?: URLSearchParams, headers?: RequestHeaders): FineTuningRequest {
  const members = requireJsonObject(body);
  checkCreate(members);
  const model = typeof members.model === 'string' ? members.model : readModelName(query, headers);
  return { ...(model !== undefined && { model }), operation: 'create', body: members, query: readQuery(query) };
}

function findReferences({ body, job_id: id, operation, query }: Readonly<FineTuningRequest>): ObjectReference[] {
  // The ids behind which lists of events and checkpoints continue are those of events and checkpoints.
  const references = referTo(
    'fine_tuning_job',
    'fine_tuning_job_id',
    id,
    operation === 'list' ? query?.after : undefined,
  );
  for (const param of ['training_file', 'validation_file']) {
    const file = body?.[param];
    if (typeof file === 'string') references.push({ kind: 'file', id: file, param });
  }
  return references;
}
