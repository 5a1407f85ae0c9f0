import { readFileSync } from 'node:fs';

interface BuildStamp {
  readonly service: string;
  readonly version: string;
  /** The commit that was built, where the build wrote it down (`build-info.json` beside package.json). */
  readonly commit: string | null;
  readonly node: string;
}

/** What GET /version answers. */
export const BUILD_STAMP: BuildStamp = readStamp();

function readStamp(): BuildStamp {
  const { version } = JSON.parse(readBeside('package.json') ?? '{"version":"0.0.0"}');
  const { commit } = JSON.parse(readBeside('build-info.json') ?? '{}');
  return { service: 'multilane-gateway', version, commit: commit ?? null, node: process.version };
}

function readBeside(name: string): string | undefined {
  try {
    return readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}
