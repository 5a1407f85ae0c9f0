import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that a page needs before it can be drawn, for its document to name. */
export interface PageNeeds {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** True if the page first asks who is signed in. */
  readonly needsSession: boolean;
}

/** A page that the console does not have needs nothing. */
export const NO_NEEDS: PageNeeds = { scripts: [], styles: [], needsSession: false };

interface PageFiles {
  readonly path: string;
  readonly isBare: boolean;
  readonly files: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** The pages of the built console and their files, which the build has listed (apps/console/finish-build.ts). */
export class ConsolePages {
  private constructor(private readonly pages: readonly (PageFiles & { readonly names: readonly string[] })[]) {}

  /** Reads the list of a build; a build without one has no pages. */
  static read(folder: string): ConsolePages {
    const file = join(folder, 'pages.json');
    const pages = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageFiles[]) : [];
    return new ConsolePages(pages.map((page) => ({ ...page, names: namesOf(page.path) })));
  }

  /**
   * Returns the files of the page at an address; none if the console has no such page.
   *
   * @param names of the address below /ui
   * @param acceptLanguage what the browser says; the console's own setting is unknown here, and English is its fallback
   */
  needsOf(names: readonly string[], acceptLanguage: string | undefined): PageNeeds {
    const matching = this.pages.filter((page) => matches(page.names, names));
    // A page whose name is written out comes before one with any name in its place.
    const page = matching.sort((a, b) => countWritten(b.names) - countWritten(a.names))[0];
    if (page === undefined) return NO_NEEDS;
    const languages = /^\s*zh/i.test(acceptLanguage ?? '') ? ['en', 'zh-CN'] : ['en'];
    const files = [...new Set([...page.files, ...languages.flatMap((language) => page.texts[language] ?? [])])];
    return {
      scripts: files.filter((file) => file.endsWith('.js')),
      styles: files.filter((file) => file.endsWith('.css')),
      needsSession: !page.isBare,
    };
  }
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '');
}

function matches(pattern: readonly string[], names: readonly string[]): boolean {
  return pattern.length === names.length && pattern.every((name, at) => name.startsWith('$') || name === names[at]);
}

function countWritten(names: readonly string[]): number {
  return names.filter((name) => !name.startsWith('$')).length;
}
