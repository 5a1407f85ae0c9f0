import { join } from 'node:path';
import { PROJECT_ROOT } from './project-root.js';

/**
 * Traffic recorded from the providers, in a folder beside the project. A plain clone lacks it, so each test that reads it
 * has cases of the project for the same rule; the closing line of `.ci/run` says which of them were tested.
 */
export const SHARED_FIXTURES = join(PROJECT_ROOT, '../shared/fixtures');

/** The same for images, sound, files, sockets and documents. */
export const SHARED_FIXTURES_BEYOND_TEXT = join(PROJECT_ROOT, '../shared/fixtures-beyond-text');
