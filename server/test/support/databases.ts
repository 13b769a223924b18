import { connect } from '../../src/kit/postgres/db.ts'
import { migrate } from '../../src/operations/schema/migrate.ts'
import { atEnd } from './harness.ts'

const server = process.env['TEST_POSTGRES'] ?? ''
let databases = 0

/** Returns the address of an empty database, dropped at the end. */
export async function emptyDatabase(): Promise<string> {
  const admin = connect(`${server}?postgres`, { max: 1 })
  const name = `empty_${process.pid}_${databases++}`
  await admin.unsafe(`create database ${name}`)
  atEnd(async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.end()
  })
  return `${server}?${name}`
}

/** Returns a migrated database that is not distributed, even on Citus, for code that reads all tables from one snapshot. */
export async function plainDatabase(): Promise<string> {
  const address = await emptyDatabase()
  const db = connect(address, { max: 1 })
  await migrate(db)
  await db.end()
  return address
}
