import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

/**
 * Platforms' descriptions of their APIs are not part of this project. They are used when PLATFORM_DESCRIPTIONS names their
 * folder, or when they are beside the project.
 */
export function findDescription(name: string): string | undefined {
  const folders = [
    process.env['PLATFORM_DESCRIPTIONS'],
    join(root, '../shared/openapi'),
    join(root, '../../shared/openapi'),
  ]
  return folders.flatMap((folder) => (folder ? [join(folder, name)] : [])).find((path) => existsSync(path))
}
