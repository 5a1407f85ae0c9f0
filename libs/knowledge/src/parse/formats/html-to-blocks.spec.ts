import { describe, expect, it, test } from '@jest/globals';
import { renderDocument } from '../../document/render-document.js';
import { htmlToBlocks } from './html-to-blocks.js';

const markdown = (html: string) =>
  renderDocument({ mediaType: 'text/html', metadata: {}, blocks: htmlToBlocks(html) }).text;

describe('htmlToBlocks', () => {
  test.each([
    ['white space as a browser shows it', '<p> a \n  b<br>c </p>', 'a b\nc'],
    ['text beside blocks', 'a<div>b</div>c', 'a\n\nb\n\nc'],
    ['headings', '<h2>A <em>b</em></h2><p>c', '## A b\n\nc'],
    ['lists in lists', '<ul><li>a<ol start=3><li>b<li>c</ol><li>d</ul>', '- a\n  3. b\n  4. c\n- d'],
    ['lists directly in lists without an item', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
    ['definitions', '<dl><dt>a</dt><dd>b</dd></dl>', '- a\n  - b'],
    ['code with its language', '<pre><code class="language-js">let a;\n  b</code></pre>', '```js\nlet a;\n  b\n```'],
    ['code in a list', '<ul><li>a<pre>b</pre></li></ul>', '- a\n\n```\nb\n```'],
    ['a table with marked headers', '<table><tr><th>A</th></tr><tr><td>b</td></tr></table>', '| A |\n| --- |\n| b |'],
    [
      'a table with its caption',
      '<table><caption>T</caption><tr><td>1<td>2<tr><td>3<td>4</table>',
      'T\n\n| 1 | 2 |\n| 3 | 4 |',
    ],
    ['merged columns', '<table><tr><td colspan=2>1<tr><td>2<td>3</table>', '| 1 | 1 |\n| 2 | 3 |'],
    ['bars in cells', '<table><tr><td>1|2<td>3<tr><td>4<td>5</table>', '| 1\\|2 | 3 |\n| 4 | 5 |'],
    ['a table that lays out a page', '<table><tr><td><h1>a</h1><p>b</td></tr></table>', '# a\n\nb'],
    [
      'a table in such a table',
      '<table><tr><td>x<td><table><tr><td>1<td>2<tr><td>3<td>4</table></table>',
      'x\n\n| 1 | 2 |\n| 3 | 4 |',
    ],
    ['what a picture shows', '<p>a <img src="x" alt="cat"></p>', 'a cat'],
    [
      'nothing that is not seen',
      '<p>a<script>b</script><style>c</style><span hidden>d</span><i style="display: none">e</i></p>',
      'a',
    ],
    ['markup that is broken', '<p>a<b>b</p><p>c</i></div>d', 'ab\n\ncd'],
  ])('reads %s', (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  it('says on which page blocks are', () => {
    expect(htmlToBlocks('<p>a', 3)).toEqual([{ kind: 'paragraph', text: 'a', page: 3 }]);
  });

  it('reads elements that are nested deeper than a stack is', () => {
    expect(markdown(`${'<b>'.repeat(3_000)}a`)).toBe('a');
    expect(markdown(`${'<div>'.repeat(3_000)}a`)).toBe('a');
  });

  // Number of marks that one call could not take as arguments: they would be more than a stack holds.
  const MANY = 150_000;
  const MARKS = '<i></i>'.repeat(MANY);
  test.each([
    ['a definition list', `<dl><div>${MARKS}<dt>a</dt></div></dl>`, '- a'],
    ['an item of a list', `<ul><li>${MARKS}a</li></ul>`, '- a'],
    ['a cell of a table', `<table><tr><td>1<td>${MARKS}2<tr><td>3<td>4</table>`, '| 1 | 2 |\n| 3 | 4 |'],
  ])('reads 150,000 elements beside one another in %s', (_, html, expected) => {
    expect(markdown(html).replace('| --- | --- |\n', '')).toBe(expected);
  });

  it('reads lists that are directly in one another, deeper than a stack is', () => {
    expect(markdown(`${'<ul>'.repeat(15_000)}<li>a`)).toContain('a');
  });

  it('rejects elements that are nested deeper than any document has them, at once', () => {
    expect(() => htmlToBlocks('<div>'.repeat(50_001))).toThrow(
      expect.objectContaining({ failure: 'unsafe_content', reason: expect.stringContaining('50,000') }),
    );
    expect(() => htmlToBlocks(`${'<div>'.repeat(30_000)}a`)).not.toThrow();
  });
});
