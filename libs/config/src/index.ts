export { ConfigError, type ConfigProblem } from './config-error.js';
export { describeSetting } from './describe-setting.js';
export { findProvider } from './entries/find-provider.js';
export {
  type EntryProblem,
  parseBudgetRuleEntry,
  parseCachePolicyEntry,
  parseGuardrailEntry,
  parseMcpServerEntry,
  parseModelEntry,
  parseNewGuardrailEntry,
  parseNewPiiPolicy,
  parsePiiPolicy,
  parsePromptEntry,
  parseProviderEntry,
  parseRoutingConfigEntry,
  parseTagPolicyEntry,
  parseTenantExport,
  parseVirtualModelEntry,
  type ReadEntry,
} from './entries/read-entries.js';
export { readModelFacts } from './entries/read-model-facts.js';
export { emptyProviderEntry, type ReadProvider, readProviderEntry } from './entries/read-provider-entry.js';
export {
  ENVIRONMENT_VARIABLES,
  type Environment,
  type EnvironmentVariable,
  readEnvironment,
  resolveConfigPath,
} from './environment.js';
export { atOnce, inSlices, type Steps } from './file/in-slices.js';
export { type ConfigText, type LoadedConfig, loadConfigFile } from './file/load-config-file.js';
export { type WatchOptions, watchConfigFile } from './file/watch-config-file.js';
export { generateConfigurationDocs } from './generate-configuration-docs.js';
export { type ParseOptions, parseConfig } from './parse-config.js';
export { readSemanticSettings, type SemanticSettings } from './schema/cache.js';
export type * from './schema/gateway-config.js';
export { GUARDRAIL_KINDS } from './schema/guardrails.js';
export { declaredMcpServerKey, MCP_SERVER_NAME } from './schema/mcp.js';
export type { ModelFactsRow } from './schema/model-facts.js';
export { PII_ENTITIES } from './schema/pii.js';
export { PROMPT_VARIABLE_TYPES } from './schema/prompts.js';
export { PROVIDER_SECRETS } from './schema/providers.js';
export { LOG_LEVELS } from './schema/telemetry.js';
export { type EditedSettings, followEdit, type SettingsAtStart } from './settings-at-start.js';
