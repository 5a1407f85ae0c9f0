import type { UploadForm } from '@multilane/contracts';
import type { FilesRequest } from '@multilane/providers';
import { NON_EMPTY_STRING, objectOf } from '@multilane/validation';
import { isStoredFileId } from '../../database/stored-file-id.js';
import type { EndpointDescriptor, EndpointDocs, EndpointRoute, ObjectReference } from '../descriptor.js';
import { exchangeFormat } from '../exchange-format.js';
import { LIST_QUERY, MODEL_QUERY, readModelName, readQuery, referTo, STORED_MODEL_TYPES } from '../stored-objects.js';

type Operation = FilesRequest['operation'];

/** The form of an upload; other parts go to the provider as they came. */
const UPLOAD = objectOf(
  'a form',
  {
    file: { type: 'string', format: 'binary', description: 'a file' },
    purpose: { ...NON_EMPTY_STRING, description: 'a purpose that the provider knows' },
  },
  ['file', 'purpose'],
);

const UPLOADS = [['/v1/uploads', 'with the whole file in one request']] as const;

const FORMAT = exchangeFormat('files', 'files', 'nothing');

/** The five endpoints of files (docs/contract/files.md). */
export const FILES: readonly EndpointDescriptor<FilesRequest>[] = [
  describeFiles('create', { method: 'POST', path: '/v1/files' }, 'Uploads a file to a provider.', 'The file.'),
  describeFiles('list', { method: 'GET', path: '/v1/files' }, 'Lists the files of the caller.', 'The files.'),
  describeFiles('retrieve', { method: 'GET', path: '/v1/files/{file_id}' }, 'Describes a file.', 'The file.'),
  describeFiles('content', { method: 'GET', path: '/v1/files/{file_id}/content' }, 'Downloads a file.', 'Its bytes.'),
  describeFiles('delete', { method: 'DELETE', path: '/v1/files/{file_id}' }, 'Deletes a file.', 'What was deleted.'),
];

function describeFiles(
  operation: Operation,
  route: EndpointRoute,
  summary: EndpointDocs['summary'],
  answer: EndpointDocs['answer'],
): EndpointDescriptor<FilesRequest> {
  return {
    name: 'files',
    route,
    recordedAs: route.method === 'GET' ? 'read' : 'write',
    body: operation === 'create' ? 'multipart' : 'none',
    answers: [operation === 'content' ? 'bytes' : 'json'],
    docs:
      operation === 'create'
        ? { summary, answer, schema: UPLOAD, replaces: UPLOADS }
        : { summary, answer, schema: undefined },
    format: undefined,
    exchange: FORMAT,
    isStored: true,
    isFiles: true,
    modelTypes: STORED_MODEL_TYPES,
    source: 'catalog',
    query: operation === 'list' ? { ...LIST_QUERY, purpose: 'Only files of this purpose.' } : MODEL_QUERY,
    validate: (body, params, query, headers) => {
      const model = readModelName(query, headers);
      return {
        ...(model !== undefined && { model }),
        operation,
        // The form was read, because the descriptor says `multipart`.
        ...(operation === 'create' && { form: body as UploadForm }),
        ...(params?.file_id !== undefined && { file_id: params.file_id }),
        query: readQuery(query),
      };
    },
    findReferences,
  };
}

function findReferences({ file_id: id, operation, query }: Readonly<FilesRequest>): ObjectReference[] {
  const after = operation === 'list' ? query?.after : undefined;
  // Lists begin with files that the gateway stores itself, whose owners it knows.
  return referTo('file', 'file_id', id, after !== undefined && isStoredFileId(after) ? undefined : after);
}
