import { ClientGone } from '@multilane/http';
import { joinAddress, type SocketRequest, type UpstreamDraft } from '@multilane/providers';
import { applyCredential } from '../upstream/credentials/credential-source.js';
import type { Abortable } from '../upstream/upstream-sink.js';
import type { ModelCall } from './model-call.js';

/** Opens the socket that a request asks for; resolves when the provider has upgraded. */
export async function openProviderSocket(call: ModelCall): Promise<void> {
  const { adapter, request, socket: codec, target } = call.plan;
  const { sockets } = target.transport;
  const { realtime } = call.services;
  if (codec === undefined || sockets === undefined || realtime === undefined) throw new Error('the plan has no socket');
  if (call.cancelled) throw new ClientGone();
  const attempt = new Attempt();
  call.abortable = attempt;
  call.attempts += 1;
  const startedAt = performance.now();
  const credential = await target.credentials.current();
  call.credentials.push(credential);
  try {
    const { headers, path, protocols } = codec.open(request as SocketRequest, target.provider);
    const draft: UpstreamDraft = {
      address: joinAddress(target.provider.baseUrl, path),
      method: 'GET',
      headers: { ...target.provider.headers, ...headers },
      body: undefined,
    };
    const ready = await applyCredential(adapter, draft, credential, Date.now());
    const limits = { openMs: target.timeouts.first_byte_ms, frameBytes: realtime.max_frame_mb * 1024 * 1024 };
    call.providerSocket = await sockets.open(ready, protocols, limits, adapter.mapError, attempt.signal);
  } catch (error) {
    call.attemptEnded(error as Error, performance.now() - startedAt, credential);
    throw error;
  }
  call.attemptEnded(undefined, performance.now() - startedAt, credential);
  if (!call.cancelled) return;
  call.providerSocket.terminate();
  throw new ClientGone();
}

/** An opening that may be given up. */
class Attempt implements Abortable {
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(reason: Error): void {
    this.controller.abort(reason);
  }
}
