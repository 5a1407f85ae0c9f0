import { describe, expect, it } from '@jest/globals';
import type { ChatMessage } from '@multilane/contracts';
import { deepFreeze } from '@multilane/testing';
import { BRIDGE, fitRoles, type RoleRules } from './fit-roles.js';

const ALL: RoleRules = { leadingSystem: true, alternates: true, bridgesResults: true, spokenTurns: true };

const said = (role: ChatMessage['role'], content: ChatMessage['content'], more: object = {}): ChatMessage => ({
  role,
  content,
  ...more,
});
const call = said('assistant', null, {
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
});
const result = said('tool', 'found', { tool_call_id: 'a' });

function order(messages: ChatMessage[], rules: RoleRules) {
  const lost: string[] = [];
  return { messages: fitRoles(deepFreeze(messages), rules, { lose: (name) => lost.push(name) }), lost };
}

function refuse(name: string): never {
  throw new Error(`lost ${name}`);
}

describe('the order of roles', () => {
  it('is left alone where it is as the server takes it, or where the server takes any', () => {
    const usual = [said('system', 's'), said('user', 'q'), call, result, said('assistant', 'a'), said('user', 'w')];
    expect(fitRoles(usual, ALL, { lose: refuse })).toBe(usual);
    const unusual = [said('user', 'q'), said('user', 'q'), said('system', 's'), said('assistant', ''), result];
    expect(fitRoles(unusual, {}, { lose: refuse })).toBe(unusual);
  });

  it('has the system messages of the beginning as one, which says the same', () => {
    const messages = [said('system', 'a'), said('developer', 'b'), said('user', 'q')];
    expect(order(messages, ALL)).toEqual({ messages: [said('system', 'a\n\nb'), said('user', 'q')], lost: [] });
  });

  it('has later system messages at the beginning, declared, and joins the users around them', () => {
    const messages = [said('user', 'q'), said('system', 'late'), said('user', 'w')];
    const { messages: fitted, lost } = order(messages, ALL);
    expect(fitted).toEqual([said('system', 'late'), said('user', 'q\n\nw')]);
    expect(lost).toEqual(['messages']);
  });

  it('keeps parts as parts where neighbours become one message', () => {
    const image = { type: 'image_url' as const, image_url: { url: 'data:,' } };
    const messages = [said('user', [image]), said('user', 'what is it?'), said('user', '')];
    expect(order(messages, { alternates: true }).messages).toEqual([
      said('user', [image, { type: 'text', text: 'what is it?' }]),
    ]);
  });

  it('keeps users apart who have names', () => {
    const messages = [said('user', 'q', { name: 'ann' }), said('user', 'w', { name: 'ben' })];
    expect(order(messages, ALL).messages).toEqual(messages);
  });

  it('has the assistant speak between results and a user, declared', () => {
    const { messages, lost } = order([said('user', 'q'), call, result, said('user', 'w')], ALL);
    expect(messages).toEqual([said('user', 'q'), call, result, said('assistant', BRIDGE), said('user', 'w')]);
    expect(lost).toEqual(['messages']);
  });

  it('has no turn of the assistant that says and calls nothing', () => {
    const messages = [said('user', 'q'), said('assistant', ''), said('assistant', null), said('user', 'w')];
    expect(order(messages, ALL)).toEqual({ messages: [said('user', 'q\n\nw')], lost: [] });
    expect(order([said('user', 'q'), said('assistant', []), call, result], ALL).messages).toEqual([
      said('user', 'q'),
      call,
      result,
    ]);
  });
});
