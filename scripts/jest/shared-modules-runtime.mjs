import { createRequire } from 'node:module';
import { types } from 'node:util';
import { SyntheticModule } from 'node:vm';
import Runtime from 'jest-runtime';

/** The modules that files of tests share in one process, and the maps of their sources. */
const modules = new Map();
const sourceMaps = new Map();

/** Modules of a file of tests, which are its own: the specifications, and the tools beside them, which may hold state and hooks of Jest. */
const OF_ONE_FILE = /\.spec\.ts$|\/e2e\//;

/** The key under which Jest's framework keeps its listeners. */
const LISTENERS = Symbol.for('EVENT_HANDLERS');

const FRAMEWORK = /\/jest-circus\/build\/jestAdapterInit\.js$/;

/** A module that was imported by one file of tests may import others while the next one runs. */
const ALWAYS_OPEN = {
  isTornDown: () => false,
  bailIfTornDown: () => false,
  throwIfTornDown() {},
  throwIfBetweenTests() {},
};

/**
 * With its inner parts, which Jest keeps from its types: they are as in the version that package.json names.
 * @type {new (...args: unknown[]) => any}
 */
const InnerRuntime = /** @type {any} */ (Runtime);

/**
 * Jest's runtime, except that files of tests share the modules of the project, and that Node.js loads packages. The modules keep no state
 * between files, so a process needs each only once (docs/decisions/2026-11-29-jest.md).
 */
export default class SharedModulesRuntime extends InnerRuntime {
  /** @param {unknown[]} args */
  constructor(...args) {
    super(...args);
    this.registries.esModuleRegistry = modules;
    this.transformCache.sourceMaps = sourceMaps;
    this.coreModule.require = (/** @type {string} */ name) => process.getBuiltinModule(name);
    this.esmLoader.testState = ALWAYS_OPEN;
    // The modules run in the process's own context.
    this.esmLoader.getContext = () => undefined;
    this.esmLoader.buildCjsAsEsmSyntheticModule = (/** @type {string} */ _from, /** @type {string} */ path) =>
      wrapPackage(path);
    // Node.js knows what kind of module a package is. Jest would read, compile and lex each file of one that a module imports to find it out.
    this.esmLoader.pendingCjsBuildIsUnmarkedEsm = () => false;
  }

  /** @param {string} path */
  unstable_shouldLoadAsEsm(path) {
    return !path.includes('/node_modules/') && super.unstable_shouldLoadAsEsm(path);
  }

  /**
   * @param {string} from
   * @param {string} [name]
   */
  requireModule(from, name) {
    return createRequire(from)(name ?? from);
  }

  /**
   * @param {string} from
   * @param {string} [name]
   */
  requireModuleOrMock(from, name) {
    return this.requireModule(from, name);
  }

  /**
   * @param {string} from
   * @param {string} [name]
   */
  requireInternalModule(from, name) {
    const require = createRequire(from);
    if (FRAMEWORK.test(from) && name === undefined) {
      // The framework holds the tests of one file: each gets a new one.
      delete require.cache[from];
      Reflect.deleteProperty(globalThis, LISTENERS);
    }
    return require(name ?? from);
  }

  /** Leaves the modules in place. */
  resetModules() {}

  teardown() {
    for (const key of modules.keys()) if (OF_ONE_FILE.test(key)) modules.delete(key);
    this.restoreAllMocks();
    this.jestGlobals.clearJestObjectCache();
    this.fileCache.clear();
    this.transformCache.clear();
  }
}

/**
 * A package as Node.js loads it, as a module of Jest.
 * @param {string} path
 */
function wrapPackage(path) {
  const loaded = createRequire(path)(path);
  const isObject = (typeof loaded === 'object' && loaded !== null) || typeof loaded === 'function';
  const exports = new Map(isObject ? Object.entries(loaded) : []);
  if (!types.isModuleNamespaceObject(loaded)) exports.set('default', loaded);
  return new SyntheticModule(
    [...exports.keys()],
    function () {
      for (const [name, value] of exports) this.setExport(name, value);
    },
    { identifier: path },
  );
}
