import { jest } from '@jest/globals';

/**
 * A test that fails runs once more after the others of its file. Tests of these suites measure time and memory and start
 * processes, and what else the machine does can fail them. Each that passed only the second time is named at the end of the
 * run; many of them fail it (judge-tests.mjs).
 */
jest.retryTimes(1, { logErrorsBeforeRetry: true, waitBeforeRetry: 500 });
