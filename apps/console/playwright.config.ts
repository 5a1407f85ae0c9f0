import { defineConfig } from '@playwright/test';
import { readPart } from '../../scripts/in-turn.mjs';
import { findBrowser } from '../../scripts/launch/find-browser.mjs';

/** Browsers find this name here: an origin over http that is not localhost has fewer rights. */
const PLAIN_ORIGIN = 'console.test';

/** Exhaustive tests have the tag of a part, `@part-0` to `@part-5`, of which `npm test` runs one each time. */
const part = readPart(process.env.TEST_EXHAUSTIVE);

/** For each worker a world (e2e/start-world.ts); a run on a database of somebody else's has one world. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.browser.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  ...(part !== undefined && { grepInvert: new RegExp(`@part-(?!${part})`) }),
  outputDir: '../../coverage/console',
  // One more than the cores that CI has: pages wait for answers and timers a tenth of their time.
  workers: process.env.MULTILANE_CONSOLE_CONFIG === undefined ? 3 : 1,
  // A test that passes only the second time is named at the end of the run (count-reporter.ts).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Slowness on a busy machine is no failure: both limits are many times the duration of a test and of a page on an idle one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./e2e/count-reporter.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        `--host-resolver-rules=MAP ${PLAIN_ORIGIN} 127.0.0.1`,
        // A microphone that beeps, for tests that give it to the page.
        '--use-fake-device-for-media-stream',
        // Without a window there is nobody to ask whether a page may record.
        '--use-fake-ui-for-media-stream',
        // Nothing here needs a graphics card, and imitating one takes the processor from the tests.
        '--disable-gpu',
        '--disable-software-rasterizer',
      ],
    },
  },
});
