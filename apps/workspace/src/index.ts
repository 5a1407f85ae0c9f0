export { createWorkspace, type RunningWorkspace, startWorkspace, type Workspace } from './bootstrap.js';
export type { WorkspaceSource } from './workspace-source.js';
