import { applyEnvironment } from './apply-environment.js';
import { checkPatterns } from './checks/check-patterns.js';
import { ConfigNode } from './checks/config-node.js';
import { CROSS_CHECKS } from './checks/cross-checks.js';
import { ConfigError, type ConfigProblem } from './config-error.js';
import { type ConfigPath, formatPath } from './config-path.js';
import { describeIssue } from './describe-issue.js';
import { type Environment, readEnvironment } from './environment.js';
import { fitToSchema } from './file/fit-to-schema.js';
import { atOnce, inSlices, type Steps } from './file/in-slices.js';
import { readYaml } from './file/read-yaml.js';
import { isMapping } from './file/walk-schema.js';
import { type GatewayConfig, gatewayConfigSchema } from './schema/gateway-config.js';

export interface ParseOptions {
  /** Variables for `${…}` and those that beat the file. Default: those of the process. */
  env?: Environment;
  /** Name of the file in problems. Default: gateway.yaml. */
  sourceName?: string;
}

/**
 * Reads the text of a gateway.yaml (docs/contract/configuration.md#the-file).
 *
 * @throws ConfigError with every problem at once. Only text that is no YAML is not looked at further.
 */
export function parseConfig(text: string, options: ParseOptions = {}): { config: GatewayConfig } {
  return atOnce(parseInSteps(text, options));
}

/** The same for a process that serves requests: they have their turn while patterns are measured. */
export function parseConfigInSlices(text: string, options: ParseOptions = {}): Promise<{ config: GatewayConfig }> {
  return inSlices(parseInSteps(text, options));
}

function* parseInSteps(text: string, options: ParseOptions): Steps<{ config: GatewayConfig }> {
  const { env = readEnvironment(), sourceName = 'gateway.yaml' } = options;
  const file = readYaml(text, env);
  const problems: ConfigProblem[] = file.problems.map(({ path, line, message }) => ({
    path: formatPath(path),
    line,
    message,
  }));
  const fail = () =>
    new ConfigError(
      sourceName,
      problems.toSorted((one, other) => one.line - other.line),
    );

  if (file.root === undefined) throw fail();
  if (!isMapping(file.root)) {
    problems.push({ path: '', line: file.lineOf([]), message: 'must be a mapping of sections such as `models:`' });
    throw fail();
  }

  yield;
  const { root, decidedBy } = applyEnvironment(file.root, env);
  const unknown = new Set(
    file.problems.flatMap(({ path, isValueUnknown }) => (isValueUnknown ? formatPath(path) : [])),
  );
  const report = (path: ConfigPath, message: string) => {
    const key = formatPath(path);
    const variable = decidedBy.get(key);
    if (variable !== undefined) problems.push({ path: key, line: 0, message: `${message} (from ${variable})` });
    else if (!unknown.has(key)) problems.push({ path: key, line: file.lineOf(path), message });
  };
  const fitted = fitToSchema(gatewayConfigSchema, root, [], report);
  // Each schema runs once or twice in the life of a process: compiling it first takes longer than it saves.
  const parsed = gatewayConfigSchema.safeParse(fitted, { error: describeIssue, jitless: true });
  for (const issue of parsed.error?.issues ?? []) {
    report(
      issue.path.map((part) => (typeof part === 'number' ? part : String(part))),
      issue.message,
    );
  }
  yield;
  for (const check of CROSS_CHECKS) check(new ConfigNode(fitted), report);
  // An unusable file is not measured: its patterns may be too large.
  if (parsed.success && problems.length === 0) yield* checkPatterns(new ConfigNode(fitted), report);

  if (!parsed.success || problems.length > 0) throw fail();
  return { config: parsed.data };
}
