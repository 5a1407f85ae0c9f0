/**
 * Arguments with which Node.js starts Jest. Modules of a test file are those of `node:vm`, which Node.js calls
 * experimental.
 * @type {readonly string[]}
 */
export const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
