import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type NewWorkspace, openWorkspace } from './domains/billing/onboarding/service.ts'
import { hasWorkspaces } from './domains/identity/workspaces/service.ts'
import type { Context } from './kit/context.ts'
import { prepareDataDir } from './kit/data-dir.ts'
import { importPeople } from './sources/directory/import/import.ts'
import { syntheticItems } from './sources/directory/import/synthetic.ts'
import { hasPeople } from './sources/directory/sql/people.ts'

/** Prints the addresses. The first start on a database also opens a workspace and writes its keys to a file; outside of production it prints them once. */
export async function welcome(ctx: Context, url: string, print: (line: string) => void): Promise<void> {
  print(`\nQuoin is ready.\n  API   ${url}\n  Docs  ${url}/docs`)
  if (await hasWorkspaces(ctx.db)) return
  if (!ctx.config.isProduction) await addSyntheticPeople(ctx)
  const file = join(ctx.config.dataDir, 'first-run.json')
  const first = await openWorkspace(ctx, 'My workspace', (opened) => writeKeys(file, url, opened))
  const opened = `\nYour first workspace is ${first.workspaceId}, with 50 free credits.`
  // The output of a production server is often a log that others read.
  if (ctx.config.isProduction) return print(`${opened} Its keys are in ${file}, which only you can read.\n`)
  print(`${opened} Its keys, which are shown only now:
  live  ${first.liveKey}
  test  ${first.testKey}
They are also in ${file}, which only you can read.

Try it:
  curl -H 'Authorization: Bearer ${first.liveKey}' ${url}/v1/profiles
`)
}

const SYNTHETIC_PEOPLE = 2000

/** Invented people, so that a search finds something right away. */
async function addSyntheticPeople(ctx: Context): Promise<void> {
  if (await hasPeople(ctx.db)) return
  const items = (from: number) => syntheticItems(SYNTHETIC_PEOPLE, 0, from)
  await importPeople(ctx.db, ctx.clock, { id: `synthetic ${SYNTHETIC_PEOPLE} 0`, source: 'synthetic', items })
}

function writeKeys(file: string, url: string, { workspaceId, liveKey, testKey }: NewWorkspace): void {
  prepareDataDir(dirname(file))
  const content = { base_url: url, workspace_id: workspaceId, live_key: liveKey, test_key: testKey }
  const draft = `${file}.${process.pid}`
  // An existing file would keep its permissions.
  rmSync(draft, { force: true })
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
}
