export {
  ALERT_RULE_KINDS,
  type AlertRuleKind,
  type AlertSettings,
  findPlaceProblem,
  readAlertSettings,
} from './alert-settings.js';
export { BILLED, type Billed, withBilled } from './billed.js';
export {
  CHECKER_SERVICES,
  CHECKER_SETTINGS,
  type CheckerServiceName,
  type CheckerSetting,
} from './checker-services.js';
export * from './customer.js';
export * from './endpoints.js';
export * from './error-envelope.js';
export { estimateClassCost, estimatePatternSize } from './estimate-pattern-size.js';
export { showExportConfig } from './export-config.js';
export {
  EXPORT_FIELDS,
  EXPORT_SCHEMA_VERSION,
  type ExportField,
  type ExportFieldType,
  generateExportSchema,
} from './export-fields.js';
export * from './json/bounded-json.js';
export * from './json/growing-json.js';
export * from './json/json-values.js';
export { longestMatch } from './json/longest-match.js';
export * from './json/outline.js';
export * from './json/parse-json-text.js';
export * from './json/raw-integer.js';
export * from './problems.js';
export * from './prompts.js';
export * from './provider-kinds.js';
export { isMisleading, toShownName } from './shown-text.js';
export * from './tags.js';
export { toTextTable } from './text-table.js';
export { isTimeZoneName } from './time-zone.js';
export * from './vocabulary.js';
export * from './wire/chat.js';
export * from './wire/completions.js';
export * from './wire/decision.js';
export * from './wire/embeddings.js';
export * from './wire/media.js';
export * from './wire/messages.js';
export * from './wire/model-types.js';
export * from './wire/models.js';
export * from './wire/moderations.js';
export * from './wire/rerank.js';
export * from './wire/responses.js';
