import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { platforms } from '../../src/connectors/registry.ts'
import { endpoints } from '../../src/http/catalogue.ts'
import { bodies } from '../../src/kit/declare/compile.ts'

const root = join(import.meta.dirname, '../../..')
const blocks = globSync('docs/{guides,concepts}/*.md', { cwd: root }).flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```json\n([^]*?)^```$/gm)].map(([, text = '']) => ({
    page: page.slice('docs/'.length),
    value: JSON.parse(text) as Record<string, unknown>,
  })),
)

const findEndpoint = (id: string) => endpoints.find((one) => one.id === id) ?? assert.fail(id)

/** Endpoints whose request or response a page shows, complete. */
const SHOWN: Readonly<Record<string, readonly [id: string, part: 'body' | 'reply']>> = {
  'guides/people-directory.md': ['data.search_people', 'body'],
  'guides/media.md bytes_used': ['media.usage', 'reply'],
}
/** Parts of a response, and files of other programs. */
const OTHER = [
  'concepts/errors.md',
  'guides/mcp.md',
  'guides/media.md instagram',
  'guides/webhooks.md',
  'guides/workflows.md',
]

test('the options of a platform that its guide shows are those that it accepts', () => {
  const shown = blocks.flatMap(({ page, value }) => {
    const platform = platforms.find(({ id }) => page === `guides/${id}.md`)
    return platform ? [{ platform, value }] : []
  })
  assert.ok(shown.length >= 6, String(shown.length))
  for (const { platform, value } of shown)
    assert.ok(bodies.validate(platform.options, value), `${platform.id}: ${JSON.stringify(bodies.errors)}`)
})

test('a request or a response that a guide shows fits its schema', () => {
  const names = new Set(platforms.map(({ id }) => id))
  for (const { page, value } of blocks.filter((block) => !names.has(basename(block.page, '.md')))) {
    const [id, part] = SHOWN[page] ?? SHOWN[`${page} ${Object.keys(value)[0]}`] ?? []
    if (id === undefined || part === undefined) {
      assert.ok(
        OTHER.some((known) => `${page} ${Object.keys(value)[0]}`.startsWith(known)),
        `${page}: name its endpoint`,
      )
      continue
    }
    assert.ok(bodies.validate(findEndpoint(id)[part] as never, value), `${page}: ${JSON.stringify(bodies.errors)}`)
  }
})
