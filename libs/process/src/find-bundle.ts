import { readdirSync, statSync } from 'node:fs';

/**
 * The file that holds what a service loads at its start, if there is one (scripts/bundle-service.mjs): a start that need not find
 * two thousand files takes half as long. Where packages are built in place, it counts only while none was built after it, so
 * that nobody runs what they have just changed as it was before.
 *
 * @param main `import.meta.url` of the service's main module, which is in `dist`
 * @param name of the module that it stands for, such as `run-gateway.js`
 * @returns its URL
 */
export function findBundle(main: string, name: string): string | undefined {
  const bundle = new URL(`bundle/${name}`, main);
  const madeAt = changedAt(bundle);
  if (madeAt === undefined) return undefined;
  const libraries = new URL('../../../libs/', main);
  const builds = [
    new URL('.tsbuildinfo', main),
    ...namesIn(libraries).map((library) => new URL(`${library}/dist/.tsbuildinfo`, libraries)),
  ];
  return builds.some((build) => (changedAt(build) ?? 0) > madeAt) ? undefined : bundle.href;
}

function changedAt(file: URL): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Those of a folder; none if it cannot be read, as in an image. */
function namesIn(folder: URL): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
