import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type NewWorkspace, openWorkspace } from './domains/billing/onboarding/service.ts'
import { createSetUpLink } from './domains/identity/sign-in/set-up.ts'
import { hasWorkspaces } from './domains/identity/workspaces/service.ts'
import { prepareDataDir } from './kit/config/data-dir.ts'
import type { Context } from './kit/context.ts'
import { type Lock, withLock } from './kit/postgres/lock.ts'
import { hasPeople } from './sources/directory/sql/people.ts'

export interface FirstRun extends NewWorkspace {
  /** Link that creates the first user. */
  readonly setUpUrl: string
  /** File that contains its keys. */
  readonly file: string
}

/**
 * On a new database, opens the first workspace and writes its keys to a file. Undefined on any later start, and in all but one
 * of the processes that start on the new database at once.
 */
export async function prepareFirstRun(ctx: Context, url: string): Promise<FirstRun | undefined> {
  if (await hasWorkspaces(ctx.db)) return undefined
  return withLock(ctx.db, 'quoin.first_run', async (lock) => {
    if (await hasWorkspaces(ctx.db)) return undefined
    if (!ctx.config.isProduction) await addSyntheticPeople(ctx)
    return openFirstWorkspace(ctx, url, lock)
  })
}

async function openFirstWorkspace(ctx: Context, url: string, lock: Lock): Promise<FirstRun> {
  const file = join(ctx.config.dataDir, 'first-run.json')
  let setUpUrl = ''
  const opened = await openWorkspace(ctx, 'My workspace', async (made, tx) => {
    setUpUrl = (await createSetUpLink(ctx, tx)) ?? ''
    await lock.assertHeld()
    writeKeys(file, url, { ...made, setUpUrl })
  })
  return { ...opened, setUpUrl, file }
}

const SYNTHETIC_PEOPLE = 2000

/** Imports synthetic people, so that a search finds results right away. */
async function addSyntheticPeople(ctx: Context): Promise<void> {
  if (await hasPeople(ctx.directory)) return
  const [{ importPeople }, { syntheticItems }] = await Promise.all([
    import('./sources/directory/import/import.ts'),
    import('./sources/directory/import/synthetic.ts'),
  ])
  const items = (from: number) => syntheticItems(SYNTHETIC_PEOPLE, 0, from)
  await importPeople(ctx.directory, ctx.clock, { id: `synthetic ${SYNTHETIC_PEOPLE} 0`, source: 'synthetic', items })
}

function writeKeys(file: string, url: string, made: Omit<FirstRun, 'file'>): void {
  prepareDataDir(dirname(file))
  const { workspaceId, liveKey, testKey, setUpUrl } = made
  const content = {
    base_url: url,
    workspace_id: workspaceId,
    live_key: liveKey,
    test_key: testKey,
    set_up_url: setUpUrl,
  }
  const draft = `${file}.${process.pid}`
  // An existing file would keep its permissions.
  rmSync(draft, { force: true })
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
}
