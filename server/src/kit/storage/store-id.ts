import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { prepareDataDir } from '../config/data-dir.ts'

/**
 * Returns the id of the media store that a process uses. Two processes with the same id share it, even if each reaches the same
 * folder by a different path.
 */
export function readStoreId(config: Config): string {
  if (config.MEDIA_S3_BUCKET) return `bucket ${config.MEDIA_S3_BUCKET} at ${config.MEDIA_S3_ENDPOINT ?? 'AWS'}`
  const folder = join(config.dataDir, 'media')
  prepareDataDir(config.dataDir)
  mkdirSync(folder, { recursive: true })
  return `folder ${readOrCreate(join(folder, '.store'))}`
}

/** Of two processes that create the file, the first wins. */
function readOrCreate(file: string): string {
  const draft = `${file}.${process.pid}`
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    writeFileSync(draft, `${randomUUID()}\n`)
  }
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}
