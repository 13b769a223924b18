import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceName, isPhone } from './device-name.ts'

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

test('a browser gets its common name', () => {
  assert.equal(deviceName(EDGE), 'Edge on Windows')
  assert.equal(deviceName(IPHONE), 'Safari on iPhone')
  assert.equal(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), 'Firefox on Linux')
  assert.equal(deviceName('curl/8.5.0'), 'curl')
  assert.equal(deviceName('Thing/1.0'), 'Thing/1.0')
  assert.equal(deviceName(''), 'Unknown device')
  assert.deepEqual([EDGE, IPHONE].map(isPhone), [false, true])
})
