import { fileURLToPath } from 'node:url';

/** The folder that holds the whole project, with a trailing slash; the same from `src` and from `dist`. */
export const PROJECT_ROOT = fileURLToPath(new URL('../../../', import.meta.url));
