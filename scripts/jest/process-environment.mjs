import { setImmediate as nextTurn } from 'node:timers/promises';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** The key under which Jest keeps the limit of time that a file sets. */
const LIMIT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/**
 * The environment of the tests: the process itself, in place of a context of `node:vm` for each file. A global of such a context is slow
 * to read, and its `Error` and `Array` are not those of Node.js.
 */
export default class ProcessEnvironment {
  /** @param {{ projectConfig: import('@jest/types').Config.ProjectConfig }} config */
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    // Jest puts its own in their place for each file.
    this.before = { console: globalThis.console, exit: process.exit };
    // A test that ends its process is no success, whatever it says: Jest may run in this process.
    process.exit = (code) => this.before.exit(Number(code) || 1);
  }

  async setup() {
    // Jest raises it to 100, with which an error costs more than it does in a service.
    Error.stackTraceLimit = 10;
  }

  /**
   * Waits, at the end of a file, for what its last test left to the next turn of the event loop: a rejection that nothing handles fails it.
   * @param {{ name: string, describeBlock?: { parent?: unknown } }} event
   */
  async handleTestEvent({ name, describeBlock }) {
    if (name === 'run_describe_finish' && describeBlock?.parent === undefined) await nextTurn();
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
    Reflect.deleteProperty(globalThis, LIMIT);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
