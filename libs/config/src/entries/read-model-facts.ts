import { statSync } from 'node:fs';
import { ConfigError } from '../config-error.js';
import { formatPath } from '../config-path.js';
import { describeIssue } from '../describe-issue.js';
import { type Environment, readEnvironment } from '../environment.js';
import { readConfigText } from '../file/load-config-file.js';
import { readYaml } from '../file/read-yaml.js';
import { type ModelFactsRow, modelFactsFileSchema } from '../schema/model-facts.js';

/** The largest file of model facts. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the file that `model_facts` of gateway.yaml names.
 *
 * @throws ConfigError with every problem, also where the file cannot be read
 */
export function readModelFacts(path: string, env: Environment = readEnvironment()): readonly ModelFactsRow[] {
  const fail = (message: string): ConfigError => new ConfigError(path, [{ path: '', line: 0, message }]);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) throw fail('must not be larger than 1 MB');
  const file = readYaml(readConfigText(path).text, env);
  if (file.root === undefined || file.problems.length > 0) {
    throw new ConfigError(
      path,
      file.problems.map((problem) => ({ ...problem, path: formatPath(problem.path) })),
    );
  }
  const read = modelFactsFileSchema.safeParse(file.root, { error: describeIssue });
  if (read.success) return read.data.models;
  throw new ConfigError(
    path,
    read.error.issues.map((issue) => ({
      path: formatPath(issue.path as (string | number)[]),
      line: file.lineOf(issue.path as (string | number)[]),
      message: issue.message,
    })),
  );
}
