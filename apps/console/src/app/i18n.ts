import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatDuration } from '../ui/duration-text.js';

const FIRST = import.meta.glob<{ default: Readonly<Record<string, object>> }>('./first-texts/*.ts');
const FILES = import.meta.glob<{ default: object }>([
  '../locales/*/*.json',
  '!../locales/*/{common,home,navigation,second-factor,sign-in,unpriced}.json',
]);

export const LANGUAGES = ['en', 'zh-CN'] as const;

const STORED = 'console-language';

/** Loads the texts of a feature with its page. */
const catalogues: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    readTexts(language, namespace).then(
      (texts) => done(null, texts as never),
      (problem: Error) => done(problem, null),
    );
  },
};

async function readTexts(language: string, namespace: string): Promise<object> {
  const load = FILES[`../locales/${language}/${namespace}.json`];
  if (load !== undefined) return (await load()).default;
  const first = await FIRST[`./first-texts/${language.toLowerCase()}.ts`]?.();
  return first?.default[namespace] ?? {};
}

/** Chooses the language: the person's choice, or else the browser's preference, or else English. */
function chooseLanguage(): string {
  const asked = [readStored(), ...navigator.languages].filter((name) => name !== undefined);
  for (const name of asked) {
    const found = LANGUAGES.find((language) => language === name || language.split('-')[0] === name.split('-')[0]);
    if (found !== undefined) return found;
  }
  return 'en';
}

function readStored(): string | undefined {
  try {
    return localStorage.getItem(STORED) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Changes the language of the console, and remembers it in this browser. */
export async function changeLanguage(language: string): Promise<void> {
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // Storage may be off: the language then lasts as long as the page.
  }
}

/**
 * Loads texts of pages: at once if they are there, whatever else is still on its way. Asks again for those that could not be loaded
 * before, which i18next itself never does.
 *
 * @throws if they cannot be loaded
 */
export async function loadTexts(names: readonly string[]): Promise<void> {
  if (missingOf(names).length === 0) return;
  await i18next.loadNamespaces(names);
  const failed = missingOf(names);
  if (failed.length === 0) return;
  await i18next.reloadResources(i18next.languages, failed);
  const missing = missingOf(failed);
  if (missing.length > 0) throw new Error(`The texts could not be loaded: ${missing.join(', ')}`);
}

function missingOf(names: readonly string[]): string[] {
  return names.filter((name) => i18next.languages.some((language) => !i18next.hasResourceBundle(language, name)));
}

const TEXTS_OF_ALL = ['common', 'navigation'];

/** @throws if the texts that all pages have cannot be loaded */
export async function startTexts(): Promise<void> {
  const language = chooseLanguage();
  document.documentElement.lang = language;
  await i18next
    .use(catalogues)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      supportedLngs: [...LANGUAGES],
      ns: TEXTS_OF_ALL,
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
  addFormats();
  await loadTexts(TEXTS_OF_ALL);
}

/** Adds the formats of values in texts beside those of i18next: `{{ms, duration}}` and `{{count, seconds}}`. */
function addFormats(): void {
  const { formatter } = i18next.services;
  formatter?.add('duration', (ms: unknown, language) => formatDuration(Number(ms), language ?? 'en'));
  formatter?.add('seconds', (seconds: unknown, language) => formatDuration(Number(seconds) * 1000, language ?? 'en'));
}
