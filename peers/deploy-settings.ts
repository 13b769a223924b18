import assert from 'node:assert/strict'
import { VARIABLES } from '../server/src/kit/config/config.ts'

/** Asserts that the settings in a file of deploy/ exist. A secret may also be set as a file. */
export function assertSettings(names: readonly string[]): void {
  const others = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE'])
  const unknown = names.filter((name) => {
    const variable = VARIABLES[name.replace(/_FILE$/, '') as keyof typeof VARIABLES]
    return !others.has(name) && (!variable || (name.endsWith('_FILE') && !('isSecret' in variable)))
  })
  assert.deepEqual(unknown, [])
}
