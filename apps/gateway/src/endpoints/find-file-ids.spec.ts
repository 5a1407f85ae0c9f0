import { describe, expect, it } from '@jest/globals';
import { findFileIds, findImageFiles, findToolFiles } from './find-file-ids.js';

const at = (param: string, id = 'f'): object => ({ kind: 'file', id, param });

const SERVICE = 'https://generativelanguage.googleapis.com';

describe('ids of files in the contents of messages', () => {
  it.each<[string, object, object[] | undefined]>([
    ['a text', { role: 'user', content: 'file_id' }, undefined],
    ['parts of text', { role: 'user', content: [{ type: 'text', text: 'x', file_id: 7 }] }, undefined],
    ['a file of chat', { content: [{ type: 'file', file: { file_id: 'f' } }] }, [at('m[0].content[0].file.file_id')]],
    ['a file of responses', { content: [{ type: 'input_file', file_id: 'f' }] }, [at('m[0].content[0].file_id')]],
    ['a picture of responses', { content: [{ type: 'input_image', file_id: 'f' }] }, [at('m[0].content[0].file_id')]],
    ['a part of an unknown type', { content: [{ type: 'new', file_id: 'f' }] }, [at('m[0].content[0].file_id')]],
    ['a single part', { content: { type: 'input_file', file_id: 'f' } }, [at('m[0].content.file_id')]],
    [
      'a document of messages',
      { content: [{ type: 'document', source: { type: 'file', file_id: 'f' } }] },
      [at('m[0].content[0].source.file_id')],
    ],
    [
      'the result of a tool',
      { content: [{ type: 'tool_result', content: [{ type: 'image', source: { type: 'file', file_id: 'f' } }] }] },
      [at('m[0].content[0].content[0].source.file_id')],
    ],
    [
      'a document within a document',
      { content: [{ source: { type: 'content', content: [{ type: 'image', source: { file_id: 'f' } }] } }] },
      [at('m[0].content[0].source.content[0].source.file_id')],
    ],
    [
      'the output of a function',
      { type: 'function_call_output', output: [{ type: 'input_file', file_id: 'f' }] },
      [at('m[0].output[0].file_id')],
    ],
    ['an item that is a file', { type: 'input_file', file_id: 'f' }, [at('m[0].file_id')]],
    ['arguments of a tool', { content: [{ type: 'tool_use', input: { file_id: 'f' } }] }, undefined],
    [
      'an upload to a container',
      { content: [{ type: 'container_upload', file_id: 'f' }] },
      [at('m[0].content[0].file_id')],
    ],
    [
      'an address of a file, in chat',
      { content: [{ type: 'image_url', image_url: { url: `${SERVICE}/v1beta/files/f` } }] },
      [at('m[0].content[0].image_url.url')],
    ],
    [
      'an address of a file, in responses',
      { content: [{ type: 'input_image', image_url: `${SERVICE}/v1beta/files/f?alt=media` }] },
      [at('m[0].content[0].image_url')],
    ],
    [
      'an address of a document, in responses',
      { content: [{ type: 'input_file', file_url: `${SERVICE}/v1beta/files/f:download` }] },
      [at('m[0].content[0].file_url')],
    ],
    [
      'an address of a file, in messages',
      { content: [{ type: 'image', source: { type: 'url', url: `${SERVICE}/v1/files/f` } }] },
      [at('m[0].content[0].source.url')],
    ],
    [
      'an address that is written in another way',
      { content: [{ image_url: { url: 'HTTPS://GenerativeLanguage.googleapis.com:443/v1beta/%66iles/%66#x' } }] },
      [at('m[0].content[0].image_url.url')],
    ],
    [
      'an address behind a long password',
      {
        content: [
          { image_url: { url: `https://${'x'.repeat(400)}@generativelanguage.googleapis.com/v1beta/files/f` } },
        ],
      },
      [at('m[0].content[0].image_url.url')],
    ],
    [
      'an address whose host is encoded',
      { content: [{ image_url: { url: 'https://%67enerativelanguage.googleapis.com/v1beta/files/f' } }] },
      [at('m[0].content[0].image_url.url')],
    ],
    [
      'an address that is encoded twice',
      { content: [{ image_url: { url: `${SERVICE}/v1beta/%2566iles%252Ff` } }] },
      [at('m[0].content[0].image_url.url')],
    ],
    [
      'an address beside an escape that is none',
      { content: [{ image_url: { url: `${SERVICE}/v1beta/%66iles/f?x=%ff%` } }] },
      [at('m[0].content[0].image_url.url')],
    ],
    [
      'an address with line breaks in it',
      { content: [{ image_url: { url: 'https://generative\nlanguage.googleapis.com/v1beta/fil\tes/f' } }] },
      [at('m[0].content[0].image_url.url')],
    ],
    [
      'an address that goes back to another file',
      { content: [{ image_url: { url: `${SERVICE}/v1beta/files/f/..\\g` } }] },
      [at('m[0].content[0].image_url.url'), at('m[0].content[0].image_url.url', 'g')],
    ],
    [
      'other addresses',
      {
        content: [
          { image_url: { url: 'https://example.com/v1beta/files/f' } },
          { image_url: { url: `${SERVICE}/v1beta/models/f` } },
          { image_url: { url: `data:image/png;base64,${SERVICE}/files/f` } },
          { image_url: { url: `${SERVICE}/%` } },
          { image_url: null },
        ],
      },
      undefined,
    ],
  ])('%s', (_what, message, expected) => {
    expect(findFileIds([message], 'm')).toEqual(expected);
  });

  it('a value that is no list of objects has none', () => {
    for (const items of ['x', undefined, null, 7, [null, 'x', [], { content: null }, { content: [null, 'x', 7] }]]) {
      expect(findFileIds(items, 'm')).toBeUndefined();
    }
  });

  it('are counted up to one more than a request may have, and looked for four contents deep', () => {
    const content = Array.from({ length: 5_000 }, (_, index) => ({ type: 'input_file', file_id: `f${index}` }));
    expect(findFileIds([{ content }, { content }], 'm')).toHaveLength(101);
    let deep: object = { file_id: 'f' };
    for (let depth = 0; depth < 10_000; depth += 1) deep = { content: [deep] };
    expect(findFileIds([deep], 'm')).toBeUndefined();
  });
});

describe('ids of files elsewhere', () => {
  it('in hosted tools and stored prompts of responses, not in schemas of functions', () => {
    const tools = [
      {
        type: 'function',
        parameters: { properties: { file_id: { type: 'string' } } },
        container: { file_ids: ['no'] },
      },
      { type: 'code_interpreter', container: { type: 'auto', file_ids: ['f'] } },
    ];
    expect(findToolFiles({ tools })).toEqual([at('tools[1].container.file_ids')]);
    const prompt = { id: 'p', variables: { paper: { type: 'input_file', file_id: 'f' }, name: 'x' } };
    expect(findToolFiles({ prompt })).toEqual([at('prompt.variables.paper.file_id')]);
    expect(findToolFiles({})).toBeUndefined();
  });

  it('in edits of images, as JSON or as a form', () => {
    const request = { images: [{ image_url: 'x' }, { file_id: 'f' }], mask: { file_id: 'g' } };
    expect(findImageFiles(request)).toEqual([at('images[1].file_id'), at('mask.file_id', 'g')]);
    const fields = [{ name: 'images[0][file_id]', value: 'f', filename: undefined, contentType: undefined }];
    const form = { fields } as unknown as NonNullable<Parameters<typeof findImageFiles>[0]['form']>;
    expect(findImageFiles({ form })).toEqual([at('images[0][file_id]')]);
    expect(findImageFiles({ prompt: 'x' })).toBeUndefined();
    const url = `${SERVICE}/v1beta/files/f`;
    expect(
      findImageFiles({ image: url, images: [{ image_url: url }, { image_url: { url } }, { url }], mask: 'x' }),
    ).toEqual([at('image'), at('images[0].image_url'), at('images[1].image_url.url'), at('images[2].url')]);
  });
});
