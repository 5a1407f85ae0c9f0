import { handOverToNewerNode, useCompileCache } from '@multilane/process';

// Nothing of the service is loaded before its runtime is known to be new enough: an older one could not even read it.
if (!handOverToNewerNode('workspace')) {
  useCompileCache(import.meta.url);
  const { runWorkspace } = await import('./run-workspace.js');
  await runWorkspace();
}
