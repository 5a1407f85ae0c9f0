export { ConfigError, type ConfigProblem } from './config-error.js';
export { describeSetting } from './describe-setting.js';
export {
  ENVIRONMENT_VARIABLES,
  type Environment,
  type EnvironmentVariable,
  readEnvironment,
  resolveConfigPath,
} from './environment.js';
export { findProvider } from './find-provider.js';
export { generateConfigurationDocs } from './generate-configuration-docs.js';
export { atOnce, inSlices, type Steps } from './in-slices.js';
export { type ConfigText, type LoadedConfig, loadConfigFile } from './load-config-file.js';
export { type ParseOptions, parseConfig } from './parse-config.js';
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
  parseProviderEntry,
  parseRoutingConfigEntry,
  parseTagPolicyEntry,
  parseVirtualModelEntry,
  type ReadEntry,
} from './read-entries.js';
export { readModelFacts } from './read-model-facts.js';
export { emptyProviderEntry, type ReadProvider, readProviderEntry } from './read-provider-entry.js';
export type * from './schema/gateway-config.js';
export { GUARDRAIL_KINDS } from './schema/guardrails.js';
export { declaredMcpServerKey, MCP_SERVER_NAME } from './schema/mcp.js';
export type { ModelFactsRow } from './schema/model-facts.js';
export { PII_ENTITIES } from './schema/pii.js';
export { PROVIDER_SECRETS } from './schema/providers.js';
export { LOG_LEVELS } from './schema/telemetry.js';
export { type EditedSettings, followEdit, type SettingsAtStart } from './settings-at-start.js';
export { type WatchOptions, watchConfigFile } from './watch-config-file.js';
