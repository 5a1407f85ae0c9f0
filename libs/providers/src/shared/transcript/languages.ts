/**
 * Languages that whisper names otherwise than Unicode's English names do (github.com/openai/whisper, whisper/tokenizer.py).
 */
const WHISPER_NAMES: ReadonlyMap<string, string> = new Map([
  ['bn', 'bengali'],
  ['my', 'myanmar'],
  ['nn', 'nynorsk'],
  ['nb', 'norwegian'],
  ['mi', 'maori'],
  ['fil', 'tagalog'],
  ['yue', 'cantonese'],
]);

const LONGEST_TAG = 35;

let names: Intl.DisplayNames | undefined;

/**
 * A language as whisper writes it in `verbose_json`: "english" for `en`, `eng`, `en-US` and `en_us`. Anything but a tag
 * of a language is returned in lower case, for some providers write the name themselves.
 */
export function nameLanguage(language: string): string {
  const code = readLanguageCode(language);
  if (code === undefined) return language.toLowerCase();
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return WHISPER_NAMES.get(code) ?? names.of(code)?.toLowerCase() ?? language.toLowerCase();
}

/** The ISO 639-1 code of a language tag if there is one, else the shortest code; undefined if it is no tag. */
export function readLanguageCode(tag: string): string | undefined {
  if (tag.length < 2 || tag.length > LONGEST_TAG) return undefined;
  try {
    const { language } = new Intl.Locale(tag.replaceAll('_', '-'));
    // Longer ones are names that happen to look like a tag: "english" is a well-formed subtag.
    return language.length <= 3 && language !== 'und' ? language : undefined;
  } catch {
    return undefined;
  }
}
