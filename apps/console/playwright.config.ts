import { defineConfig } from '@playwright/test';

/** Browsers find this name here: an origin over http that is not localhost has fewer rights. */
const PLAIN_ORIGIN = 'console.test';

/** One browser, Debian's, and one world (e2e/start-world.ts) for all tests. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.browser.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: '../../coverage/console',
  workers: 1,
  // A test that passes only the second time is named at the end of the run (count-reporter.ts).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // What is slow on a busy machine is no failure.
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./e2e/count-reporter.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [`--host-resolver-rules=MAP ${PLAIN_ORIGIN} 127.0.0.1`],
    },
  },
});
