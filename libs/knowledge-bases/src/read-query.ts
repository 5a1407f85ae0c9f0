import { isRecord } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

const QUERY_MODES = ['hybrid', 'vector', 'lexical'] as const;

/** A question to knowledge bases (docs/contract/knowledge.md#queries). */
export interface KnowledgeQuery {
  readonly query: string;
  readonly top_k: number;
  readonly mode: (typeof QUERY_MODES)[number];
  /** Checked by whoever searches. */
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  readonly rerank?: { readonly model: string } | undefined;
  readonly explain: boolean;
}

const LONGEST_QUERY = 8_000;
const LONGEST_MODEL = 512;
const MOST_RESULTS = 100;
const DEFAULT_RESULTS = 5;
const MEMBERS = new Set(['query', 'top_k', 'mode', 'filter', 'rerank', 'explain']);

/** The question in a body. Null is as good as absent. @throws GatewayError 400 that names the field at fault */
export function readKnowledgeQuery(body: unknown): KnowledgeQuery {
  const members = refuseUnknown(body, MEMBERS, '');
  const query = members.query;
  if (typeof query !== 'string' || query.trim() === '' || query.length > LONGEST_QUERY) {
    throw refuse('query', `must be a text of 1 to ${LONGEST_QUERY} characters that is not blank`);
  }
  const topK = members.top_k ?? DEFAULT_RESULTS;
  if (!Number.isInteger(topK) || (topK as number) < 1 || (topK as number) > MOST_RESULTS) {
    throw refuse('top_k', `must be an integer from 1 to ${MOST_RESULTS}`);
  }
  const mode = members.mode ?? 'hybrid';
  if (!QUERY_MODES.includes(mode as never)) throw refuse('mode', `must be one of ${QUERY_MODES.join(', ')}`);
  const explain = members.explain ?? false;
  if (typeof explain !== 'boolean') throw refuse('explain', 'must be true or false');
  const filter = members.filter ?? undefined;
  if (filter !== undefined && !isRecord(filter)) throw refuse('filter', 'must be an object');
  const rerank = members.rerank ?? undefined;
  return {
    query,
    top_k: topK as number,
    mode: mode as KnowledgeQuery['mode'],
    explain,
    ...(filter !== undefined && { filter }),
    ...(rerank !== undefined && { rerank: readRerank(rerank) }),
  };
}

function readRerank(value: unknown): { model: string } {
  const { model } = refuseUnknown(value, new Set(['model']), 'rerank');
  if (typeof model === 'string' && model.trim() !== '' && model.length <= LONGEST_MODEL) return { model };
  throw refuse('rerank.model', `must be the name of a rerank model`);
}

function refuseUnknown(value: unknown, known: ReadonlySet<string>, path: string): Record<string, unknown> {
  if (!isRecord(value)) {
    if (path !== '') throw refuse(path, 'must be an object');
    throw new GatewayError('invalid_value', { message: 'The body must be a JSON object.' });
  }
  const unknown = Object.keys(value).find((name) => !known.has(name));
  if (unknown === undefined) return value;
  throw refuse(path === '' ? unknown.slice(0, 100) : `${path}.${unknown.slice(0, 100)}`, 'is not a known field');
}

function refuse(param: string, words: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${words}.` });
}
