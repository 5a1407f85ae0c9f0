import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files smaller than that gain nothing from being compressed. */
const LEAST_BYTES = 1000;
const COMPRESSIBLE = /\.(js|css|json|svg)$/;

/** A page in a file of routes: its address, perhaps its layout, its code, and its texts. */
const PAGE = /path: '([^']+)',([^{}]*?)load: \(\) => import\('\.\.\/([^']+)\.js'\),\s*texts: \[([^\]]*)\]/g;
/** Catalogues that every page has (src/app/i18n.ts). */
const TEXTS_OF_ALL = ['common', 'navigation'];
const LANGUAGES = ['en', 'zh-CN'];

/** Files that a page needs, for the service to name in its document (apps/workspace/src/ui). */
interface PageFiles {
  readonly path: string;
  /** True if the page is for people who are not signed in. */
  readonly isBare: boolean;
  readonly files: readonly string[];
  /** Files of its texts, by language. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

interface Chunk {
  readonly type: string;
  readonly isEntry?: boolean;
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss?: ReadonlySet<string> };
}

type Bundle = Readonly<Record<string, Chunk>>;

/** Writes the list of the files of each page, and each file of the build in Brotli beside it: the service compresses nothing anew. */
export function finishBuild(root: string): Plugin {
  return {
    name: 'finish-build',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      writeFileSync(join(dir, 'pages.json'), JSON.stringify(listPages(root, bundle as unknown as Bundle)));
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

function listPages(root: string, bundle: Bundle): PageFiles[] {
  const folder = join(root, 'src/routes');
  const routes = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  const first = filesOf(bundle, (chunk) => chunk.isEntry === true);
  const later = (files: ReadonlySet<string>) =>
    [...files].filter((file) => !first.has(file)).map((file) => posix.basename(file));
  return routes
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(PAGE)])
    .map(([, path = '', between = '', code = '', texts = '']) => {
      const isBare = between.includes("layout: 'bare'");
      const modules = [`/src/${code}.tsx`, ...(isBare ? [] : ['/src/app/shell.tsx'])];
      const names = [...TEXTS_OF_ALL, ...[...texts.matchAll(/'([\w-]+)'/g)].map(([, text = '']) => text)];
      const textsOf = (language: string) =>
        later(filesOf(bundle, isOneOf(names.map((text) => `/src/locales/${language}/${text}.json`))));
      return {
        path,
        isBare,
        files: later(filesOf(bundle, isOneOf(modules))),
        texts: Object.fromEntries(LANGUAGES.map((language) => [language, textsOf(language)])),
      };
    });
}

function isOneOf(modules: readonly string[]): (chunk: Chunk) => boolean {
  return ({ facadeModuleId }) => modules.some((module) => facadeModuleId?.endsWith(module) === true);
}

/** The files of the chunks that are chosen: themselves, what they import, and their styles. */
function filesOf(bundle: Bundle, isChosen: (chunk: Chunk) => boolean): Set<string> {
  const files = new Set<string>();
  const waiting = Object.keys(bundle).filter((name) => isChosen(bundle[name] as Chunk));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = bundle[name];
    if (chunk === undefined || files.has(name)) continue;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}
