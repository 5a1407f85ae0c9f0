import base from './playwright.config.js';

/** The pages of a console that somebody else has filled and started: `pnpm walk:console`. */
const { globalSetup: _startsAWorld, ...settings } = base;

export default {
  ...settings,
  testMatch: 'walk/walk.ts',
  retries: 0,
  workers: 2,
  timeout: 3_600_000,
  reporter: [['list']],
};
