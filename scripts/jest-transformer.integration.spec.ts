import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import transformer from './jest-transformer.cjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (source: string) => transformer.importFromFiles(source, '/any.ts').replaceAll(join(ROOT, 'libs/'), '');

describe('imports of tests and of what they test', () => {
  it.each([
    [
      'a value comes from its file',
      "import { GatewayError } from '@multilane/errors';",
      "import { GatewayError } from 'errors/src/gateway-error.ts';",
    ],
    [
      'types are left out',
      "import { type ErrorCode, GatewayError } from '@multilane/errors';",
      "import { GatewayError } from 'errors/src/gateway-error.ts';",
    ],
    [
      'a file that an index exports whole is looked into',
      "import { isRecord } from '@multilane/contracts';",
      "import { isRecord } from 'contracts/src/json-values.ts';",
    ],
    [
      'lines keep their numbers',
      "import {\n  GatewayError,\n} from '@multilane/errors';\nnext();",
      "import { GatewayError } from 'errors/src/gateway-error.ts';\n\n\nnext();",
    ],
  ])('%s', (_rule, source, expected) => {
    expect(read(source)).toBe(expected);
  });

  it.each([
    "import { unknown } from '@multilane/errors';",
    "import { GatewayError as Other } from '@multilane/errors';",
    "import { makeGateway } from '@multilane/gateway';",
    "import type { ErrorCode } from '@multilane/errors';",
    "import { z } from 'zod';",
  ])('%s stays', (source) => {
    expect(read(source)).toBe(source);
  });
});
