#!/usr/bin/env node
/** Writes names and digests of released images into the chart: `node scripts/pin-chart.mjs <name> <digest> <digest>`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const VALUES = fileURLToPath(new URL('../deploy/helm/multilane/values.yaml', import.meta.url));

const [name = '', ...digests] = process.argv.slice(2);
if (digests.length !== 2 || digests.some((digest) => !/^sha256:[0-9a-f]{64}$/.test(digest))) {
  process.stderr.write('pin-chart: name the images, and the digests of the gateway and the workspace\n');
  process.exit(1);
}
let text = readFileSync(VALUES, 'utf8');
for (const [index, service] of ['gateway', 'workspace'].entries()) {
  const line = `image: { repository: multilane-${service}, tag: "", digest: "" }`;
  if (!text.includes(line)) throw new Error(`values.yaml has no line ${line}`);
  text = text.replace(line, `image: { repository: ${name}-${service}, tag: "", digest: "${digests[index]}" }`);
}
writeFileSync(VALUES, text);
