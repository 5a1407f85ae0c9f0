import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from '@jest/globals';
import { ENTITY_NAMES, type EntityName } from './entities.js';
import { listEntities } from './list-entities.tools.spec.js';
import { planScan } from './scan-text.js';

const ROOT = join(import.meta.dirname, '../../../..');
const PLAN = planScan(new Set(ENTITY_NAMES));

const SOURCE = /\.(?:ts|tsx|js|mjs|cjs|css|html|sql|py)$/;
const SKIPPED = /^(?:node_modules|dist|fixtures|coverage|\..*)$/;

/**
 * Text of the source that has the form of personal data: reviewed, and nobody's. A value that is not named here is a
 * false alarm to fix in the recognisers, or a new example: use a reserved domain, a private address or a fictitious number.
 */
const REVIEWED: readonly { readonly entity: EntityName; readonly where: RegExp; readonly value: RegExp }[] = [
  // Domains that are reserved for examples and tests (RFC 2606).
  { entity: 'email', where: /./, value: /@(?:[\w.-]+\.)?(?:example|test|invalid|example\.(?:com|org|net|co\.uk))$/i },
  { entity: 'email', where: /spec\.ts$/, value: /@my-project\.iam\.gserviceaccount\.com$/ },
  // Private and link-local addresses in examples.
  { entity: 'ip_address', where: /./, value: /^(?:::ffff:|64:ff9b::)?(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./ },
  {
    entity: 'ip_address',
    where: /spec\.ts$/,
    value: /^(?:f[de][\da-f]{2}:[\da-f:]+|8\.8\.8\.8|93\.184\.21[56]\.\d+|2606:4700::1111)$/,
  },
  // The addresses that guarded egress rejects are its subject.
  { entity: 'ip_address', where: /^libs\/egress\//, value: /./ },
  // The documentation's own network (RFC 5737), as the address of a caller.
  { entity: 'ip_address', where: /(?:spec|audit-line)\.ts$/, value: /^203\.0\.113\./ },
  // Issuers' test cards, and numbers that no exchange gives to anybody.
  { entity: 'credit_card', where: /spec\.ts$/, value: /^(?:4111|5555)/ },
  { entity: 'phone', where: /spec\.ts$/, value: /212.{0,2}555.(?:01|12)\d\d$/ },
  // Credentials that tests made up. They open nothing outside of their test.
  { entity: 'secret', where: /spec\.ts$|\/e2e\//, value: /./ },
  // The recognisers' own examples.
  ...ENTITY_NAMES.map((entity) => ({ entity, where: /^libs\/policy\/src\/(?:pii|guardrails)\//, value: /./ })),
];

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.test(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() && SOURCE.test(entry.name) ? [path] : [];
  });
}

test('in this repository’s own source nothing personal is found but what is reviewed', () => {
  const files = [...listFiles(join(ROOT, 'apps')), ...listFiles(join(ROOT, 'libs'))];
  const found: string[] = [];
  let characters = 0;
  for (const file of files) {
    const path = relative(ROOT, file);
    const text = readFileSync(file, 'utf8');
    characters += text.length;
    for (const { entity, value } of listEntities(text, PLAN)) {
      const isReviewed = REVIEWED.some(
        (rule) => rule.entity === entity && rule.where.test(path) && rule.value.test(value),
      );
      if (!isReviewed) found.push(`${entity} ${value} in ${path}`);
    }
  }
  process.stdout.write(`own source: ${files.length} files, ${characters} characters, ${found.length} false alarms\n`);
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});
