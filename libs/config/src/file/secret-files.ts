import { readFileSync } from 'node:fs';
import { ConfigError } from '../config-error.js';

type Variables = Readonly<Record<string, string | undefined>>;

const SUFFIX = '_FILE';

/** The largest file that may hold the value of a variable. */
const MAX_BYTES = 65_536;

/**
 * An environment in which a variable that is not set, but whose name with `_FILE` behind it is, has the contents of that
 * file, without the line break at its end. Docker and Kubernetes mount secrets as files, which no list of processes shows.
 *
 * A file is read when its variable is asked for, so that variables of other programs (`SSL_CERT_FILE`) mean nothing here.
 * The variable's own value wins. Reading throws a ConfigError if the file is missing or larger than 64 KB.
 */
export function withSecretFiles(environment: Variables): Variables {
  const named = Object.keys(environment).filter((name) => {
    const variable = name.slice(0, -SUFFIX.length);
    return name.endsWith(SUFFIX) && variable !== '' && environment[name] && !environment[variable];
  });
  if (named.length === 0) return environment;
  const result: Record<string, string | undefined> = { ...environment };
  for (const name of named) {
    const path = environment[name] ?? '';
    let value: string | undefined;
    Object.defineProperty(result, name.slice(0, -SUFFIX.length), {
      enumerable: false,
      get: () => {
        value ??= readSecretFile(name, path);
        return value;
      },
    });
  }
  return result;
}

function readSecretFile(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(name, [{ path: '', line: 0, message: 'names a file that cannot be read' }]);
  }
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw new ConfigError(name, [{ path: '', line: 0, message: 'names a file of more than 64 KB' }]);
  }
  return text.replace(/\r?\n$/, '');
}
