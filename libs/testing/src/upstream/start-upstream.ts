import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeUpstream } from './fake-upstream.js';
import type { Wire } from './wires/wire.js';
import { wireFor } from './wires/wire-for.js';

export interface UpstreamOptions {
  /** The wire format to speak; by default the one whose address each request names, so that one upstream serves all. */
  wire?: Wire;
  /** The wire of each path, instead of one for all. */
  wireFor?: (path: string) => Wire;
  /**
   * True if a request that breaks the wire format is rejected, so that a wrong encoding cannot pass. True by default.
   */
  strict?: boolean;
}

/** Starts a provider on a free port of 127.0.0.1. Close it when the test is over. */
export async function startUpstream(options: UpstreamOptions = {}): Promise<FakeUpstream> {
  // An idle connection outlives any test: one that closes under a caller's next request would make tests fail by chance.
  const server = createServer({ keepAliveTimeout: 120_000 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { wire, strict = true } = options;
  const chooseWire = options.wireFor ?? (wire ? () => wire : wireFor);
  return new FakeUpstream(server, port, chooseWire, strict);
}
