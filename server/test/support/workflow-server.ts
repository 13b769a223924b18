import { flushCompileCache } from 'node:module'
import { createApp } from '../../src/http/app.ts'
import { routes } from '../../src/http/catalogue.ts'
import { readConfig } from '../../src/kit/config/config.ts'
import { openRuntime } from '../../src/runtime.ts'
import { openSources } from '../../src/sources/registry.ts'
import { SOURCE, sourcesAt } from './workflow-sources.ts'

/** The service with the scripted vendor as its only source, which tests kill. Prints its address and serves. */
const { ctx: opened } = await openRuntime(readConfig(process.env))
const order = [SOURCE]
const orders = { SOURCES_SEARCH_PEOPLE: order, SOURCES_FIND_EMAIL: order, SOURCES_VERIFY_EMAIL: order }
const config = { ...opened.config, ...orders }
const sources = openSources({ ...opened, config }, sourcesAt(process.env['VENDOR_URL'] ?? ''))
const ctx = { ...opened, sources }
const app = createApp(ctx, { routes, readiness: { check: async () => undefined } })
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
// A killed process writes no compile cache when it ends; with one the next process starts twice as fast.
flushCompileCache()
