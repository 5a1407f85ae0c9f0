import type { BatchCodec } from '../../batch.js';
import type { ProviderCall, ProviderExchange } from '../../exchange.js';
import { ProviderFailure } from '../../provider-failure.js';

/** Asks the provider to cancel. One that has ended is rejected by some of them: then there was nothing to do. */
export async function cancelRunning(
  codec: Pick<BatchCodec, 'read'>,
  id: string,
  call: ProviderCall,
  exchange: ProviderExchange,
): Promise<void> {
  try {
    await (await exchange.send(call)).bytes();
  } catch (failure) {
    if (!(failure instanceof ProviderFailure) || failure.code !== 'provider_rejected_request') throw failure;
    const { status } = await codec.read(id, exchange);
    if (status === 'running') throw failure;
  }
}
