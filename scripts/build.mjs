#!/usr/bin/env node
/**
 * Builds what has changed: the packages, of them the bundles of both services, and beside them the console, which needs none of them.
 * Usage: node scripts/build.mjs
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {readonly string[]} args a program of Node.js, within the project, and its arguments
 * @returns {Promise<boolean>} true if it was a success
 */
function run(...args) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

/** @param {string} folder */
const bundle = (folder) => run(join('scripts', 'bundle-service.mjs'), join('apps', folder));

async function buildServices() {
  if (!(await run(join('node_modules', 'typescript', 'bin', 'tsc'), '-b'))) return false;
  const made = await Promise.all([bundle('gateway'), bundle('workspace')]);
  return !made.includes(false);
}

const built = await Promise.all([buildServices(), run(join('scripts', 'build-console.mjs'))]);
if (built.includes(false)) process.exitCode = 1;
