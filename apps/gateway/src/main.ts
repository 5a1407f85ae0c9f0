import { handOverToNewerNode } from './hand-over-to-newer-node.js';

// Nothing of the gateway is loaded before its runtime is known to be new enough: an older one could not even read it.
if (!handOverToNewerNode()) {
  const { runGateway } = await import('./run-gateway.js');
  await runGateway();
}
