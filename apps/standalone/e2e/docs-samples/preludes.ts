import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@multilane/testing';
import type { Facts } from './build-scripts.js';
import { OWNER } from './start-documented.js';

/** The helpers that docs/deploying.md defines and other pages use. */
function helpers(): string {
  const page = readFileSync(join(PROJECT_ROOT, 'docs/deploying.md'), 'utf8');
  return (page.match(/^(?:call|field)\(\) \{.*$/gm) ?? []).join('\n');
}

/** Pages whose commands a signed-in person runs. */
const SIGNED_IN: ReadonlySet<string> = new Set([
  'docs/charge-back.md',
  'docs/policies.md',
  'docs/prompts.md',
  'docs/usage.md',
]);

/**
 * Returns the commands that the shell samples of a page take for granted: those that its text, or the page that it refers to, tells readers
 * to run before.
 */
export function preludeOf(page: string, { teamId, workspaceId }: Facts): string {
  if (!SIGNED_IN.has(page)) return '';
  const login = JSON.stringify({ email: OWNER.email, password: OWNER.password });
  return `${helpers()}\ncall "$WORKSPACE/auth/login" -d '${login}'\nteam=${teamId} workspace=${workspaceId}`;
}
