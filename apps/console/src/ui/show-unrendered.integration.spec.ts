import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import { MARKDOWN_RULES } from './markdown-rules.js';

/** Returns the visible part of a text. */
function show(text: string): string {
  return renderToStaticMarkup(createElement(Markdown, MARKDOWN_RULES, text))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}

describe('an answer of a model', () => {
  it.each([
    ['type parameters', 'Use List<String> and Map<K, V>.'],
    ['an element in a line', 'Press <button>OK</button> now.'],
    ['elements of their own', '<div class="x">\nhello\n</div>'],
    ['a script', '<script>alert(1)</script>'],
    ['a comment', 'before <!-- hidden --> after'],
    ['an address in brackets of an unknown scheme', 'see <custom-element>'],
    ['a processing instruction', '<?php echo 1 ?>'],
    ['an image', 'a ![cat](https://example.com/cat.png) b'],
    ['an image with a title', '![cat](cat.png "A cat")'],
    ['an image by reference', '![cat][c]\n\n[c]: https://example.com/cat.png'],
    ['a source that nothing refers to', 'text\n\n[1]: https://example.com'],
    ['a link to a file', '[notes](file:///tmp/notes.txt)'],
    ['elements in a list', '- one <b>bold</b>\n- two'],
    ['elements in a heading', '# The <title> element'],
    ['a placeholder', 'curl -H "Authorization: Bearer <token>"'],
  ])('shows %s as the text that was written', (_name, text) => {
    const seen = show(text).replaceAll(/\s+/g, ' ');
    const written = text.replaceAll(/^(- |# )/gm, '').replaceAll(/\s+/g, ' ');
    expect(seen).toBe(written);
  });

  it('still has its links, its code and its emphasis, and no element of its own', () => {
    const html = renderToStaticMarkup(
      createElement(Markdown, MARKDOWN_RULES, '**b** `List<String>` [a](https://example.com) <img src=x onerror=y>'),
    );
    expect(html).toContain('<strong>b</strong>');
    expect(html).toContain('<code>List&lt;String&gt;</code>');
    expect(html).toContain('href="https://example.com"');
    expect(html).not.toContain('<img');
  });
});
