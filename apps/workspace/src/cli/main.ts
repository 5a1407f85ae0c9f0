import { handOverToNewerNode } from '@multilane/process';

// Nothing else is loaded before the runtime is known to be new enough: an older one could not even read it.
if (!handOverToNewerNode('workspace:cli')) {
  const { runCli } = await import('./run-cli.js');
  await runCli();
}
