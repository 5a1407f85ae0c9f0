#!/usr/bin/env node
/** Checks the built site of the documentation: no page loads anything from elsewhere. Usage: after `vitepress build docs`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SITE = fileURLToPath(new URL('../docs/.vitepress/dist', import.meta.url));

/** Elements and rules that load what they name. Links of the text may lead anywhere. */
const LOADING = [
  /<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc="((?:https?:)?\/\/[^"]*)"/g,
  /<link\b[^>]*\bhref="((?:https?:)?\/\/[^"]*)"/g,
  /@import\s+(?:url\()?["']?((?:https?:)?\/\/[^"')]*)/g,
  /\burl\(["']?((?:https?:)?\/\/[^"')]*)/g,
];

const files = globSync('**/*.{html,css}', { cwd: SITE });
const faults = files.flatMap((file) => {
  const text = readFileSync(join(SITE, file), 'utf8');
  return LOADING.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, address]) => `${file}: loads ${address}`));
});
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${files.length} files of the site, ${faults.length} faults\n`);
if (faults.length > 0 || files.length === 0) process.exitCode = 1;
