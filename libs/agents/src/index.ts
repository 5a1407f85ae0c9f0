export {
  ArgumentChecker,
  type ArgumentQuestion,
  couldNotCheck,
  type RunArgumentCheck,
} from './arguments/argument-checker.js';
export { findArgumentProblem } from './arguments/find-argument-problem.js';
export { type Decision, decide, narrowCaps } from './decide.js';
export {
  AGENT_BOUNDS,
  type AgentCaps,
  type AgentDefinition,
  type AgentTool,
  type DeclaredTool,
  type HttpTool,
  KNOWLEDGE_TOOL,
  type McpTools,
  type OfferedTool,
  searchesKnowledge,
} from './definition.js';
export { nameMcpTool } from './name-mcp-tool.js';
export { readDefinition } from './read-definition.js';
export { type AskedCall, type AskedTurn, parseObject, readTurn } from './read-turn.js';
export { type RunOutput, readRunOutput } from './run-output.js';
export type { RunState, RunUsage, StopReason, ToolCallState, Turn } from './run-state.js';
export { fillRequest } from './url-template.js';
export { findParameters, writeRequest } from './write-request.js';
