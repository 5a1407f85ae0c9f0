#!/usr/bin/env node
/**
 * Compiles libs/validation/assembly/scan-text.ts, which is AssemblyScript, to WebAssembly, and writes it as text into the sources:
 *
 *   node scripts/compile-scanner.mjs            writes libs/validation/src/json/scan-text.wasm.ts
 *   node scripts/compile-scanner.mjs --check    exits 1 where that is not what the source makes
 *
 * It is kept in the sources, because a start then needs no file and no compiler more.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = 'libs/validation/assembly/scan-text.ts';
const MADE = join(ROOT, 'libs/validation/src/json/scan-text.wasm.ts');

const OPTIONS = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--initialMemory', '1'];

/** @type {Uint8Array | undefined} */
let compiled;
const { error, stderr } = await asc.main([SOURCE, ...OPTIONS, '--outFile', 'scan-text.wasm'], {
  readFile: (name) => read(join(ROOT, name)),
  writeFile: (_name, contents) => {
    if (typeof contents !== 'string') compiled = contents;
  },
  listFiles: () => [],
});
if (error || compiled === undefined) {
  process.stderr.write(`${SOURCE} was not compiled.\n${stderr.toString()}\n`);
  process.exit(1);
}

const text = `/** Compiled from ${SOURCE} by scripts/compile-scanner.mjs. Do not edit. */
export const SCAN_TEXT =
  '${Buffer.from(compiled).toString('base64')}';
`;

if (!process.argv.includes('--check')) {
  writeFileSync(MADE, text);
} else if (read(MADE) !== text) {
  process.stderr.write(`${MADE} is not what ${SOURCE} makes. Run \`node scripts/compile-scanner.mjs\`.\n`);
  process.exit(1);
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
