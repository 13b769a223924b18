import { createHash } from 'node:crypto'

/** A program that Redis runs as one atomic step, by its own clock. */
export interface Script {
  readonly text: string
  readonly sha: string
}

function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

/**
 * Takes tokens for several calls, one after the other. For each call ARGV contains the number of its buckets and the cost (0 to
 * peek, below 0 to pause for that many milliseconds), then for each bucket its rate, burst and least. A bucket stores its
 * tokens and their time. It expires when it is full again, because a full bucket equals a new one. Returns one text: for each
 * call the position of the bucket that refused it, or -1, and the tokens of each bucket.
 */
export const TAKE = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local answer = {}
local first, arg = 0, 1
while ARGV[arg] do
  local count, cost = tonumber(ARGV[arg]), tonumber(ARGV[arg + 1])
  local tokens, refused = {}, -1
  for n = 1, count do
    local at = arg + 3 * n - 1
    local rate, burst, least = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
    local kept = redis.call('GET', KEYS[first + n])
    local left = burst
    if kept then
      local before, since = struct.unpack('dd', kept)
      left = math.min(burst, before + math.max(0, now - since) / 1000 * rate)
    end
    if left < least and refused < 0 then refused = n - 1 end
    tokens[n] = left
  end
  if cost < 0 or (cost > 0 and refused < 0) then
    for n = 1, count do
      local at = arg + 3 * n - 1
      local rate, burst = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
      if cost > 0 then tokens[n] = tokens[n] - cost
      else tokens[n] = math.min(tokens[n], 1 + cost / 1000 * rate) end
      local full = math.max(1, math.ceil((burst - tokens[n]) / rate * 1000))
      redis.call('SET', KEYS[first + n], struct.pack('dd', tokens[n], now), 'PX', string.format('%.0f', full))
    end
  end
  answer[#answer + 1] = refused
  for n = 1, count do answer[#answer + 1] = string.format('%.9g', tokens[n]) end
  first, arg = first + count, arg + 2 + 3 * count
end
return table.concat(answer, ' ')
`)

/**
 * Acquires a slot. KEYS: the leases by their end, and a key that exists while no slot may be acquired. ARGV: the id of the
 * lease, the number of slots, the duration of the lease, and the minimum time to the next one. Returns 0, the milliseconds to
 * wait, or -1 when all slots are in use.
 */
export const ACQUIRE = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = redis.call('PTTL', KEYS[2])
if wait > 0 then return wait end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return -1 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
if tonumber(ARGV[4]) > 0 then redis.call('SET', KEYS[2], 1, 'PX', ARGV[4]) end
return 0
`)

/** Renews leases, even those that a restart of Redis lost. KEYS: the key of each lease; ARGV: the duration, then their ids. */
export const RENEW = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for n = 1, #KEYS do
  redis.call('ZADD', KEYS[n], now + ARGV[1], ARGV[n + 1])
  redis.call('PEXPIRE', KEYS[n], ARGV[1])
end
return #KEYS
`)
