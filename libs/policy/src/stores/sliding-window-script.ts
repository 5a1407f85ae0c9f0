import { defineScript } from './redis-link.js';

/**
 * A counter is four numbers of eight bytes each: the interval it is of, what was used in it, what counted in the interval
 * before, and the ceiling. (As text, reading and writing them took Redis twice as long.) At the turn of an interval what is
 * above the ceiling is carried over as used, and only the ceiling itself counts as previous, so that overspend is repaid
 * once, from the next windows. What was within a ceiling that has since been lowered is not overspent. A clock that was
 * set back leaves the counter as it is. `rollWindow` in sliding-window.ts is the same.
 */
const READ = `
local now
if ARGV[1] == '' then
  local time = redis.call('TIME')
  now = time[1] + time[2] / 1000000
else
  now = tonumber(ARGV[1])
end

local call, terms = redis.call, cjson.decode(ARGV[2])
local counters = call('MGET', unpack(KEYS))
local values, lives = {}, {}

local function roll(at, current, previous, old, limit, index)
  local passed = index - at
  if passed > 0 then
    previous = math.min(old, math.max(0, current - (passed - 1) * old))
    current = math.max(0, current - passed * old)
  end
  if limit ~= old then
    previous = math.min(previous, limit)
    current = math.min(current, old, limit) + math.max(0, current - old)
  end
  return current, previous
end

local function read(i, limit, index)
  local stored = counters[i]
  if not stored then return 0, 0 end
  local at, current, previous, old = struct.unpack('<dddd', stored)
  if at == index and old == limit then return current, previous end
  return roll(at, current, previous, old, limit, index)
end

local function keep(i, limit, window, index, current, previous)
  values[i] = struct.pack('<dddd', index, current, previous, limit)
  if current <= limit then lives[i] = terms[4 * i]
  else lives[i] = math.min(math.ceil(current / limit) + 1, 1000000) * window * 1000 end
end

local function write()
  for i, key in ipairs(KEYS) do call('PSETEX', key, lives[i], values[i]) end
end

-- Negative: what is given back beyond the current interval was used before it.
local function add(current, previous, amount)
  current = current + amount
  if current >= 0 then return current, previous end
  return 0, math.max(0, previous + current)
end

local function seen(verdict)
  return struct.pack('<dd', verdict, now) .. table.concat(values)
end
`;

/**
 * ARGV[2] of every script is a JSON array (which takes Redis less time to read than text) of four items a key: the limit,
 * the window in seconds, the unit, and the milliseconds that a counter within its limit lives. Every script answers one
 * text of bytes: the verdict, the time, and the counters.
 *
 * Here follow of a request's tokens the least need, the greatest need and the charge, while of requests it is one. The
 * verdict is 0 or the number of who refuses, -n: uncertain; and the counters are as they would be with the charge.
 */
export const ADMIT_SCRIPT = defineScript(
  `${READ}
local least, most, charge = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local verdict = 0
for i = 1, #KEYS do
  local limit, window = terms[4 * i - 3], terms[4 * i - 2]
  local low, high, amount = 1, 1, 1
  if terms[4 * i - 1] == 'tokens' then low, high, amount = least, most, charge end
  local time = now / window
  local index = math.floor(time)
  local current, previous = read(i, limit, index)
  if verdict == 0 then
    local used = current + previous * (1 - (time - index)) - 0.000001
    if used + low > limit then verdict = i
    elseif used + high > limit then verdict = -i end
  end
  keep(i, limit, window, index, current + amount, previous)
end
if verdict == 0 then write() end
return seen(verdict)
`,
  { isBinary: true },
);

/** The same, then the amount. */
export const SETTLE_SCRIPT = defineScript(
  `${READ}
local amount = tonumber(ARGV[3])
for i = 1, #KEYS do
  local limit, window = terms[4 * i - 3], terms[4 * i - 2]
  local index = math.floor(now / window)
  local current, previous = read(i, limit, index)
  current, previous = add(current, previous, amount)
  keep(i, limit, window, index, current, previous)
end
write()
return seen(0)
`,
  { isBinary: true },
);

/**
 * The same, then six numbers of eight bytes for each key: the interval, the use in it and the use before it as they
 * were last seen, and the same of what was counted elsewhere meanwhile. That is added; what was seen counts only where the
 * counter is lost.
 */
export const MERGE_SCRIPT = defineScript(
  `${READ}
for i = 1, #KEYS do
  local limit, window = terms[4 * i - 3], terms[4 * i - 2]
  local index = math.floor(now / window)
  local at, current, previous, own_at, own_current, own_previous = struct.unpack('<dddddd', ARGV[3], (i - 1) * 48 + 1)
  local isLost = not counters[i]
  if isLost then current, previous = roll(at, current, previous, limit, limit, index)
  else current, previous = read(i, limit, index) end
  own_current, own_previous = roll(own_at, own_current, own_previous, limit, limit, index)
  previous = math.min(limit, math.max(0, previous + own_previous))
  current, previous = add(current, previous, own_current)
  keep(i, limit, window, index, current, previous)
end
write()
return seen(0)
`,
  { isBinary: true },
);
