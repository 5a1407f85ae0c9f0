import type { ExchangeAnswer, ExchangeCodec, FineTuningRequest, ProviderExchange } from '../../exchange.js';
import { type ListedObject, listOwn, readPage } from '../../shared/objects/list-own.js';
import { answerJson, readObject, recordFound, recordMade } from '../../shared/objects/record-made.js';
import { refuseMissing } from '../../shared/objects/refuse-missing.js';
import { fetchObject, type PlacePath, writeQuery } from './fetch-object.js';

const JOBS = '/fine_tuning/jobs';
const PAGE_LIMIT = 100;
const DEFAULT_LIMIT = 20;

/** Fine-tuning jobs of the reference (platform.openai.com/docs/api-reference/fine-tuning). */
export function createFineTuningCodec(place: PlacePath): ExchangeCodec<FineTuningRequest> {
  return {
    async serve(request, exchange) {
      switch (request.operation) {
        case 'create':
          return createJob(request, exchange, place);
        case 'list':
          return answerJson(await listJobs(request, exchange, place));
        default:
          return askOfJob(request, exchange, place);
      }
    },
  };
}

async function createJob(
  { body, owned }: Readonly<FineTuningRequest>,
  exchange: ProviderExchange,
  place: PlacePath,
): Promise<ExchangeAnswer> {
  const { target } = exchange;
  const answer = await exchange.send({
    path: place(target, JOBS),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, model: target.upstreamModel }),
  });
  const job = readObject(await answer.json());
  await recordMade(exchange, owned, 'fine_tuning_job', job.id, (id) => ({
    path: place(target, `${JOBS}/${encodeURIComponent(id)}/cancel`),
  }));
  return answerJson(job);
}

async function askOfJob(
  { job_id: id = '', operation, owned, query = {} }: Readonly<FineTuningRequest>,
  exchange: ProviderExchange,
  place: PlacePath,
): Promise<ExchangeAnswer> {
  const isRead = operation === 'retrieve' || operation === 'events' || operation === 'checkpoints';
  const below = operation === 'retrieve' ? '' : `/${operation}`;
  const path = place(exchange.target, `${JOBS}/${encodeURIComponent(id)}${below}${writeQuery(query)}`);
  try {
    const answer = await exchange.send({ method: isRead ? 'GET' : 'POST', path });
    const body = readObject(await answer.json());
    await recordResults(owned, body);
    return answerJson(body);
  } catch (failure) {
    throw refuseMissing(failure, 'fine_tuning_job_id');
  }
}

async function listJobs(
  { owned, query = {} }: Readonly<FineTuningRequest>,
  exchange: ProviderExchange,
  place: PlacePath,
) {
  const { target } = exchange;
  const list = await listOwn({
    kind: 'fine_tuning_job',
    owned,
    query,
    defaultLimit: DEFAULT_LIMIT,
    pageLimit: PAGE_LIMIT,
    fetchPage: async (after, limit) => {
      const asked = { ...query, after, limit: limit === undefined ? query.limit : String(limit) };
      const path = place(target, `${JOBS}${writeQuery(asked)}`);
      return readPage(await (await exchange.send({ method: 'GET', path })).json());
    },
    fetchOne: async (id) => {
      const job = await fetchObject(exchange, place(target, `${JOBS}/${encodeURIComponent(id)}`));
      return job !== undefined && matchesMetadata(job, query) ? job : undefined;
    },
  });
  if (owned !== undefined) for (const job of list.data) await recordResults(owned, job);
  return list;
}

/** `metadata[key]=value`, as the provider filters its list by. */
function matchesMetadata(job: ListedObject, query: Readonly<Record<string, string>>): boolean {
  const metadata = (job.metadata ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(query).every(([name, value]) => {
    const [, key] = /^metadata\[(.+)\]$/.exec(name) ?? [];
    return key === undefined || (Object.hasOwn(metadata, key) && metadata[key] === value);
  });
}

function recordResults(owned: FineTuningRequest['owned'], job: Readonly<Record<string, unknown>>): Promise<void> {
  return recordFound(owned, Array.isArray(job.result_files) ? job.result_files : []);
}
