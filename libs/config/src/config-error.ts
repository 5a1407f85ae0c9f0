/** One thing that is wrong with a configuration. */
export interface ConfigProblem {
  /** Path of the key, such as `models[0].prices.input_per_million`; empty if the file as a whole is meant. */
  path: string;
  /** Line in the file, from 1; 0 if the cause is not in the file. */
  line: number;
  /** The rule that is broken. Never holds a value from the file or the environment. */
  message: string;
}

/** Everything that is wrong with a configuration, at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(
    readonly sourceName: string,
    readonly problems: readonly ConfigProblem[],
  ) {
    super(describeProblems(sourceName, problems));
  }
}

function describeProblems(sourceName: string, problems: readonly ConfigProblem[]): string {
  const title = `${sourceName} has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:`;
  const lines = problems.map(({ path, line, message }) => {
    const place = line === 0 ? sourceName : `${sourceName}:${line}`;
    return path === '' ? `  ${place}  ${message}` : `  ${place}  ${path}: ${message}`;
  });
  return [title, ...lines].join('\n');
}
