import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../server/test/support/harness.ts'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld, readKept } from './portal-world.ts'
import { twoAccounts } from './publish-scene.ts'
import { picture } from './sample-image.ts'

const world = skip ? (undefined as unknown as PortalWorld) : await bootPortal()

test('a post with an uploaded picture is written, checked while typing, published and tracked', {
  skip,
}, async () => {
  const { first, second } = await twoAccounts(world.live)
  const { page, problems } = await world.open(`/compose?profile=${first.profile_id}`)
  await page.getByText('Select at least one account.', { exact: true }).waitFor()
  await assertStill(page)
  await page.getByLabel(/^harbour/).check()
  await page.getByLabel(/^news/).check()
  await page.getByLabel('Text', { exact: true }).fill('x'.repeat(501))
  await page.getByText('The text has 501 characters, at most 500 fit.').first().waitFor()
  await page.locator('.compose-counters .is-over').getByText('1 too many').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Publish now' }).isDisabled(), true)
  await page.getByLabel('Text', { exact: true }).fill('The harbour at dawn. #harbour https://example.com/dawn')
  await page.getByLabel('Media files').setInputFiles({ name: 'dawn.png', mimeType: 'image/png', buffer: picture() })
  await page.getByLabel('Alt text for media 1').fill('Boats in the morning light')
  await page.locator('summary').filter({ hasText: second.active_entity.name }).click()
  await page.getByLabel('Customize text').last().check()
  await page.getByLabel(/Text for/).fill('For the news: the harbour at dawn.')
  await page.getByLabel('First comment').fill('Taken this morning.')
  await page.getByText('Ready to publish.').waitFor()
  await inspect(page, 'compose')
  await until('the draft is kept', async () => (await readKept(page)).includes('Taken this morning.'))
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  assert.match(await page.getByLabel('Text', { exact: true }).inputValue(), /^The harbour at dawn/)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.waitForURL(/posts\/post_/)
  await page.locator('.post-facts').getByText('Published', { exact: true }).waitFor()
  await page.getByText('Write the first comment').first().waitFor()
  await page.getByRole('img', { name: 'Media 1' }).waitFor()
  await inspect(page, 'post-with-picture')
  const { body } = await world.live('GET', '/v1/sandbox/posts?limit=10')
  const contents = body.data.map(({ content }: { content: string }) => content)
  assert.ok(contents.includes('For the news: the harbour at dawn.'), String(contents))
  // The browser logs requests that were refused while typing; these are not errors of the page.
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('/v1/posts/validate')),
    [],
  )
})

test('a draft is saved without a target, found among the drafts, continued and published', {
  skip,
}, async () => {
  const { profileId } = await twoAccounts(world.live)
  const { page, problems } = await world.open(`/compose?profile=${profileId}`)
  await page.getByLabel('Text', { exact: true }).fill('To be finished tomorrow.')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByText('Draft saved').waitFor()
  await page.waitForURL(/posts\/post_/)
  await page.locator('.post-facts').getByText('Draft', { exact: true }).waitFor()
  await page.goto(`${world.url}/posts?status=draft`)
  await page.getByRole('link', { name: 'To be finished tomorrow.' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Text', { exact: true }).fill('Finished today.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/posts\/post_/)
  await page.getByText('Finished today.').first().waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel(/^harbour/).check()
  await page.getByText('Ready to publish.').waitFor()
  await inspect(page, 'draft')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.waitForURL(/posts\/post_/)
  await page.locator('.post-facts').getByText('Published', { exact: true }).waitFor()
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('/v1/posts/validate')),
    [],
  )
})
