/**
 * Finds provider kinds that are named outside the folder of their provider: as a text (`'groq'`), as a key of a table (`groq: …`) or as a
 * member of one (`MANIFESTS.groq`). All facts of a provider are in its manifest, so that a new one is one folder. Prints each place with
 * its file and line, and exits 1 where there is one. Usage: node scripts/check-provider-names.mjs [folder], which must be a git repository.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.mjs';

const root = process.argv[2] ?? '.';

/** The union of kinds. */
const UNION = 'libs/contracts/src/provider-kinds.ts';

/**
 * Files in which providers may be named: their folders, the union, imitations and measurements of them, and the types of the API,
 * generated.
 */
const ALLOWED =
  /^(libs\/providers\/|libs\/testing\/|bench\/|apps\/gateway\/ledger\/|apps\/console\/src\/api\/schema\.d\.ts$)|\.spec\.tsx?$|(^|\/)(e2e|fixtures|dist)\//;

/** Formats of bills and services of guardrails, which are called as a company is that is a provider too. A new provider changes none of them. */
const OF_COMPANIES =
  /^(libs\/importers\/src\/usage\/|apps\/(console\/src\/features|workspace\/src\/modules)\/usage-imports\/|libs\/policy\/src\/guardrails\/services\/|libs\/contracts\/src\/checker-services\.ts$|apps\/console\/src\/features\/guardrails\/guardrail-values\.ts$)/;

const SOURCE = /^(apps|libs)\/.*\.(ts|tsx|mts|mjs|cjs)$/;

const kinds = readKinds();
const names = kinds.join('|');
/** An imported name is that of a package. */
const TEXT = String.raw`(?<!\bfrom )(?<quote>['"\x60])(?:${names})\k<quote>`;
/** `simulator` is also a word, and an option of `npm start`. */
const KEY = String.raw`(?<=[{,]\s*)(?!simulator\b)(?:${names})(?=\s*:)`;
const MEMBER = String.raw`(?<=\b(?:MANIFESTS|PROVIDER_KINDS)\??\.)(?:${names})\b`;
const NAMED = new RegExp(`${TEXT}|${KEY}|${MEMBER}`, 'g');

let faults = 0;
for (const file of listSources()) {
  const text = blankComments(readFileSync(join(root, file), 'utf8'));
  for (const { 0: found, index } of text.matchAll(NAMED)) {
    faults += 1;
    const line = text.slice(0, index).split('\n').length;
    process.stdout.write(`${file}:${line}: names the provider kind ${found}: read it from the manifests\n`);
  }
}
process.stdout.write(`${kinds.length} kinds of provider, named ${faults} times outside their folders\n`);
if (faults > 0) process.exitCode = 1;

/** The keys of the one table in the file of the union. */
function readKinds() {
  const [, table = ''] = /PROVIDER_KINDS = \{(.*?)\n\}/s.exec(readFileSync(join(root, UNION), 'utf8')) ?? [];
  const found = [...table.matchAll(/^ {2}'?([a-z][a-z0-9-]*)'?:/gm)].map(([, kind = '']) => kind);
  if (found.length === 0) throw new Error(`${UNION} has no table PROVIDER_KINDS`);
  return found;
}

function listSources() {
  return listFiles(root).filter(
    (file) => SOURCE.test(file) && file !== UNION && !ALLOWED.test(file) && !OF_COMPANIES.test(file),
  );
}

/**
 * The text with comments as spaces, so that places stay where they are. Texts are stepped over: `https://` begins no comment.
 * @param {string} text
 */
function blankComments(text) {
  return text.replace(/(['"])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\.|[^`\\])*`|\/\*.*?\*\/|(?<![:\\])\/\/[^\n]*/gs, (part) =>
    part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part,
  );
}
