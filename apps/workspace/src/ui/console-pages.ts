import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that a page needs before its heading can be drawn, for its document to name. The rest of it comes after them. */
export interface PageNeeds {
  readonly scripts: readonly string[];
  /** True if the page first asks who is signed in. */
  readonly needsSession: boolean;
}

/** A console that was not built needs nothing. */
export const NO_NEEDS: PageNeeds = { scripts: [], needsSession: false };

/** Files that pages begin with, as the build lists them (apps/console/finish-build.ts). */
export interface FirstFiles {
  /** Files of the frame around every page for people who are signed in. */
  readonly frame: readonly string[];
  /** Files of each page for strangers, by its address. */
  readonly bare: Readonly<Record<string, readonly string[]>>;
  /** Files of the first texts, by language. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** First files of the pages of a built console. */
export class ConsolePages {
  private constructor(private readonly first: FirstFiles | undefined) {}

  /** Reads the list of a build; pages of a build without one need nothing. */
  static read(folder: string): ConsolePages {
    const file = join(folder, 'first-files.json');
    return new ConsolePages(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstFiles) : undefined);
  }

  /**
   * Returns the first files of the page at an address.
   *
   * @param names of the address below /ui
   * @param acceptLanguage what the browser says; the console's own setting is unknown here, and English is its fallback
   */
  needsOf(names: readonly string[], acceptLanguage: string | undefined): PageNeeds {
    if (this.first === undefined) return NO_NEEDS;
    const { bare, frame, texts } = this.first;
    const own = new Map(Object.entries(bare)).get(`/${names.join('/')}`);
    const languages = /^\s*zh/i.test(acceptLanguage ?? '') ? ['en', 'zh-CN'] : ['en'];
    return {
      scripts: [...(own ?? frame), ...languages.flatMap((language) => texts[language] ?? [])],
      needsSession: own === undefined,
    };
  }
}
