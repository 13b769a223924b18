import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { spec as Spec } from 'node:test/reporters'
import type { UnfinishedWork } from './unfinished-tests.ts'

const root = join(import.meta.dirname, '../..')
const maps = new Map<string, SourceMap | undefined>()

function loadSourceMap(bundled: string): SourceMap | undefined {
  if (!maps.has(bundled)) {
    const file = `${bundled}.map`
    maps.set(bundled, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined)
  }
  return maps.get(bundled)
}

/** Formats Node's own report, with the lines of the sources instead of those of the bundle. */
export async function* report(events: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const text of Readable.from(events).pipe(new Spec()) as AsyncIterable<Buffer>)
    yield nameSources(text.toString())
}

/** Lists the tests that a run left out. Empty if every test ended. */
export function reportUnfinished({ files, tests }: UnfinishedWork): string {
  const list = (title: string, names: readonly string[]) =>
    names.length > 0 ? `${title}:\n${names.map((name) => `  ${nameSources(name)}\n`).join('')}` : ''
  return list('Files that did not run to their end', files) + list('Tests that did not run to their end', tests)
}

function nameSources(text: string): string {
  return text.replace(/(?:file:\/\/)?([^\s()]+\.mjs):(\d+):(\d+)/g, (whole, path, line, column) => {
    const bundled = resolve(root, path)
    const origin = loadSourceMap(bundled)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return whole
    const source = relative(root, resolve(bundled, '..', origin.fileName))
    return `${source}:${origin.lineNumber}:${origin.columnNumber}`
  })
}
