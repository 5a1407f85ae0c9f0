import base from './playwright.config.js';

/** The pages in a large deployment, which somebody else has started: `pnpm bench:console`. */
const { globalSetup: _startsAWorld, ...settings } = base;

export default { ...settings, testMatch: 'large-world.ts', retries: 0, timeout: 600_000, reporter: [['line']] };
