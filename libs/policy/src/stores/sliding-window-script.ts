import { defineScript } from './redis-link.js';

/**
 * A counter is one string: the interval it is of, what was used in it, what counted in the interval before, and the
 * ceiling. At the turn of an interval what is above the ceiling is carried over as used, and only the ceiling itself
 * counts as previous, so that overspend is repaid once, from the next windows. What was within a ceiling that has since
 * been lowered is not overspent. A clock that was set back leaves the counter as it is.
 */
const READ = `
local now
if ARGV[1] == '' then
  local time = redis.call('TIME')
  now = tonumber(time[1]) + tonumber(time[2]) / 1000000
else
  now = tonumber(ARGV[1])
end

local function read(key, limit, window)
  local index = math.floor(now / window)
  local stored = redis.call('GET', key)
  if not stored then return index, 0, 0 end
  local at, current, previous, old = string.match(stored, '^(%S+) (%S+) (%S+) (%S+)$')
  current, previous, old = tonumber(current), tonumber(previous), tonumber(old)
  local passed = index - tonumber(at)
  if passed > 0 then
    previous = math.min(old, math.max(0, current - (passed - 1) * old))
    current = math.max(0, current - passed * old)
  end
  if limit ~= old then
    previous = math.min(previous, limit)
    current = math.min(current, old, limit) + math.max(0, current - old)
  end
  return index, current, previous
end

local function write(key, limit, window, index, current, previous)
  local windows = math.min(math.ceil(current / limit) + 1, 1000000)
  local value = string.format('%.0f %.17g %.17g %.17g', index, current, previous, limit)
  redis.call('SET', key, value, 'PX', string.format('%.0f', windows * window * 1000))
end
`;

/**
 * `limit window unit` of each key, in seconds, parted by commas; then of a request's tokens the least need, the greatest need
 * and the charge, while of requests it is one. Answers 0 or the number of who refuses; -n: uncertain.
 */
export const ADMIT_SCRIPT = defineScript(`${READ}
local least, most, charge = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local states = {}
local i = 0
for limit, window, unit in string.gmatch(ARGV[2], '([^ ,]+) (%d+) (%a+)') do
  i = i + 1
  limit, window = tonumber(limit), tonumber(window)
  local low, high, amount = 1, 1, 1
  if unit == 'tokens' then low, high, amount = least, most, charge end
  local index, current, previous = read(KEYS[i], limit, window)
  local used = current + previous * (1 - (now / window - math.floor(now / window))) - 0.000001
  if used + low > limit then return i end
  if used + high > limit then return -i end
  states[i] = { limit, window, index, current + amount, previous }
end
for i, key in ipairs(KEYS) do
  write(key, unpack(states[i]))
end
return 0
`);

/** The same of each key, then the amount; what is given back beyond the current interval was used before it. */
export const SETTLE_SCRIPT = defineScript(`${READ}
local amount = tonumber(ARGV[3])
local i = 0
for limit, window in string.gmatch(ARGV[2], '([^ ,]+) (%d+)') do
  i = i + 1
  limit, window = tonumber(limit), tonumber(window)
  local index, current, previous = read(KEYS[i], limit, window)
  current = current + amount
  if current < 0 then
    previous = math.max(0, previous + current)
    current = 0
  end
  write(KEYS[i], limit, window, index, current, previous)
end
return 0
`);
