import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

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
  readonly isCompressed: boolean;
  readonly content: Buffer;
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
  ) {}

  /** @returns undefined if the console has not been built */
  static find(folders: readonly string[] = FOLDERS): ConsoleFiles | undefined {
    const folder = folders.find((path) => existsSync(join(path, 'index.html')));
    if (folder === undefined) return undefined;
    const assets = join(folder, 'assets');
    return new ConsoleFiles(assets, readFileSync(join(folder, 'index.html'), 'utf8'), new Set(readdirSync(assets)));
  }

  /** A file of the console by its name; undefined if there is none of the name. */
  async open(name: string, acceptsGzip: boolean): Promise<Asset | undefined> {
    const extension = extname(name);
    const type = TYPES[extension];
    if (type === undefined || !this.names.has(name)) return undefined;
    const cacheControl = HASHED_NAME.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
    if (!acceptsGzip || !COMPRESSIBLE.has(extension)) {
      return { type, cacheControl, isCompressed: false, content: await readFile(join(this.folder, name)) };
    }
    return { type, cacheControl, isCompressed: true, content: await this.compressedOf(name) };
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
