import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const LOCALES = fileURLToPath(new URL('.', import.meta.url));
const SOURCE = join(LOCALES, '..');

type Texts = { readonly [key: string]: string | Texts };

function readTexts(language: string, namespace: string): ReadonlyMap<string, string> {
  const texts = JSON.parse(readFileSync(join(LOCALES, language, namespace), 'utf8')) as Texts;
  return new Map(flatten(texts, ''));
}

function flatten(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
}

/** Languages count differently: what i18next appends to a key says for which numbers its text is. */
const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');

const keysOf = (texts: ReadonlyMap<string, string>): string[] =>
  [...new Set([...texts.keys()].map(withoutPlural))].sort();

const placeholdersOf = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();

const namespaces = readdirSync(join(LOCALES, 'en')).filter((name) => name.endsWith('.json'));

/**
 * Words that another one stands for in Chinese, with the English texts that keep them. A unit of a model is a Token, as providers write in
 * Chinese; a credential is a 令牌.
 */
const REPLACED = [
  { word: /令牌/, by: 'Token', unless: (english: string) => !COUNTED_TOKENS.test(english) },
  { word: /词元|\btoken\b/, by: 'Token', unless: (english: string) => /secret token|ID token/.test(english) },
  { word: /提供方|供应商|服务商/, by: '提供商' },
  { word: /账户|帐号|帐户/, by: '账号' },
  { word: /工作空间/, by: '工作区' },
  { word: /凭证/, by: '凭据' },
  { word: /登陆/, by: '登录' },
  { word: /限流|限速/, by: '速率限制' },
  { word: /你/, by: '您' },
  { word: /[\u4e00-\u9fff][,;?!:](?! )/, by: 'punctuation of full width' },
];

/** English of tokens that are counted, priced or limited. */
const COUNTED_TOKENS =
  /tokens (in|out|used|per (minute|hour|day|month))\b|\{\{\w+\}\} tokens|(per|million|prompt|completion|reasoning|cached|answer|most|maximum|max) tokens|tokens of an answer|^tokens$/i;
/** Catalogues in which a text that is only "Tokens" names credentials. */
const OF_CREDENTIALS: ReadonlySet<string> = new Set([
  'people.json',
  'scim.json',
  'virtual-accounts.json',
  'organization-accounts.json',
  'me.json',
]);

/** Words of products, formats and fields that Chinese texts keep: a text of nothing else needs no Chinese character. */
const KEPT = new Set(
  `AI Anthropic Arize Baggage Claude ClickHouse Code Codex Entra GitHub Hooks IBAN ID JSON Kafka LangChain Langfuse LiteLLM Microsoft Okta OpenInference P PagerDuty
  Phoenix Portkey PostgreSQL Python Redis SCIM SDK Schema Slack Splunk Standard Stripe Teams Token Top TypeScript URL Vercel Webhook Webhooks YAML CSV curl false fallback
  gateway k model pass true with yaml your`.split(/\s+/),
);

describe('the texts of the console', () => {
  it.each(namespaces)('are Chinese where the language is, apart from names: %s', (namespace) => {
    const left = [...readTexts('zh-CN', namespace)].filter(([, text]) => {
      const words = text.replace(/\{\{.*?\}\}/g, '').match(/[A-Za-z]+/g) ?? [];
      return !/[\u4e00-\u9fff]/.test(text) && words.some((word) => !KEPT.has(word));
    });
    expect(left).toEqual([]);
  });

  it.each(namespaces)('have one Chinese word for one thing: %s', (namespace) => {
    const [english, chinese] = [readTexts('en', namespace), readTexts('zh-CN', namespace)];
    const found = [...chinese].flatMap(([key, text]) =>
      REPLACED.filter(({ unless, word }) => {
        const original = english.get(key) ?? '';
        const isCredential = OF_CREDENTIALS.has(namespace) && /^tokens$/i.test(original);
        return word.test(text.replace(/\{\{.*?\}\}/g, '')) && !isCredential && unless?.(original) !== true;
      }).map(({ by }) => `${key} "${text}": ${by}`),
    );
    expect(found).toEqual([]);
  });

  it('are in the same catalogues in each language', () => {
    expect(readdirSync(join(LOCALES, 'zh-CN')).sort()).toEqual([...namespaces].sort());
  });

  it.each(namespaces)('have the same keys and placeholders in each language: %s', (namespace) => {
    const [english, chinese] = [readTexts('en', namespace), readTexts('zh-CN', namespace)];
    expect(keysOf(chinese)).toEqual(keysOf(english));
    for (const [key, text] of chinese) {
      const original =
        english.get(key) ?? english.get(`${withoutPlural(key)}_other`) ?? english.get(withoutPlural(key));
      expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(original ?? '')]);
    }
    for (const [key, text] of [...english, ...chinese]) expect([key, text.trim()]).not.toEqual([key, '']);
  });

  it('are nowhere else: no words stand in the code of a page', () => {
    const found = listFiles(SOURCE)
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) =>
        findWords(readFileSync(file, 'utf8')).map((words) => `${file.slice(SOURCE.length)}: ${words}`),
      );
    expect(found).toEqual([]);
  });
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listFiles(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

/** Names of keys and things that are the same in every language. */
const NAMES = new Set(['Multilane', 'Ctrl K', 'X-Team: research']);

const ELEMENT_TEXT = />\s*([^<>{}]*[A-Za-z]{2}[^<>{}]*?)\s*<\//g;
const ATTRIBUTE = /\s(?:label|title|description|aria-label|alt)="([^"]*[A-Za-z]{2}[^"]*)"/g;
/** One word is an example of a value. */
const PLACEHOLDER = /\splaceholder="([^"]*[A-Za-z]{2}[^"]* [^"]*)"/g;

/** Texts of elements, and of attributes that people read. */
function findWords(code: string): string[] {
  return [...code.matchAll(ELEMENT_TEXT), ...code.matchAll(ATTRIBUTE), ...code.matchAll(PLACEHOLDER)]
    .map(([, words = '']) => words.trim())
    .filter((words) => !NAMES.has(words) && !/[=;()]/.test(words) && !/^[a-z]+_[\w…]+$/.test(words));
}
