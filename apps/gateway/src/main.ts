import { handOverToNewerNode, keepTickShape, runWithFlags, SERVICE_FLAGS, useCompileCache } from '@multilane/process';

// Nothing of the gateway is loaded before its runtime is known to be new enough: an older one could not even read it.
if (!handOverToNewerNode('gateway')) {
  runWithFlags(SERVICE_FLAGS);
  useCompileCache(import.meta.url);
  keepTickShape();
  const { runGateway } = await import('./run-gateway.js');
  await runGateway();
}
