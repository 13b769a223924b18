import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createProfile } from '../server/test/support/account-scene.ts'
import { bundleSdk } from '../server/test/support/browser-bundle.ts'
import { atEnd, boot } from '../server/test/support/harness.ts'
import { skip, startBrowser } from './browser.ts'

/** A page of another site that loads our package. */
const script = await bundleSdk()
const site = createServer((request, response) => {
  const isScript = request.url === '/sdk.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? script : '<!doctype html><title>A page</title>')
})
await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
atEnd(() => site.close())
const { port } = site.address() as AddressInfo
const [listed, unlisted] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]

const world = await boot({ env: { LOG_LEVEL: 'silent', CORS_ORIGINS: listed } })
const profile = await createProfile(world.live)
const browser = skip ? undefined : await startBrowser()

/**
 * Calls the API with our package from a page of that origin. Returns profile names and the request id, or the name of the
 * error.
 */
async function callFrom(origin: string, apiKey: string): Promise<unknown> {
  const page = await browser!.newPage()
  await page.goto(origin)
  return page.evaluate(
    async ({ key, baseURL }) => {
      const path = '/sdk.js'
      const { Quoin } = await import(path)
      const client = new Quoin({ apiKey: key, baseURL, maxRetries: 0 })
      try {
        const { data, requestId } = await client.profiles.list().withResponse()
        return [data.data.length, String(requestId).slice(0, 4)]
      } catch (error) {
        const { name, code } = error as Error & { code?: string }
        return code ?? name
      }
    },
    { key: apiKey, baseURL: world.url },
  )
}

test('a page of an allowed origin can call with a key of scope profiles and read the headers', { skip }, async () => {
  const key = await world.key({ scope: 'profiles', profile_ids: [profile] })
  assert.deepEqual(await callFrom(listed, key), [1, 'req_'])
})

test('a page of another origin cannot read responses, and a key of scope full is refused', { skip }, async () => {
  const key = await world.key({ scope: 'profiles', profile_ids: [profile] })
  assert.equal(await callFrom(unlisted, key), 'ConnectionError')
  assert.equal(await callFrom(listed, await world.key()), 'out_of_scope')
})
