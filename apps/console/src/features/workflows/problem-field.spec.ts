import { describe, expect, it } from '@jest/globals';
import { fieldOfProblem, partOfProblem } from './problem-field.js';

describe('the field of a problem', () => {
  it.each([
    ['nodes[2].model', { key: 'model' }],
    ['nodes[0].messages[1].content', { key: 'content', number: 2 }],
    ['nodes[0].headers.x-a', { key: 'headers' }],
    ['edges[0].from', undefined],
    ['output', undefined],
  ])('at %s is %j', (path, field) => {
    expect(fieldOfProblem(path)).toEqual(field);
  });
});

describe('the part of a definition that a problem is about', () => {
  it.each([
    ['nodes', 'steps'],
    ['nodes[3]', 'steps'],
    ['edges[0].from', 'edges'],
    ['output', 'output'],
    ['definition', 'definition'],
    ['other', undefined],
  ])('at %s is %s', (path, part) => {
    expect(partOfProblem(path)).toBe(part);
  });
});
