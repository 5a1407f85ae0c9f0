/**
 * Room for new objects, twice as much as by itself: tests make many that do not last, and collecting them took a fifteenth of the
 * processor time. A process that a test measures goes without.
 */
export const ROOM_FOR_NEW_OBJECTS = '--max-semi-space-size=32';

/**
 * Arguments with which Node.js starts Jest. Modules of a test file are those of `node:vm`, which Node.js calls
 * experimental.
 * @type {readonly string[]}
 */
export const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  ROOM_FOR_NEW_OBJECTS,
  'node_modules/jest/bin/jest.js',
];
