import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type NewWorkspace, openWorkspace } from './domains/billing/onboarding/service.ts'
import { hasWorkspaces } from './domains/identity/workspaces/service.ts'
import type { Context } from './kit/context.ts'
import { prepareDataDir } from './kit/data-dir.ts'
import { importPeople } from './sources/directory/import/import.ts'
import { syntheticItems } from './sources/directory/import/synthetic.ts'
import { hasPeople } from './sources/directory/search/search.ts'

/** Tells a newcomer where everything is. The first start of a database opens a workspace and writes down its keys; outside of production it also shows them, this once. */
export async function welcome(ctx: Context, url: string, say: (line: string) => void): Promise<void> {
  say(`\nQuoin is ready.\n  API   ${url}\n  Docs  ${url}/docs`)
  if (await hasWorkspaces(ctx.db)) return
  if (!ctx.config.isProduction) await inventPeople(ctx)
  const file = join(ctx.config.dataDir, 'first-run.json')
  const first = await openWorkspace(ctx, 'My workspace', (opened) => writeKeys(file, url, opened))
  const opened = `\nYour first workspace is ${first.workspaceId}, with 50 free credits.`
  // What production prints ends up in logs that others read.
  if (ctx.config.isProduction) return say(`${opened} Its keys are in ${file}, which only you can read.\n`)
  say(`${opened} Its keys are shown this once:
  live  ${first.liveKey}
  test  ${first.testKey}
They are also in ${file}, which only you can read.

Try it:
  curl -H 'Authorization: Bearer ${first.liveKey}' ${url}/v1/profiles
`)
}

const INVENTED = 2000

/** A search answers at once: with people who are plainly nobody. */
async function inventPeople(ctx: Context): Promise<void> {
  if (await hasPeople(ctx.db)) return
  const items = (from: number) => syntheticItems(INVENTED, 0, from)
  await importPeople(ctx.db, ctx.clock, { id: `synthetic ${INVENTED} 0`, source: 'synthetic', items })
}

function writeKeys(file: string, url: string, { workspaceId, liveKey, testKey }: NewWorkspace): void {
  prepareDataDir(dirname(file))
  const content = { base_url: url, workspace_id: workspaceId, live_key: liveKey, test_key: testKey }
  const draft = `${file}.${process.pid}`
  // A file that is there already would keep its permissions.
  rmSync(draft, { force: true })
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
}
