export { createWorkspace, type RunningWorkspace, startWorkspace, type Workspace } from './bootstrap.js';
export { consoleSetupAddress } from './ui/console-setup-address.js';
export type { WorkspaceSource } from './workspace-source.js';
