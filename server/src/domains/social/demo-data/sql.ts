import type { Db } from '../../../kit/postgres/db.ts'

export type DemoStage = 'profile' | 'posts' | 'ready'

export interface DemoRow {
  workspace_id: string
  profile_id: string
  /** Names of its people on the sandbox. */
  people: string[]
  stage: DemoStage
  created_at: Date
}

export async function insertDemo(db: Db, row: DemoRow): Promise<void> {
  await db`insert into demo_data ${db(row)}`
}

export async function findDemo(db: Db, workspaceId: string): Promise<DemoRow | undefined> {
  const [row] = await db<DemoRow[]>`select * from demo_data where workspace_id = ${workspaceId}`
  return row
}

export async function lockDemo(db: Db, workspaceId: string): Promise<DemoRow | undefined> {
  const [row] = await db<DemoRow[]>`select * from demo_data where workspace_id = ${workspaceId} for update`
  return row
}

export async function updateStage(db: Db, workspaceId: string, stage: DemoStage): Promise<void> {
  await db`update demo_data set stage = ${stage} where workspace_id = ${workspaceId}`
}
