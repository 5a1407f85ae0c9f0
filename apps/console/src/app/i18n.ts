import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';

const FILES = import.meta.glob<{ default: object }>('../locales/*/*.json');

export const LANGUAGES = ['en', 'zh-CN'] as const;

const STORED = 'console-language';

/** Loads the texts of a feature with its page. */
const catalogues: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = FILES[`../locales/${language}/${namespace}.json`];
    if (load === undefined) return done(null, {});
    load().then(
      ({ default: texts }) => done(null, texts as never),
      (problem: Error) => done(problem, null),
    );
  },
};

/** What the person chose, else what the browser prefers, else English. */
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
      ns: ['common', 'navigation'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}
