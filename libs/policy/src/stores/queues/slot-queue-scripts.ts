import {
  LANES_EXAMINED,
  LONGEST_EXAMINED,
  LONGEST_WAITING_EVERY,
  REQUEST_PRIORITIES,
} from '../../limits/slot-queue.js';
import { defineScript } from '../redis-link.js';

/** A process whose polls have failed for so long, in seconds, is gone: its waiting requests leave their queues. */
const SILENCE_SECONDS = 3;

/** A slot that was granted to a waiting request and that its process has not collected is free again after this time, in seconds. */
const CLAIM_SECONDS = 3;

/**
 * A counter with room for none of those that wait for it is not looked through again for so long, in seconds: other limits of theirs are
 * full, and whoever returns a slot of those looks through their queues.
 */
const REST_SECONDS = 0.25;

/** Requests of processes that are gone leave their queues, so many in one run of a script: Redis does nothing else meanwhile. */
const MOST_GONE = 200;

/** Queues that nobody touches are dropped after this time, in seconds: longer than any request waits. */
const QUEUE_SECONDS = 3_600;

/**
 * Queues of counters. Beside the slots of a counter `c` there are, while requests wait for it:
 * `c:w` the waiting requests, `c:a` their arrivals, `c:o:<class>` the round of organizations, `c:l:<class>:<organization>` the round of its
 * lanes, `c:f:<class>:<organization>:<lane>` the requests of a lane, `c:n` numbers, `c:g` the processes: when each was last heard, and how
 * many of its requests wait. All are in the hash slot of `c`. A grant is noted for its process, which collects it with its next command.
 *
 * ARGV: the clock or nothing, the lease, the process, the prefix of its grants.
 */
const PRELUDE = `
local now = tonumber(ARGV[1])
if now == nil then
  local time = redis.call('TIME')
  now = tonumber(time[1]) + tonumber(time[2]) / 1000000
end
local lease, process, granted = tonumber(ARGV[2]), ARGV[3], ARGV[4]
local taken, newest, blocked = {}, {}, {}
local gone, mayRest = 0, true

local function countOf(c)
  if not taken[c] then
    redis.call('ZREMRANGEBYSCORE', c, '-inf', now)
    taken[c] = redis.call('ZCARD', c)
  end
  return taken[c]
end

local function limitOf(c, own)
  if newest[c] == nil then newest[c] = tonumber(redis.call('HGET', c .. ':n', 'limit') or '') or false end
  return newest[c] or own
end

local function isFull(c, own) return countOf(c) >= limitOf(c, own) end

local function hasRoom(counters, limits)
  for at, c in ipairs(counters) do
    if isFull(c, limits[at]) then return false end
  end
  return true
end

-- Which kind of limit is full for a request: one with a queue, or another. Nothing if it fits.
local function findFull(w)
  local found
  for at, c in ipairs(w.c) do
    if isFull(c, w.l[at]) then
      if not w.q[at] then return 'other' end
      found = 'queued'
    end
  end
  return found
end

local function isHeld(counters, id)
  for _, c in ipairs(counters) do
    local till = redis.call('ZSCORE', c, id)
    if not till or tonumber(till) <= now then return false end
  end
  return true
end

local function hold(counters, id, seconds)
  for _, c in ipairs(counters) do
    redis.call('ZADD', c, now + seconds, id)
    redis.call('EXPIRE', c, math.ceil(2 * lease))
  end
end

-- Counters with another slot that is taken. What waits for one that is full now may fit when it has room again.
local function count(counters, limits)
  for at, c in ipairs(counters) do
    taken[c] = countOf(c) + 1
    if isFull(c, limits[at]) then redis.call('HDEL', c .. ':n', 'rest') end
  end
end

local function find(c, id)
  local text = redis.call('HGET', c .. ':w', id)
  return text and cjson.decode(text)
end

local function lanesOf(c, w) return c .. ':l:' .. w.p .. ':' .. w.o end
local function laneOf(c, w) return c .. ':f:' .. w.p .. ':' .. w.o .. ':' .. w.lane end
local function turnOf(c) return redis.call('HINCRBY', c .. ':n', 'turn', 1) end

local function drop(id, w)
  for at, c in ipairs(w.c) do
    if w.q[at] and redis.call('HDEL', c .. ':w', id) == 1 then
      redis.call('ZREM', c .. ':a', id)
      redis.call('ZREM', laneOf(c, w), id)
      if redis.call('EXISTS', laneOf(c, w)) == 0 then
        redis.call('ZREM', lanesOf(c, w), w.lane)
        if redis.call('EXISTS', lanesOf(c, w)) == 0 then redis.call('ZREM', c .. ':o:' .. w.p, w.o) end
      end
      if c == w.f then redis.call('HINCRBY', c .. ':n', 'length', -1) end
      redis.call('HINCRBY', c .. ':g', 'n:' .. w.g, -1)
      if redis.call('EXISTS', c .. ':w') == 0 then redis.call('DEL', c .. ':n', c .. ':g') end
    end
  end
end

local function grant(id, w)
  drop(id, w)
  count(w.c, w.l)
  for at, c in ipairs(w.c) do
    if w.q[at] and redis.call('EXISTS', c .. ':w') == 1 then
      redis.call('HINCRBY', c .. ':n', 'grants', 1)
      local organizations = c .. ':o:' .. w.p
      if redis.call('ZSCORE', organizations, w.o) then
        redis.call('ZADD', organizations, turnOf(c), w.o)
        if redis.call('ZSCORE', lanesOf(c, w), w.lane) then redis.call('ZADD', lanesOf(c, w), turnOf(c), w.lane) end
      end
    end
  end
  hold(w.c, id, ${CLAIM_SECONDS})
  redis.call('RPUSH', granted .. w.g, cjson.encode({ id, w.c }))
  redis.call('EXPIRE', granted .. w.g, 60)
end

local function isSilent(seen) return not seen or math.abs(now - seen) > ${SILENCE_SECONDS} end

-- True if its process is gone: then it has left its queues, or leaves them with the next scripts if too many do.
local function isGone(c, id, w)
  if not isSilent(tonumber(redis.call('HGET', c .. ':g', w.g) or '')) then return false end
  gone = gone + 1
  if gone <= ${MOST_GONE} then drop(id, w) end
  return true
end

-- Makes room in a queue that is full: a process that is gone keeps no place in it.
local function dropGone(c)
  local all, counts, silent = redis.call('HGETALL', c .. ':g'), {}, false
  for at = 1, #all, 2 do counts[all[at]] = tonumber(all[at + 1]) end
  for name, seen in pairs(counts) do
    silent = silent or ((counts['n:' .. name] or 0) > 0 and isSilent(seen))
  end
  if not silent then return end
  for _, id in ipairs(redis.call('ZRANGE', c .. ':a', 0, ${MOST_GONE - 1})) do
    local w = find(c, id)
    if w then isGone(c, id, w) end
  end
end

-- The request if it fits, and true if it is gone.
local function examine(c, id)
  local w = find(c, id)
  if not w then return nil, true end
  if isGone(c, id, w) then return nil, gone <= ${MOST_GONE} end
  if not blocked[w.lane] then
    blocked[w.lane] = findFull(w)
    if not blocked[w.lane] then return w, false end
  end
  if blocked[w.lane] == 'other' then mayRest = false end
  return nil, false
end

local function choose(c)
  mayRest = true
  local grants = tonumber(redis.call('HGET', c .. ':n', 'grants') or '0')
  if grants % ${LONGEST_WAITING_EVERY} == ${LONGEST_WAITING_EVERY - 1} then
    for _, id in ipairs(redis.call('ZRANGE', c .. ':a', 0, ${LONGEST_EXAMINED - 1})) do
      local w = examine(c, id)
      if w then return id, w end
    end
  end
  local examined = 0
  for class = ${REQUEST_PRIORITIES.length - 1}, 0, -1 do
    for _, organization in ipairs(redis.call('ZRANGE', c .. ':o:' .. class, 0, ${LANES_EXAMINED - 1})) do
      local lanes = lanesOf(c, { p = class, o = organization })
      for _, lane in ipairs(redis.call('ZRANGE', lanes, 0, ${LANES_EXAMINED - 1})) do
        local waiting = laneOf(c, { p = class, o = organization, lane = lane })
        while true do
          local id = redis.call('ZRANGE', waiting, 0, 0)[1]
          if not id then break end
          local w, isGone = examine(c, id)
          if w then return id, w end
          if not isGone then break end
          redis.call('ZREM', waiting, id)
        end
        examined = examined + 1
        if gone > ${MOST_GONE} or examined == ${LANES_EXAMINED} then return nil end
      end
    end
  end
  return nil
end

local function isResting(c)
  local since = tonumber(redis.call('HGET', c .. ':n', 'rest') or '')
  return since and math.abs(now - since) < ${REST_SECONDS}
end

local function serve(c)
  while redis.call('EXISTS', c .. ':w') == 1 and not isFull(c, 0) and not isResting(c) do
    local id, w = choose(c)
    if not id then
      if mayRest and gone <= ${MOST_GONE} and redis.call('EXISTS', c .. ':w') == 1 then redis.call('HSET', c .. ':n', 'rest', now) end
      return
    end
    grant(id, w)
  end
end

local function serveAll()
  for at = #KEYS, 1, -1 do serve(KEYS[at]) end
end

-- Appends what was granted to this process, each as its name, or behind a minus if its slot is lost. Counts them by counter.
local function collect(answer, counts)
  local list = redis.call('LRANGE', granted .. process, 0, -1)
  if #list == 0 then return answer end
  redis.call('DEL', granted .. process)
  for _, text in ipairs(list) do
    local noted = cjson.decode(text)
    local id, counters = noted[1], noted[2]
    if isHeld(counters, id) then
      hold(counters, id, lease)
      answer[#answer + 1] = id
    else
      for _, c in ipairs(counters) do redis.call('ZREM', c, id) end
      answer[#answer + 1] = '-' .. id
    end
    if counts then
      for _, c in ipairs(counters) do counts[c] = (counts[c] or 0) + 1 end
    end
  end
  return answer
end
`;

/**
 * Takes a slot under all limits, after those that wait for them, or enters their queues.
 *
 * ARGV from 5: the slot, its class, organization and lane, 1 if it may wait; then for each counter the limit, and the length of its queue
 * or -1. Answers first 0 if it has its slots, else the position of the full limit: negative if the request waits now.
 */
export const ENTER_SCRIPT = defineScript(`${PRELUDE}
local id, mayWait = ARGV[5], ARGV[9] == '1'
local limits, lengths, queued = {}, {}, {}
for at, c in ipairs(KEYS) do
  limits[at], lengths[at] = tonumber(ARGV[8 + 2 * at]), tonumber(ARGV[9 + 2 * at])
  queued[at] = lengths[at] >= 0
  if redis.call('EXISTS', c .. ':w') == 1 then redis.call('HSET', c .. ':n', 'limit', limits[at]) end
end
serveAll()
if isHeld(KEYS, id) then return collect({ 0 }) end
for at, c in ipairs(KEYS) do
  local known = find(c, id)
  if known then
    for position, name in ipairs(KEYS) do
      if name == known.f then return collect({ -position }) end
    end
  end
end
if hasRoom(KEYS, limits) then
  count(KEYS, limits)
  hold(KEYS, id, lease)
  return collect({ 0 })
end
local first
for at, c in ipairs(KEYS) do
  if isFull(c, limits[at]) then
    if not queued[at] or not mayWait then return collect({ at }) end
    first = first or at
  end
end
local function hasPlace() return tonumber(redis.call('HGET', KEYS[first] .. ':n', 'length') or '0') < lengths[first] end
if not hasPlace() then
  dropGone(KEYS[first])
  if not hasPlace() then return collect({ first }) end
end
local w = { p = tonumber(ARGV[6]), o = ARGV[7], lane = ARGV[8], c = KEYS, l = limits, q = queued, f = KEYS[first], g = process }
local text = cjson.encode(w)
for at, c in ipairs(KEYS) do
  if queued[at] then
    local place = redis.call('HINCRBY', c .. ':n', 'place', 1)
    local organizations = c .. ':o:' .. w.p
    redis.call('HSET', c .. ':w', id, text)
    redis.call('ZADD', c .. ':a', place, id)
    redis.call('ZADD', laneOf(c, w), place, id)
    redis.call('ZADD', lanesOf(c, w), 'NX', turnOf(c), w.lane)
    redis.call('ZADD', organizations, 'NX', turnOf(c), w.o)
    redis.call('HSET', c .. ':n', 'limit', limits[at])
    if at == first then redis.call('HINCRBY', c .. ':n', 'length', 1) end
    redis.call('HSET', c .. ':g', process, now)
    redis.call('HINCRBY', c .. ':g', 'n:' .. process, 1)
    for _, name in ipairs({ c .. ':w', c .. ':a', laneOf(c, w), lanesOf(c, w), organizations, c .. ':n', c .. ':g' }) do
      redis.call('EXPIRE', name, ${QUEUE_SECONDS})
    end
  end
end
return collect({ -first })
`);

/** Returns a slot, or leaves the queues, and grants what is free. ARGV 5: the slot. */
export const LEAVE_SCRIPT = defineScript(`${PRELUDE}
local id = ARGV[5]
for _, c in ipairs(KEYS) do
  redis.call('ZREM', c, id)
  local w = find(c, id)
  if w then drop(id, w) end
end
serveAll()
return collect({ 0 })
`);

/**
 * Says that the process is there, and grants what is free. ARGV from 5: for each counter the number of its requests that the process
 * knows to wait there. Answers first 1 if Redis knows fewer.
 */
export const POLL_SCRIPT = defineScript(`${PRELUDE}
local counts, isLost = {}, 0
local answer = collect({ 0 }, counts)
for at, c in ipairs(KEYS) do
  local known = tonumber(redis.call('HGET', c .. ':g', 'n:' .. process) or '0') + (counts[c] or 0)
  if known < tonumber(ARGV[4 + at]) then isLost = 1 end
  if redis.call('EXISTS', c .. ':w') == 1 then redis.call('HSET', c .. ':g', process, now) end
end
serveAll()
answer[1] = isLost
return collect(answer)
`);
