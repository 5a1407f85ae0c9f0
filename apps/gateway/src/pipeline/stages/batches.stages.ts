import { GatewayError } from '@multilane/errors';
import { missingObject } from '@multilane/providers';
import { ownerOf } from '../../database/provider-objects.js';
import { isStoredFileId } from '../../database/stored-file-id.js';
import type { BatchesRequest } from '../../endpoints/batches/batches.endpoint.js';
import { decodeFacts } from '../../model-calls/call-target.js';
import type { NewBatchRequest } from '../../services/background-jobs.js';
import type { RequestContext } from '../request-context.js';
import { admitRequests } from './limits.stages.js';
import { answerOwn } from './stored-files.stages.js';

/** Batches are stored where they wait. */
export function requireBatches({ services }: RequestContext): void {
  const { problem } = services.background.batches;
  if (problem !== undefined) throw new GatewayError('batches_unavailable', { message: problem });
}

/** Answers from what is stored; a batch that is made is worked on later. */
export async function serveBatches(context: RequestContext): Promise<void> {
  answerOwn(context, await work(context));
}

async function work(context: RequestContext): Promise<object> {
  const { asked, services } = context;
  const { batches } = services.background;
  const owner = ownerOf(asked.snapshot, asked.caller);
  const request = asked.validated as BatchesRequest;
  switch (request.operation) {
    case 'create': {
      const made = request.batch;
      if (made === undefined) throw new Error('a batch that is made has members');
      await checkInput(context, made);
      await admitRequests(context);
      const { caller, headers, incoming, snapshot } = asked;
      const tagHeaders = snapshot.tags?.find(snapshot, caller)?.headerNames ?? [];
      return batches.accept(owner, { caller, headers, clientAddress: incoming.clientAddress, asked: made, tagHeaders });
    }
    case 'list':
      return batches.list(owner, { after: request.after, limit: request.limit ?? 0 });
    case 'retrieve':
      return (await batches.find(owner, request.batch_id ?? '')) ?? refuse();
    case 'cancel':
      return (await batches.cancel(owner, request.batch_id ?? '')) ?? refuse();
  }
}

/** The input file has to be the caller's own, wherever it is stored. */
async function checkInput({ asked, services }: RequestContext, { input_file_id: id }: NewBatchRequest): Promise<void> {
  const owner = ownerOf(asked.snapshot, asked.caller);
  if (!isStoredFileId(id)) {
    if ((await services.database?.objects.findModel(owner, 'file', id)) === undefined)
      throw missingObject('input_file_id');
    return;
  }
  const file = await services.storedFiles?.find(owner, id);
  if (file === undefined) throw missingObject('input_file_id');
  if (file.purpose === 'batch') return;
  throw new GatewayError('invalid_value', {
    param: 'input_file_id',
    message: 'The input file of a batch must have the purpose `batch`.',
  });
}

function refuse(): never {
  throw new GatewayError('not_found', { param: 'batch_id', message: 'The batch does not exist.' });
}

/** Has the request answered with what its provider's own batch brought. */
export function takeSettledAnswer({ asked, planned, tried }: RequestContext): void {
  const { settlement } = asked.job ?? {};
  if (settlement === undefined) throw new Error('the request was not answered elsewhere');
  const { body, status } = settlement.answer;
  tried.attempts = 1;
  if (status < 200 || status >= 300) throw planned.serving.adapter.mapError(status, JSON.stringify(body), {});
  tried.answerBegan = true;
  tried.decoded = planned.serving.codec.decode([body], decodeFacts(tried));
}
