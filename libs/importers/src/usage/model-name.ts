/** Words that names of one model have or lack: where it is sold, and variants of the price alone. */
const NOISE: ReadonlySet<string> = new Set([
  'us',
  'eu',
  'apac',
  'global',
  'jp',
  'au',
  'models',
  'amazon',
  'bedrock',
  'edition',
  'latest',
  'v1',
  'v2',
]);
const VENDORS: ReadonlySet<string> = new Set([
  'anthropic',
  'openai',
  'meta',
  'mistral',
  'cohere',
  'azure',
  'ai21',
  'deepseek-ai',
]);

/** A dated snapshot, such as `-2024-08-06`, `-20250929` or ` 2024-10-22`. */
const SNAPSHOT = /[-@ ](?:20\d{2}-\d{2}-\d{2}|20\d{6})(?=$|[-:@ ])/g;
/** A revision of Bedrock, such as `-v1:0`. */
const REVISION = /(?:-v\d+)?:\d+(?:k)?$/;

/** Name of a model without the date of its snapshot and without the way by which it is served. */
export function baseModel(name: string): string {
  const last = name.trim().replace(/^arn:[^/]*\//, '');
  const parts = last.split(/[/]/);
  const bare = (parts.at(-1) ?? last)
    .replace(/^(?:us|eu|apac|global|jp|au)\./, '')
    .replace(REVISION, '')
    .replace(SNAPSHOT, '');
  const [vendor = '', ...rest] = bare.split('.');
  return rest.length > 0 && VENDORS.has(vendor) ? rest.join('.') : bare;
}

/**
 * Words and numbers of a name in their order, so that `Claude Sonnet 4.5`, `Claude4.5Sonnet` and `us.anthropic.claude-sonnet-4-5-20250929-v1:0` are the
 * same.
 */
export function modelWords(name: string): string {
  const words = baseModel(name)
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  return (words ?? [])
    .filter((word) => !NOISE.has(word))
    .toSorted()
    .join(' ');
}
