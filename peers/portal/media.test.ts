import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProfile } from '../../server/test/support/account-scene.ts'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'
import { picture } from './sample-image.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

test('files are uploaded, shown with the checks of each platform, and deleted unless a post needs them', {
  skip,
}, async () => {
  const { page, problems } = await world.open('/media')
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  await assertStill(page)
  await page.getByLabel('Media files').setInputFiles([
    { name: 'harbour.png', mimeType: 'image/png', buffer: picture() },
    { name: 'wrong.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
  ])
  const files = page.getByRole('list', { name: 'Files' })
  await files.getByText(/640 × 400/).waitFor()
  await page.getByRole('button', { name: 'Dismiss wrong.png' }).click()
  await page.getByText(/ of 5\.4 GB used/).waitFor()
  await inspect(page, 'media')
  await files.getByRole('button', { name: /^Open / }).click()
  await page.waitForURL(/open=med_/)
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(/Bluesky/)
    .first()
    .waitFor()
  await inspect(page, 'media file')
  const id = new URL(page.url()).searchParams.get('open') ?? ''
  const profileId = await createProfile(world.live)
  const draft = { profile_id: profileId, content: 'With a picture', media_ids: [id] }
  assert.equal((await world.live('POST', '/v1/posts/drafts', draft)).status, 201)
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete file' }).click()
  await page.getByText('wrong_state').waitFor({ state: 'attached' })
  await inspect(page, 'media needed')
  const [post] = (await world.live('GET', '/v1/posts')).body.data
  assert.equal((await world.live('DELETE', `/v1/posts/${post.id}`)).status, 200)
  await page.getByRole('button', { name: 'Delete file' }).click()
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  const expected = /\/v1\/media/
  assert.deepEqual(
    problems.filter((text) => !expected.test(text)),
    [],
  )
})
