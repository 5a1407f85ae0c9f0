import type { ObjectOwner } from '@multilane/persistence';
import { ProviderFailure } from '@multilane/providers';
import { accountOf } from '../../database/provider-objects.js';
import { runExchange } from '../../model-calls/run-exchange.js';
import type { Admission } from '../../recording/request-parts.js';
import { resolveName } from '../../snapshot/access/find-model.js';
import type { WorkerServices } from '../worker-services.js';

/**
 * The bytes of a file that its owner stores at a provider, as they come. Undefined where the owner has none such, or the provider no
 * more. Rejects with the failure of the provider.
 */
export async function readProviderFile(
  owner: ObjectOwner,
  id: string,
  { caller, snapshot }: Admission,
  services: WorkerServices,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const name = await services.database?.objects.findModel(owner, 'file', id);
  const model = name === undefined ? undefined : resolveName(snapshot, caller, name, 'catalog');
  if (name === undefined || model === undefined || model.route !== undefined) return undefined;
  const codec = model.target.adapter?.exchanges?.files;
  if (codec === undefined) return undefined;
  const owned = services.database?.objects.of(owner, accountOf(model.target), name);
  try {
    return await runExchange(model, services, async (exchange) => {
      const { body } = await codec.serve({ operation: 'content', file_id: id, owned }, exchange);
      if (typeof body === 'string') return asChunks(Buffer.from(body));
      return body instanceof Uint8Array ? asChunks(body) : body;
    });
  } catch (error) {
    if (error instanceof ProviderFailure && error.status === 404) return undefined;
    throw error;
  }
}

async function* asChunks(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
