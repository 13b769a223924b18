import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const zip = promisify(gzip)
const brotli = promisify(brotliCompress)

export interface BuiltFile {
  readonly bytes: number
  readonly gzipBytes: number
  /** Suffixes of the compressed copies. */
  readonly copies: readonly string[]
}

/** Writes a gzip and a brotli copy beside every file; a quick build only measures. */
export async function compress(folder: string, { isQuick }: { isQuick: boolean }): Promise<Map<string, BuiltFile>> {
  const names = readdirSync(folder).toSorted()
  const files = await Promise.all(
    names.map(async (name): Promise<[string, BuiltFile]> => {
      const path = join(folder, name)
      const content = readFileSync(path)
      const zipped = await zip(content, { level: 9 })
      const file = { bytes: content.length, gzipBytes: zipped.length }
      // A font is compressed already.
      if (isQuick || name.endsWith('.woff2')) return [name, { ...file, copies: [] }]
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      writeFileSync(`${path}.gz`, zipped)
      writeFileSync(`${path}.br`, await brotli(content, { params }))
      return [name, { ...file, copies: ['br', 'gz'] }]
    }),
  )
  return new Map(files)
}
