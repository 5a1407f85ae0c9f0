// Compiles sources for Jest, as `@swc/jest` does, with one change: an import from the index of a package of this project becomes
// imports from the files that its names are in. Each test file loads its modules anew, and an index loads its whole package: without this,
// every test that needs one error class loads all providers.
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const swc = require('@swc/jest');

const ROOT = dirname(__dirname);

/** `import { … } from '@multilane/<package>';`, as formatted. Imports of types alone are removed by the compiler. */
const IMPORT = /^import \{([^}]*)\} from '@multilane\/([a-z-]+)';/gm;
const EXPORT =
  /^export (?:\{([^}]*)\}|\*) from '(\.[^']+)\.js';|^export (?:abstract |async )*(?:class|const|enum|function\*?) (\w+)/gm;

/** @type {Map<string, ReadonlyMap<string, string>>} */
const known = new Map();

/**
 * The file of each value that a file exports, its own and those of others.
 * @param {string} file
 * @returns {ReadonlyMap<string, string>}
 */
function findExports(file) {
  const before = known.get(file);
  if (before !== undefined) return before;
  /** @type {Map<string, string>} */
  const found = new Map();
  known.set(file, found);
  for (const [, names, from, own] of readFileSync(file, 'utf8').matchAll(EXPORT)) {
    if (own !== undefined) found.set(own, file);
    if (from === undefined) continue;
    const origins = findExports(join(dirname(file), `${from}.ts`));
    if (names === undefined) for (const [name, origin] of origins) found.set(name, origin);
    for (const name of listNames(names ?? '')) {
      const origin = origins.get(name);
      if (origin !== undefined) found.set(name, origin);
    }
  }
  return found;
}

/**
 * The values among the names in braces. One that is renamed is left out: it is imported from the index.
 * @param {string} names
 */
function listNames(names) {
  return names.split(',').flatMap((each) => each.trim().match(/^\w+$/) ?? []);
}

/**
 * @param {string} source
 * @param {string} file
 */
function importFromFiles(source, file) {
  if (!file.endsWith('.ts')) return source;
  return source.replace(IMPORT, (statement, /** @type {string} */ names, /** @type {string} */ name) => {
    const index = join(ROOT, 'libs', name, 'src/index.ts');
    if (!isFile(index)) return statement;
    const origins = findExports(index);
    /** @type {string[]} */
    const imports = [];
    const left = names.split(',').filter((each) => {
      const origin = origins.get(each.trim());
      if (origin !== undefined) imports.push(`import { ${each.trim()} } from '${origin}';`);
      return origin === undefined;
    });
    const rest = left.map((each) => each.trim()).filter((each) => each !== '' && !each.startsWith('type '));
    if (rest.length > 0) imports.push(`import { ${rest.join(', ')} } from '@multilane/${name}';`);
    // The lines of the source keep their numbers.
    return imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
  });
}

/** @param {string} path */
function isFile(path) {
  try {
    return readFileSync(path).length > 0;
  } catch {
    return false;
  }
}

module.exports = {
  importFromFiles,
  /** @param {object} options those of `@swc/jest` */
  createTransformer(options) {
    const transformer = swc.createTransformer(options);
    /** @typedef {Parameters<NonNullable<typeof transformer.process>>} Arguments */
    return {
      ...transformer,
      /** @param {Arguments} args */
      process: (...[source, file, more]) => transformer.process?.(importFromFiles(source, file), file, more),
      /** @param {Arguments} args */
      processAsync: (...[source, file, more]) => transformer.processAsync?.(importFromFiles(source, file), file, more),
      /** @param {Arguments} args */
      getCacheKey: (...[source, file, more]) => transformer.getCacheKey?.(importFromFiles(source, file), file, more),
    };
  },
};
