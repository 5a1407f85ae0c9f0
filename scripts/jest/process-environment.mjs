import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * The environment of unit tests: the process itself, in place of a context of `node:vm` for each file. A global of such a context is slow
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
  }

  async setup() {
    // Jest raises it to 100, with which an error costs more than it does in a service.
    Error.stackTraceLimit = 10;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
