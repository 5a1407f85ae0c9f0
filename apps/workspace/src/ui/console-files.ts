import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ConsolePages, type PageNeeds } from './console-pages.js';

const compress = promisify(gzip);

/** Folders of the build of apps/console: beside this package in the repository, within it in an image (deploy/Dockerfile). */
const FOLDERS = ['../../console/', '../../../console/dist/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.png': 'image/png',
};

/** Types of files that compression makes smaller; fonts and pictures are compressed already. */
const COMPRESSIBLE: ReadonlySet<string> = new Set(['.js', '.css', '.json', '.svg']);

/** Vite puts a hash of the contents into the names of what it builds: such a file never changes. */
const HASHED_NAME = /-[\w-]{8}\.\w+$/;

export interface Asset {
  readonly type: string;
  readonly cacheControl: string;
  /** The encoding of the content; undefined if it is not compressed. */
  readonly encoding: Encoding | undefined;
  readonly content: Buffer;
}

type Encoding = 'br' | 'gzip';

/** Chooses the encodings that a browser accepts, by its `accept-encoding`. */
export function acceptedEncodings(header: string | undefined): ReadonlySet<Encoding> {
  const named = (header ?? '').split(',').map((part) => part.split(';').map((piece) => piece.trim()));
  const accepted = named.filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight));
  const names = new Set(accepted.map(([name]) => name));
  return new Set((['br', 'gzip'] as const).filter((name) => names.has(name)));
}

/** The built console, as it lay on the disk when the service started. */
export class ConsoleFiles {
  /** Compressed contents by name, made when first asked for: as many as there are files. */
  private readonly compressed = new Map<string, Promise<Buffer>>();

  private constructor(
    private readonly folder: string,
    /** index.html, with placeholders for what the service knows. */
    readonly page: string,
    private readonly names: ReadonlySet<string>,
    private readonly pages: ConsolePages,
  ) {}

  /** @returns undefined if the console has not been built */
  static find(folders: readonly string[] = FOLDERS): ConsoleFiles | undefined {
    const folder = folders.find((path) => existsSync(join(path, 'index.html')));
    if (folder === undefined) return undefined;
    const assets = join(folder, 'assets');
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    return new ConsoleFiles(assets, page, new Set(readdirSync(assets)), ConsolePages.read(folder));
  }

  /** Files that the page at an address begins with, beside those that every page has. */
  needsOf(names: readonly string[], acceptLanguage: string | undefined): PageNeeds {
    return this.pages.needsOf(names, acceptLanguage);
  }

  /** A file of the console by its name; undefined if there is none of the name. */
  async open(name: string, accepted: ReadonlySet<Encoding>): Promise<Asset | undefined> {
    const extension = extname(name);
    const type = TYPES[extension];
    if (type === undefined || !this.names.has(name)) return undefined;
    const cacheControl = HASHED_NAME.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
    const asset = { type, cacheControl };
    // The build has compressed what is worth it (apps/console/finish-build.ts).
    if (accepted.has('br') && this.names.has(`${name}.br`)) {
      return { ...asset, encoding: 'br', content: await readFile(join(this.folder, `${name}.br`)) };
    }
    if (accepted.has('gzip') && COMPRESSIBLE.has(extension)) {
      return { ...asset, encoding: 'gzip', content: await this.compressedOf(name) };
    }
    return { ...asset, encoding: undefined, content: await readFile(join(this.folder, name)) };
  }

  private compressedOf(name: string): Promise<Buffer> {
    const known = this.compressed.get(name);
    if (known !== undefined) return known;
    const made = readFile(join(this.folder, name)).then((content) => compress(content, { level: 9 }));
    this.compressed.set(name, made);
    // The caller gets the error; the next one compresses again.
    made.catch(() => this.compressed.delete(name));
    return made;
  }
}
