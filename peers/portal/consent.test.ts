import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { atEnd } from '../../server/test/support/harness.ts'
import { createOauthClient } from '../../server/test/support/oauth-client.ts'
import { skip } from '../browser.ts'
import { bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

/** Starts the local server on which an app waits for the user to return. */
async function startApp(): Promise<string> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('Connected'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
}

async function beginRequest(redirect: string): Promise<string> {
  const app = createOauthClient(world.url)
  const { body } = await app.register({ redirect_uris: [redirect] })
  const parameters = { client_id: String(body['client_id']), redirect_uri: redirect, code_challenge: 'x'.repeat(43) }
  return (await app.authorize(parameters)).location.hash
}

test('a user sees which app asks, chooses what it may do, and returns to it with a code', { skip }, async () => {
  const redirect = await startApp()
  const { page, problems, api } = await world.open(`/authorize${await beginRequest(redirect)}`)
  await page.getByRole('heading', { name: 'Give Example app access?' }).waitFor()
  await page.getByText('It is not verified.').waitFor()
  await page.getByText(new URL(redirect).host).waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the request is out of the address')
  await inspect(page, 'consent')
  await page.getByLabel('Spending limit per month').fill('25')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/\/callback\?code=qc_/)
  assert.equal(new URL(page.url()).searchParams.get('state'), 'state of the app')
  const { data } = (await api('GET', '/v1/api-keys')).body
  const key = data.find((each: { app: object | null }) => each.app !== null)
  assert.deepEqual([key.name, key.monthly_budget, key.permission], ['Example app', 25, 'read_write'])
  assert.deepEqual(problems, [])
})

test('a user who denies returns to the app with an error, and nothing is created', { skip }, async () => {
  const redirect = await startApp()
  const { page, api } = await world.open(`/authorize${await beginRequest(redirect)}`)
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.waitForURL(/\/callback\?error=access_denied/)
  const mine = (await api('GET', '/v1/session')).body.user.id
  const { data } = (await api('GET', '/v1/api-keys')).body
  assert.ok(data.every((key: { created_by: string }) => key.created_by !== mine))
})

test('a viewer can give read access only, and the connected app is listed with the keys', { skip }, async () => {
  const redirect = await startApp()
  const { page } = await world.open(`/authorize${await beginRequest(redirect)}`, { role: 'viewer' })
  await page.getByLabel('It may').waitFor()
  assert.deepEqual(await page.getByLabel('It may').locator('option').allTextContents(), ['Read only'])
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/\/callback\?code=qc_/)
  await page.goto(`${world.url}/keys`)
  await page
    .getByText(/Connected app: Example app \(127\.0\.0\.1/)
    .first()
    .waitFor()
})

test('a user finds a connected app under Security and disconnects it', { skip }, async () => {
  const redirect = await startApp()
  const { page, problems } = await world.open(`/authorize${await beginRequest(redirect)}`)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/\/callback\?code=qc_/)
  await page.goto(`${world.url}/security`)
  const apps = page.getByRole('list', { name: 'Connected apps' })
  await apps.getByText('Example app').waitFor()
  await inspect(page, 'connected apps')
  await apps.getByRole('button', { name: 'Disconnect Example app' }).click()
  await page.getByText('Example app disconnected').waitFor()
  await apps.waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('a visitor signs in first and then decides', { skip }, async () => {
  await world.session({ email: 'consent@example.com', password: 'correct horse battery' })
  const { page } = await world.visit(`/authorize${await beginRequest(await startApp())}`)
  await page.getByLabel('Email').fill('consent@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Give Example app access?' }).waitFor()
})

test('an app that is not registered, or leads elsewhere, is stopped on our own page', { skip }, async () => {
  const { page } = await world.open('/authorize?error=invalid_redirect_uri')
  await page.getByRole('heading', { name: 'This app cannot be connected' }).waitFor()
  await inspect(page, 'app refused')
})

test('a device is signed in by its code, after a warning about codes from others', { skip }, async () => {
  const { post } = createOauthClient(world.url)
  const begun = await post('/oauth/device_authorization', { client_id: 'quoin-cli' })
  const { user_code } = begun.body as unknown as { user_code: string }
  const { page, problems } = await world.open(`/device?code=${user_code}`)
  await page.getByText('If someone sent you the code').waitFor()
  await inspect(page, 'device code')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Give Quoin CLI access?' }).waitFor()
  await page.getByText('127.0.0.1').waitFor()
  await inspect(page, 'device consent')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Access given' }).waitFor()
  assert.deepEqual(problems, [])
})
