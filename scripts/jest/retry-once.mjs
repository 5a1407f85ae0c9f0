import { jest } from '@jest/globals';

// Tests of integration and e2e measure time and start processes: what else the machine does can fail them. A test that fails runs once
// more. Each that passed only the second time is named at the end of the run; many of them fail it (scripts/launch/judge-tests.mjs).
jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true, waitBeforeRetry: 500 });
