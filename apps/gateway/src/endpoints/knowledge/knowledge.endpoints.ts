import { MODEL_TYPES } from '@multilane/contracts';
import { objectOf, type RequestSchema } from '@multilane/validation';
import type { KnowledgeOperation, KnowledgeRequest } from '../../services/knowledge-api.js';
import type { EndpointDescriptor, EndpointRoute } from '../descriptor.js';

const KB = '/v1/kb';
const ONE_KB = `${KB}/{id}`;
const DOCUMENTS = `${ONE_KB}/documents`;
const ONE_DOCUMENT = `${DOCUMENTS}/{document_id}`;
const DOCSETS = '/v1/docsets';
const ONE_DOCSET = `${DOCSETS}/{id}`;

const text = (description: string) => ({ type: 'string', description });
const ids = (description: string) => ({ type: 'array', items: { type: 'string' }, description });

const BASE = {
  name: text('a text of 1 to 200 characters'),
  embedding_model: text('`builtin`, or an embedding model of the catalog'),
};
const DOCSET = {
  name: BASE.name,
  description: { type: ['string', 'null'], description: 'a text of at most 2,000 characters, or null' },
  kb_ids: ids('a list of ids of knowledge bases of the workspace'),
  team_ids: ids('a list of ids of teams; empty: everyone in the workspace'),
};
const QUESTION = objectOf(
  'a JSON object',
  {
    query: text('a text of 1 to 8,000 characters'),
    top_k: { type: ['integer', 'null'], description: 'an integer from 1 to 100' },
    mode: { type: ['string', 'null'], description: 'hybrid, vector or lexical' },
    filter: { type: ['object', 'null'], description: 'a condition on the metadata of chunks' },
    rerank: { type: ['object', 'null'], description: 'an object with the member `model`' },
    explain: { type: ['boolean', 'null'], description: 'true or false' },
  },
  ['query'],
);
const ANSWER = objectOf(
  'a JSON object',
  {
    model: text('the name of a chat model'),
    question: text('a text, unless there are `messages`'),
    messages: { type: 'array', items: { type: 'object' }, description: 'a conversation' },
    top_k: { type: ['integer', 'null'], description: 'an integer from 1 to 100' },
    stream: { type: ['boolean', 'null'], description: 'true or false' },
  },
  ['model'],
);
const UPLOAD = objectOf(
  'a form',
  {
    file: { type: 'string', format: 'binary', description: 'a file' },
    source_id: text('a text of 1 to 2,048 characters'),
    metadata: text('a JSON object'),
  },
  ['file'],
);

const PAGE = {
  limit: 'How many are listed at most: 1 to 200. Default: 50.',
  cursor: '`next_cursor` of the page before.',
};
const FILTERS = { status: 'Only documents of this status.', source_id: 'Only documents from this source.' };

/** Operations that are questions: the others manage stored data. */
const ASKS = /\.(?:query|answer)$/;

const VECTOR_STORES = [['/v1/vector_stores', 'and /v1/docsets']] as const;

/** The endpoints of knowledge bases and document sets (docs/contract/knowledge.md#knowledge-bases). */
export const KNOWLEDGE: readonly EndpointDescriptor<KnowledgeRequest>[] = [
  describe(
    'kb.create',
    'POST',
    KB,
    'Creates a knowledge base.',
    'The knowledge base.',
    objectOf('a JSON object', BASE, ['name']),
  ),
  describe('kb.list', 'GET', KB, 'Lists knowledge bases.', 'A page of knowledge bases.'),
  describe('kb.find', 'GET', ONE_KB, 'Describes a knowledge base.', 'The knowledge base.'),
  describe(
    'kb.update',
    'PATCH',
    ONE_KB,
    'Changes a knowledge base.',
    'The knowledge base.',
    objectOf('a JSON object', BASE, []),
  ),
  describe('kb.remove', 'DELETE', ONE_KB, 'Deletes a knowledge base with its documents.', 'What was deleted.'),
  describe('kb.query', 'POST', `${ONE_KB}/query`, 'Searches a knowledge base.', 'The chunks that fit best.', QUESTION),
  describe(
    'kb.answer',
    'POST',
    `${ONE_KB}/answer`,
    'Answers a question from a knowledge base.',
    'A chat completion with citations, or a stream.',
    ANSWER,
  ),
  describe('documents.upload', 'POST', DOCUMENTS, 'Uploads a document.', 'The document.', UPLOAD),
  describe('documents.list', 'GET', DOCUMENTS, 'Lists documents.', 'A page of documents.'),
  describe('documents.find', 'GET', ONE_DOCUMENT, 'Describes a document.', 'The document.'),
  describe('documents.remove', 'DELETE', ONE_DOCUMENT, 'Deletes a document.', 'What was deleted.'),
  describe('documents.content', 'GET', `${ONE_DOCUMENT}/content`, 'Downloads a document.', 'Its bytes.'),
  describe(
    'documents.retry',
    'POST',
    `${ONE_DOCUMENT}/retry`,
    'Processes a document again from its file.',
    'The document.',
  ),
  describe(
    'documents.cancel',
    'POST',
    `${ONE_DOCUMENT}/cancel`,
    'Cancels the processing of a document.',
    'The document, `failed`.',
  ),
  describe(
    'docsets.create',
    'POST',
    DOCSETS,
    'Creates a document set.',
    'The document set.',
    objectOf('a JSON object', DOCSET, ['name']),
  ),
  describe('docsets.list', 'GET', DOCSETS, 'Lists document sets.', 'A page of document sets.'),
  describe('docsets.find', 'GET', ONE_DOCSET, 'Describes a document set.', 'The document set.'),
  describe(
    'docsets.update',
    'PUT',
    ONE_DOCSET,
    'Changes a document set.',
    'The document set.',
    objectOf('a JSON object', DOCSET, []),
  ),
  describe('docsets.remove', 'DELETE', ONE_DOCSET, 'Deletes a document set.', 'What was deleted.'),
  describe(
    'docsets.query',
    'POST',
    `${ONE_DOCSET}/query`,
    'Searches the knowledge bases of a set.',
    'The chunks that fit best.',
    QUESTION,
  ),
  describe(
    'docsets.answer',
    'POST',
    `${ONE_DOCSET}/answer`,
    'Answers a question from a document set.',
    'A chat completion with citations, or a stream.',
    ANSWER,
  ),
];

function describe(
  operation: KnowledgeOperation,
  method: EndpointRoute['method'],
  path: string,
  summary: string,
  answer: string,
  schema?: RequestSchema,
): EndpointDescriptor<KnowledgeRequest> {
  const isUpload = operation === 'documents.upload';
  return {
    name: operation.startsWith('docsets.') ? 'docsets' : 'kb',
    route: { method, path },
    recordedAs: ASKS.test(operation) ? 'call' : method === 'GET' ? 'read' : 'write',
    body: isUpload ? 'multipart' : schema === undefined ? 'none' : 'json',
    answers: [operation === 'documents.content' ? 'bytes' : 'json'],
    docs: { summary, answer, schema, ...(operation === 'kb.create' && { replaces: VECTOR_STORES }) },
    format: undefined,
    isKnowledge: true,
    modelTypes: MODEL_TYPES,
    source: 'catalog',
    query: {
      workspace_id: 'The workspace meant, where the credential reaches several.',
      ...(operation.endsWith('.list') && PAGE),
      ...(operation === 'documents.list' && FILTERS),
    },
    validate: (body, params, query) => ({
      operation,
      id: params?.id ?? '',
      documentId: params?.document_id ?? '',
      query,
      body,
    }),
  };
}
