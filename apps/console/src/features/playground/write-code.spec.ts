import { describe, expect, it } from '@jest/globals';
import { CODE_LANGUAGES, writeCode } from './write-code.js';

const URL = 'https://ai.example.com/v1';
const HARD = `It's "quoted" \`back\` $HOME \\n ${'{'}x} 你好 \u2028 end`;
const BODY = { model: 'm', messages: [{ role: 'user', content: HARD }], stream: true, seed: null };

describe('the request as code', () => {
  it.each(CODE_LANGUAGES)('reads the key from the environment in %s', (language) => {
    const code = writeCode(language, URL, BODY);
    expect(code).toContain('MULTILANE_KEY');
    expect(code).toContain(URL);
  });

  it('is one word for a shell, whatever the text is', () => {
    const word = / -d '((?:[^']|'\\'')*)'$/.exec(writeCode('curl', URL, BODY))?.[1];
    expect(JSON.parse(word?.replaceAll("'\\''", "'") ?? '')).toEqual(BODY);
  });

  it('has the literals of Python', () => {
    const code = writeCode('python', URL, {
      model: 'm',
      logprobs: true,
      seed: null,
      stop: [],
      tools: [{ strict: false }],
    });
    expect(code).toContain('    logprobs=True,\n    seed=None,\n    stop=[],');
    expect(code).toContain('"strict": False,');
  });

  it('falls back to a quoted string in Go where a raw one would end early', () => {
    expect(writeCode('go', URL, BODY)).toContain('body := "{\\n');
    expect(writeCode('go', URL, { model: 'm' })).toContain('body := `{\n');
  });

  it('prints a stream as it comes, and an answer at once', () => {
    expect(writeCode('python', URL, BODY)).toContain('for chunk in answer:');
    expect(writeCode('python', URL, { model: 'm' })).toContain('print(answer.choices[0].message.content)');
  });

  it('names images instead of holding them', () => {
    const url = `data:image/png;base64,${'A'.repeat(500)}`;
    const code = writeCode('curl', URL, { messages: [{ content: [{ image_url: { url } }] }] });
    expect(code).toContain('data:image/png;base64,YOUR_IMAGE_IN_BASE64');
    expect(code).not.toContain('AAAA');
  });

  it('has no half characters, which no language allows', () => {
    expect(writeCode('go', URL, { model: 'a\ud800b' })).toContain('a\ufffdb');
  });
});
