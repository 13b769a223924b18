import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type NewWorkspace, openWorkspace } from './domains/onboarding/service.ts'
import { hasWorkspaces } from './domains/workspaces/service.ts'
import type { Context } from './kit/context.ts'
import { importPeople } from './sources/directory/import.ts'
import { hasPeople } from './sources/directory/search.ts'
import { syntheticItems } from './sources/directory/synthetic.ts'

/** Tells a newcomer where everything is. The first start of a database opens a workspace and shows its keys, this once. */
export async function welcome(ctx: Context, url: string, say: (line: string) => void): Promise<void> {
  say(`\nQuoin is ready.\n  API   ${url}\n  Docs  ${url}/docs`)
  if (await hasWorkspaces(ctx.db)) return
  if (!ctx.config.isProduction) await inventPeople(ctx)
  const file = join(ctx.config.dataDir, 'first-run.json')
  const first = await openWorkspace(ctx, 'My workspace', (opened) => writeKeys(file, url, opened))
  say(`
Your first workspace is ${first.workspaceId}, with 50 free credits. Its keys are shown this once:
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
  mkdirSync(join(file, '..'), { recursive: true })
  const content = { base_url: url, workspace_id: workspaceId, live_key: liveKey, test_key: testKey }
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
}
