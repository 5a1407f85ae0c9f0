#!/usr/bin/env node
/**
 * Checks that a tag is the version of everything that names one: `node scripts/check-release.mjs v1.2.3`. With `--notes` it
 * prints what the changelog says of that version.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), 'utf8');

const [tag = '', option] = process.argv.slice(2);
const version = tag.replace(/^v/, '');
const chart = read('deploy/helm/multilane/Chart.yaml');
const notes = read('CHANGELOG.md')
  .split(/^## /m)
  .find((section) => section.startsWith(`${version} `) || section.startsWith(`${version}\n`));

const faults = [
  !/^v\d+\.\d+\.\d+$/.test(tag) && `${tag} is not a tag such as v1.2.3`,
  JSON.parse(read('package.json')).version !== version && 'package.json has another version',
  !chart.includes(`\nversion: ${version}\n`) && 'the chart has another version',
  !chart.includes(`\nappVersion: ${version}\n`) && 'the chart has another appVersion',
  notes === undefined && 'CHANGELOG.md has no section of that version',
].filter((fault) => fault !== false);

for (const fault of faults) process.stderr.write(`check-release: ${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
else if (option === '--notes') process.stdout.write(`${(notes ?? '').replace(/^.*\n/, '').trim()}\n`);
