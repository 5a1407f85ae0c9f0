import type { PromptEntry } from '@multilane/config';

/**
 * Models of a prompt, each with the position of its name: those of the latest version and of versions that labels stand for. Old versions
 * never change, and must not keep a model for ever.
 */
export function modelsOfPrompt(prompt: Readonly<Record<string, unknown>>): [path: string, name: string][] {
  const { labels = [], versions = [] } = prompt as Partial<PromptEntry>;
  const latest = Math.max(...versions.map(({ version }) => version));
  const inUse = new Set([
    latest,
    ...labels.flatMap(({ split = [], version }) => [version, ...split.map((each) => each.version)]),
  ]);
  return versions.flatMap(({ model, version }, index): [string, string][] =>
    model === undefined || !inUse.has(version) ? [] : [[`versions[${index}].model`, model]],
  );
}
