import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files smaller than that gain nothing from being compressed. */
const LEAST_BYTES = 1000;
const COMPRESSIBLE = /\.(js|css|json|svg)$/;

/** A page for strangers in a file of routes: its address and its code. */
const BARE_PAGE = /path: '([^']+)',[^{}]*?layout: 'bare',[^{}]*?load: \(\) => import\('\.\.\/([^']+)\.js'\)/g;
const LANGUAGES = ['en', 'zh-CN'];

/** Files that pages begin with, for the service to name in their documents (apps/workspace/src/ui/console-pages.ts). */
interface FirstFiles {
  readonly frame: readonly string[];
  readonly bare: Readonly<Record<string, readonly string[]>>;
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

interface Chunk {
  readonly type: string;
  readonly isEntry?: boolean;
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
}

type Bundle = Readonly<Record<string, Chunk>>;

/** Writes the list of the first files of pages, and each file of the build in Brotli beside it: the service compresses nothing anew. */
export function finishBuild(root: string): Plugin {
  return {
    name: 'finish-build',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      writeFileSync(join(dir, 'first-files.json'), JSON.stringify(listFirstFiles(root, bundle as unknown as Bundle)));
      const assets = join(dir, 'assets');
      for (const name of readdirSync(assets).filter((each) => COMPRESSIBLE.test(each))) {
        const content = readFileSync(join(assets, name));
        if (content.length < LEAST_BYTES) continue;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, { params }));
      }
    },
  };
}

function listFirstFiles(root: string, bundle: Bundle): FirstFiles {
  const folder = join(root, 'src/routes');
  const entry = filesOf(bundle, (chunk) => chunk.isEntry === true);
  const laterThanEntry = (module: string): string[] =>
    [...filesOf(bundle, ({ facadeModuleId }) => facadeModuleId?.endsWith(module) === true)]
      .filter((file) => !entry.has(file))
      .map((file) => posix.basename(file));
  const routes = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  const bare = routes.flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(BARE_PAGE)]);
  return {
    frame: laterThanEntry('/src/app/shell.tsx'),
    bare: Object.fromEntries(bare.map(([, path = '', code = '']) => [path, laterThanEntry(`/src/${code}.tsx`)])),
    texts: Object.fromEntries(
      LANGUAGES.map((name) => [name, laterThanEntry(`/src/app/first-texts/${name.toLowerCase()}.ts`)]),
    ),
  };
}

/** The files of the chunks that are chosen: themselves and what they import. */
function filesOf(bundle: Bundle, isChosen: (chunk: Chunk) => boolean): Set<string> {
  const files = new Set<string>();
  const waiting = Object.keys(bundle).filter((name) => isChosen(bundle[name] as Chunk));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = bundle[name];
    if (chunk === undefined || files.has(name)) continue;
    files.add(name);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}
