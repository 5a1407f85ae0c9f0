import type { z } from 'zod';
import { checkBudgetRule } from '../checks/check-budget-rules.js';
import { checkEntityPatterns, checkGuardrail, type SlowCheck } from '../checks/check-patterns.js';
import { checkPrompt } from '../checks/check-prompts.js';
import { checkProviderEntry } from '../checks/check-provider-entries.js';
import { checkQueue, checkQueuesOfTargets } from '../checks/check-queues.js';
import { checkWeights } from '../checks/check-routing.js';
import { checkTenantExport } from '../checks/check-tenant-export.js';
import { ConfigNode, type CrossCheck } from '../checks/config-node.js';
import { type ConfigPath, formatPath } from '../config-path.js';
import { describeIssue } from '../describe-issue.js';
import { fitToSchema } from '../file/fit-to-schema.js';
import { inSlices, type Steps } from '../file/in-slices.js';
import { budgetRuleSchema } from '../schema/budgets.js';
import { cachePolicySchema } from '../schema/cache.js';
import { exportSinkSchema } from '../schema/exports.js';
import type {
  BudgetRuleEntry,
  CachePolicyEntry,
  ExportSinkEntry,
  GuardrailEntry,
  McpServerEntry,
  ModelEntry,
  PiiPolicy,
  PromptEntry,
  ProviderEntry,
  RoutingConfigEntry,
  TagPolicyEntry,
  VirtualModelEntry,
} from '../schema/gateway-config.js';
import { guardrailSchema } from '../schema/guardrails.js';
import { mcpServerSchema } from '../schema/mcp.js';
import { modelSchema } from '../schema/models.js';
import { piiSchema } from '../schema/pii.js';
import { promptSchema } from '../schema/prompts.js';
import { providerSchema } from '../schema/providers.js';
import { routingConfigSchema, virtualModelSchema } from '../schema/routing.js';
import { tagPolicySchema } from '../schema/tag-policies.js';

/** Problem of a field. The message follows the field's name and never holds a value. */
export interface EntryProblem {
  /** Such as `targets[0].model`. */
  readonly path: string;
  readonly message: string;
}

export type ReadEntry<Entry> =
  | { readonly entry: Entry; readonly problems?: undefined }
  | { readonly entry?: undefined; readonly problems: readonly [EntryProblem, ...EntryProblem[]] };

/**
 * A provider that people registered, by the rules that hold for one of gateway.yaml: the same fields, defaults, and rules
 * of what goes together. Variables are not resolved: `${…}` is text here.
 */
export function parseProviderEntry(fields: Readonly<Record<string, unknown>>): ReadEntry<ProviderEntry> {
  return readEntry(providerSchema, fields, all(checkProviderEntry, checkQueue));
}

/** The same for a model; what its `provider` names is not looked at. */
export function parseModelEntry(fields: Readonly<Record<string, unknown>>): ReadEntry<ModelEntry> {
  return readEntry(modelSchema, fields, checkQueue);
}

/** The same for a virtual model; what its targets name is not looked at. */
export function parseVirtualModelEntry(fields: Readonly<Record<string, unknown>>): ReadEntry<VirtualModelEntry> {
  return readEntry(virtualModelSchema, fields, all(checkWeights, checkQueuesOfTargets));
}

/** The same for a cache policy; what its `models` and `teams` name is not looked at. */
export function parseCachePolicyEntry(fields: Readonly<Record<string, unknown>>): ReadEntry<CachePolicyEntry> {
  return readEntry(cachePolicySchema, fields, () => undefined);
}

/** The same for a budget rule; what its `value` and `downgrade_to` name is not looked at. */
export function parseBudgetRuleEntry(fields: Readonly<Record<string, unknown>>): ReadEntry<BudgetRuleEntry> {
  return readEntry(budgetRuleSchema, fields, checkBudgetRule);
}

/** The same for a tag policy; what its assignments name is not looked at. */
export function parseTagPolicyEntry(fields: Readonly<Record<string, unknown>>): ReadEntry<TagPolicyEntry> {
  return readEntry(tagPolicySchema, fields, () => undefined);
}

/** The same for a prompt; what its versions name as their model is not looked at. */
export function parsePromptEntry(fields: Readonly<Record<string, unknown>>): ReadEntry<PromptEntry> {
  return readEntry(promptSchema, fields, checkPrompt);
}

/** The same for a routing config; what its targets and guardrails name is not looked at. */
export function parseRoutingConfigEntry(fields: Readonly<Record<string, unknown>>): ReadEntry<RoutingConfigEntry> {
  return readEntry(routingConfigSchema, fields, all(checkWeights, checkQueuesOfTargets));
}

/** The same for an MCP server; what its `access` names is not looked at. */
export function parseMcpServerEntry(fields: Readonly<Record<string, unknown>>): ReadEntry<McpServerEntry> {
  return readEntry(mcpServerSchema, fields, () => undefined);
}

/** The same for a sink of exports that an organization or a workspace has: within its tighter bounds, and never a file. */
export function parseTenantExport(fields: Readonly<Record<string, unknown>>): ReadEntry<ExportSinkEntry> {
  return readEntry(exportSinkSchema, fields, checkTenantExport);
}

/** The same for a guardrail; what its `models` and `teams` name is not looked at. */
export function parseGuardrailEntry(fields: Readonly<Record<string, unknown>>): ReadEntry<GuardrailEntry> {
  return readEntry(guardrailSchema, fields, () => undefined);
}

/** The same for one that is created or changed: its patterns are measured and its schema is compiled too, in short slices of time. */
export function parseNewGuardrailEntry(fields: Readonly<Record<string, unknown>>): Promise<ReadEntry<GuardrailEntry>> {
  return inSlices(measureEntry(parseGuardrailEntry(fields), checkGuardrail));
}

/** The same for a policy of personal data, which has no name in the file. */
export function parsePiiPolicy(fields: Readonly<Record<string, unknown>>): ReadEntry<PiiPolicy> {
  return readEntry(piiSchema, fields, () => undefined);
}

/** The same for one that is created or changed: the patterns of its custom entities are measured too, in short slices of time. */
export function parseNewPiiPolicy(fields: Readonly<Record<string, unknown>>): Promise<ReadEntry<PiiPolicy>> {
  return inSlices(measureEntry(parsePiiPolicy(fields), checkEntityPatterns));
}

/** An unusable entry is not measured: its patterns may be too large. */
function* measureEntry<Entry>(read: ReadEntry<Entry>, check: SlowCheck): Steps<ReadEntry<Entry>> {
  if (read.problems) return read;
  yield;
  const problems: EntryProblem[] = [];
  yield* check(new ConfigNode(read.entry), (path, message) => {
    problems.push({ path: formatPath(path), message });
  });
  const [first, ...others] = problems;
  return first === undefined ? read : { problems: [first, ...others] };
}

const all =
  (...checks: readonly CrossCheck[]): CrossCheck =>
  (node, report) => {
    for (const check of checks) check(node, report);
  };

function readEntry<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
  check: CrossCheck,
): ReadEntry<z.output<Schema>> {
  const problems: EntryProblem[] = [];
  const report = (path: ConfigPath, message: string): void => {
    problems.push({ path: formatPath(path), message });
  };
  const fitted = fitToSchema(schema, fields, [], report);
  const parsed = schema.safeParse(fitted, { error: describeIssue, jitless: true });
  for (const { path, message } of parsed.error?.issues ?? []) {
    report(
      path.map((part) => (typeof part === 'number' ? part : String(part))),
      message,
    );
  }
  check(new ConfigNode(fitted), report);
  const [first, ...others] = problems;
  if (first !== undefined) return { problems: [first, ...others] };
  if (!parsed.success) throw new Error('an entry that does not fit has no problem');
  return { entry: parsed.data };
}
