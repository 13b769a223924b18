import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { endpoints } from './catalogue.ts'
import { openapi } from './openapi.ts'

interface Media {
  readonly schema: object
  readonly example?: unknown
}
interface Described {
  readonly requestBody?: { content: Record<string, Media> }
  readonly responses: Record<string, { content: Record<string, Media> }>
}

const description = openapi(endpoints, 'http://127.0.0.1:8080') as {
  paths: Record<string, Record<string, Described>>
  components: object
}
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

test('every example in the description fits the schema beside it, bodies that leave out what has a default too', () => {
  let seen = 0
  for (const [path, methods] of Object.entries(description.paths))
    for (const [method, { requestBody, responses }] of Object.entries(methods))
      for (const part of [requestBody, ...Object.values(responses)])
        for (const { schema, example } of Object.values(part?.content ?? {})) {
          if (example === undefined) continue
          const fits = ajv.compile({ ...schema, components: description.components })
          assert.ok(fits(example), `${method} ${path}: ${ajv.errorsText(fits.errors)}`)
          seen++
        }
  assert.ok(seen >= endpoints.length)
})
