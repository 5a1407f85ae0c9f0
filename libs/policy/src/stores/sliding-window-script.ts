import { defineScript } from './redis-link.js';

/**
 * A counter is four numbers of eight bytes each: the interval it is of, what was used in it, what counted in the
 * interval before, and the limit. (As text, reading and writing them took Redis twice as long.) At the turn of an
 * interval what is above the limit is carried over as used, and only the limit itself counts as previous, so that
 * overspend is repaid once, from the next windows. An amount within a limit that has since been lowered is not
 * overspent. A clock that was set back leaves the counter as it is, but for the interval, so that time passes for it
 * again. `rollWindow` in sliding-window.ts is the same.
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
local isAhead = false

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
  if at > index then isAhead = true end
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

local function seen()
  return struct.pack('<d', now) .. table.concat(values)
end
`;

/**
 * ARGV[2] of every script is a JSON array (which takes Redis less time to read than text) of four items a key: the limit,
 * the window in seconds, the unit, and the milliseconds that a counter within its limit lives. Every script answers one
 * text of bytes: the time, and the counters.
 *
 * Here follows a JSON array: the amount to add, then three numbers for each request that asks to be admitted, which are the
 * least need of tokens, the greatest need and the charge. Of requests, each needs one. Requests are decided in turn, and those
 * admitted count for those after them. After the counters comes a verdict for each: 0 (admitted), n (rejected by the limit at
 * this place), or -n (uncertain).
 */
export const COUNT_SCRIPT = defineScript(
  `${READ}
local asked = cjson.decode(ARGV[3])
local count, amount = #KEYS, asked[1]
local isChanged = amount ~= 0
local limits, ofTokens, indexes, weights, current, previous = {}, {}, {}, {}, {}, {}
for i = 1, count do
  local limit, window = terms[4 * i - 3], terms[4 * i - 2]
  local time = now / window
  local index = math.floor(time)
  limits[i], ofTokens[i], indexes[i], weights[i] = limit, terms[4 * i - 1] == 'tokens', index, 1 - (time - index)
  current[i], previous[i] = read(i, limit, index)
  if isChanged then current[i], previous[i] = add(current[i], previous[i], amount) end
end
local verdicts = {}
for n = 2, #asked, 3 do
  local least, most, charge = asked[n], asked[n + 1], asked[n + 2]
  local verdict = 0
  for i = 1, count do
    local used = current[i] + previous[i] * weights[i] - 0.000001
    local low, high = 1, 1
    if ofTokens[i] then low, high = least, most end
    if used + low > limits[i] then verdict = i break end
    if used + high > limits[i] then verdict = -i break end
  end
  if verdict == 0 then
    isChanged = true
    for i = 1, count do
      if ofTokens[i] then current[i] = current[i] + charge else current[i] = current[i] + 1 end
    end
  end
  verdicts[#verdicts + 1] = struct.pack('<d', verdict)
end
for i = 1, count do keep(i, limits[i], terms[4 * i - 2], indexes[i], current[i], previous[i]) end
if isChanged or isAhead then write() end
return seen() .. table.concat(verdicts)
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
return seen()
`,
  { isBinary: true },
);
