import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastWithWhite } from '../../../src/domains/identity/branding/contract.ts'
import { createProfile, startConnection } from '../../support/account-scene.ts'
import { boot } from '../../support/harness.ts'

const world = await boot()
const { live } = world
const LOGO = 'https://cdn.example.com/logo.png?v=1&size=2'
const brand = { name: 'Brand <one>', color: '#1A56DB', logo_url: LOGO }

test('contrast is computed as in WCAG 2', () => {
  for (const [color, ratio] of [
    ['#ffffff', 1],
    ['#000000', 21],
    ['#767676', 4.54],
    ['#ff0000', 4.0],
    ['#0000ff', 8.59],
  ] as const)
    assert.ok(Math.abs(contrastWithWhite(color) - ratio) < 0.01, `${color} ${contrastWithWhite(color)}`)
})

test('a workspace has no branding until it is set, and a color on which white text is hard to read is refused', async () => {
  const none = { name: null, color: null, logo_url: null, updated_at: null }
  assert.deepEqual((await live('GET', '/v1/branding')).body, none)
  const light = await live('PUT', '/v1/branding', { ...brand, color: '#ffcc00' })
  assert.deepEqual([light.status, light.body.detail[0].loc], [422, ['body', 'color']])
  assert.match(light.body.detail[0].msg, /1\.\d\d:1, but 4\.5:1 is required/)
  for (const wrong of [
    { color: 'red' },
    { color: '#12345' },
    { logo_url: 'http://example.com/logo.png' },
    { logo_url: 'javascript:alert(1)' },
    { logo_url: "https://example.com/';x" },
    { name: '' },
    { extra: 1 },
  ])
    assert.equal((await live('PUT', '/v1/branding', { ...brand, ...wrong })).status, 422, JSON.stringify(wrong))
  assert.deepEqual((await live('GET', '/v1/branding')).body, none)
  const member = await world.session({ role: 'member' })
  assert.equal((await member('PUT', '/v1/branding', brand)).body.code, 'role_required')
})

test('the hosted connection page shows the name, color and logo, and its policy allows only these', async () => {
  const profileId = await createProfile(live)
  const page = async () => {
    const { authorize_url } = await startConnection(live, profileId, { mode: 'hosted' })
    const reply = await fetch(`${world.url}${new URL(authorize_url).pathname}`)
    return { text: await reply.text(), policy: reply.headers.get('content-security-policy') ?? '' }
  }
  const plain = await page()
  assert.match(plain.text, /<b>Test workspace<\/b> wants to connect/)
  assert.doesNotMatch(plain.text + plain.policy, /<img|img-src/)
  const set = await live('PUT', '/v1/branding', brand)
  assert.deepEqual(set.body, { ...brand, color: '#1a56db', updated_at: set.body.updated_at })
  const { text, policy } = await page()
  assert.match(text, /<b>Brand &lt;one&gt;<\/b> wants to connect/)
  assert.match(text, /background: #1a56db; color: #ffffff/)
  assert.match(
    text,
    /<img class="logo" src="https:\/\/cdn\.example\.com\/logo\.png\?v=1&amp;size=2" alt="Brand &lt;one&gt;"/,
  )
  assert.match(policy, /img-src https:\/\/cdn\.example\.com(;|$)/)
  assert.notEqual(/style-src [^;]+/.exec(policy)?.[0], /style-src [^;]+/.exec(plain.policy)?.[0])
  const neighbour = await world.neighbour()
  assert.equal((await neighbour.live('GET', '/v1/branding')).body.name, null)
})
