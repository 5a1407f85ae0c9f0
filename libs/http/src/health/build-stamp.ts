import { readFileSync } from 'node:fs';

/** Answer of GET /version. */
export interface BuildStamp {
  /** Such as `multilane-gateway`. */
  readonly service: string;
  readonly version: string;
  /** The commit that was built, where the build wrote it down (`build-info.json` beside package.json). */
  readonly commit: string | null;
  readonly node: string;
}

/** @param folder of the service's package.json, as a URL that ends in a slash */
export function readBuildStamp(service: string, folder: URL): BuildStamp {
  const { version } = JSON.parse(readBeside('package.json', folder) ?? '{"version":"0.0.0"}');
  const { commit } = JSON.parse(readBeside('build-info.json', folder) ?? '{}');
  return { service, version, commit: commit ?? null, node: process.version };
}

function readBeside(name: string, folder: URL): string | undefined {
  try {
    return readFileSync(new URL(name, folder), 'utf8');
  } catch {
    return undefined;
  }
}
