import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../../kit/log/log.ts'
import { openPortalFiles, type PortalFiles } from './files.ts'

const PORTAL = join(import.meta.dirname, '../../../../portal')

const OUTPUT_MAX = 8192

/** `none` where nothing builds it: without its sources, or where PORTAL_BUILD is no. */
export type PortalBuild = 'none' | 'running' | 'failed'

export interface Portal {
  readonly files: PortalFiles
  readonly build: PortalBuild
}

/** For a server without a portal. */
export const NO_PORTAL: Portal = {
  files: { page: () => undefined, asset: async () => undefined },
  build: 'none',
}

/** Opens the portal of this installation in its current state. */
export function openPortal(folder = join(PORTAL, 'dist')): Portal {
  return { files: openPortalFiles(folder), build: 'none' }
}

/**
 * Builds the portal if its sources have changed, in a separate process with low priority: the API is open meanwhile. A build
 * takes seconds and 400 MB, which the server must not keep.
 */
export function startBuild(portal: Portal, log: Log): { stop(): void } {
  const program = join(PORTAL, 'build.ts')
  if (!existsSync(program)) return { stop() {} }
  const state = portal as { build: PortalBuild }
  state.build = 'running'
  const child = spawn(process.execPath, [program, '--if-stale'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-OUTPUT_MAX)
  })
  child.once('spawn', () => {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  })
  const fail = (why: string) => {
    state.build = 'failed'
    log.error(
      { output: why },
      'The portal could not be built. The API works without it. Run `node portal/build.ts` to try again.',
    )
  }
  child.once('error', (error) => fail(error.message))
  child.once('close', (code, signal) => {
    if (code === 0) state.build = 'none'
    else if (signal === null) fail(output)
  })
  return { stop: () => child.kill() }
}
