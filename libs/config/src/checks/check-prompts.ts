import { PROMPT_LIMITS, splitPromptText } from '@multilane/contracts';
import type { ReportProblem } from '../file/fit-to-schema.js';
import type { ConfigNode, CrossCheck } from './config-node.js';

/** The prompts of gateway.yaml hold together, each for itself. */
export const checkPrompts: CrossCheck = (config, report) => {
  for (const prompt of config.at('prompts').items) checkPrompt(prompt, report);
};

/** Labels of a prompt point to its versions, places name variables, and all of it stays within its bounds. */
export const checkPrompt: CrossCheck = (prompt, report) => {
  const versions = prompt.at('versions').items;
  const numbers = new Set(versions.map((version) => version.at('version').number));
  refuseRepeated(
    versions.map((version) => version.at('version')),
    report,
  );
  for (const version of versions) checkVersion(version, report);
  const labels = prompt.at('labels').items;
  refuseRepeated(
    labels.map((label) => label.at('name')),
    report,
  );
  for (const label of labels) checkLabel(label, numbers, report);
  refuseRepeated(prompt.at('protected_labels').items, report);
  const bytes = Buffer.byteLength(JSON.stringify(prompt.value) ?? '');
  if (bytes > PROMPT_LIMITS.bytes) {
    report(prompt.at('versions').path, `has more than ${PROMPT_LIMITS.bytes} bytes in all: remove old versions`);
  }
};

function checkLabel(label: ConfigNode, numbers: ReadonlySet<number | undefined>, report: ReportProblem): void {
  const version = label.at('version');
  const split = label.at('split');
  if (version.exists === split.exists) report(label.path, 'must have either `version` or `split`');
  const named = [version, ...split.items.map((share) => share.at('version'))];
  for (const node of named) {
    if (node.number !== undefined && !numbers.has(node.number)) report(node.path, 'is not the number of a version');
  }
  refuseRepeated(
    split.items.map((share) => share.at('version')),
    report,
  );
}

function checkVersion(version: ConfigNode, report: ReportProblem): void {
  const variables = version.at('variables').items;
  refuseRepeated(
    variables.map((variable) => variable.at('name')),
    report,
  );
  refuseRepeated(
    version.at('tools').items.map((tool) => tool.at('name')),
    report,
  );
  for (const variable of variables) checkVariable(variable, report);
  const declared = new Set(variables.map((variable) => variable.at('name').text));
  let characters = 0;
  for (const message of version.at('messages').items) {
    const content = message.at('content');
    if (content.text === undefined) continue;
    characters += content.text.length;
    const unknown = splitPromptText(content.text).names.find((name) => !declared.has(name));
    if (unknown !== undefined) report(content.path, 'has the place of a variable that `variables` does not declare');
  }
  if (characters > PROMPT_LIMITS.versionCharacters) {
    report(version.at('messages').path, `has more than ${PROMPT_LIMITS.versionCharacters} characters in all`);
  }
  for (const fixed of version.at('fixed').items) {
    if (fixed.text !== undefined && !hasParameter(version, fixed.text)) {
      report(fixed.path, 'is not a parameter that this version sets');
    }
  }
}

const OWN_MEMBERS: ReadonlySet<string> = new Set(['model', 'tools', 'response_schema']);

function hasParameter(version: ConfigNode, name: string): boolean {
  return (OWN_MEMBERS.has(name) ? version : version.at('parameters')).at(name).exists;
}

function checkVariable(variable: ConfigNode, report: ReportProblem): void {
  const type = variable.at('type').text ?? 'string';
  const options = variable.at('options');
  if (options.exists && type !== 'string') report(options.path, 'is only for variables of type string');
  const { exists, path, value } = variable.at('default');
  if (!exists) return;
  if (!isOfType(value, type)) report(path, 'must be a value of the `type` of the variable');
  else if (options.exists && !options.items.some((option) => option.text === value)) {
    report(path, 'must be one of `options`');
  }
  const longest = variable.at('max_length').number;
  if (longest !== undefined && String(value).length > longest) report(path, `must have at most ${longest} characters`);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'json') return true;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return typeof value === 'number';
  return typeof value === type;
}

function refuseRepeated(nodes: readonly ConfigNode[], report: ReportProblem): void {
  const seen = new Set<unknown>();
  for (const { path, value } of nodes) {
    if (value === undefined) continue;
    if (seen.has(value)) report(path, 'is repeated');
    seen.add(value);
  }
}
