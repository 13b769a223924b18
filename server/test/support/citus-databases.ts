import { connect, type Pool } from '../../src/kit/postgres/db.ts'
import { distribute } from '../../src/operations/citus/distribute.ts'
import { migrate } from '../../src/operations/schema/migrate.ts'

/**
 * Databases on a Citus cluster, for a run with QUOIN_TEST_DATABASE_URL. A clone of a distributed database is distributed if
 * every node clones its own part under the same name: Citus keeps its knowledge of tables in tables too, without the name of
 * the database.
 */
interface Node {
  readonly host: string
  readonly port: number
  readonly isCoordinator: boolean
}

/** Shards per table: few, because each test file pays for their files, but enough to place workspaces on every worker. */
const SHARDS = 4

/** Lists the nodes of the cluster, the coordinator first; empty for a plain PostgreSQL. */
export async function listNodes(admin: Pool): Promise<Node[]> {
  const [citus] = await admin`select 1 from pg_extension where extname = 'citus'`
  if (!citus) return []
  return admin<Node[]>`
    select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`
}

/** Returns the reason for `skip` of a test that is meaningless on Citus, or false on a plain PostgreSQL. */
export async function skipOnCitus(why: string): Promise<string | false> {
  const admin = connect(`${process.env['TEST_POSTGRES']}?postgres`, { max: 1 })
  const nodes = await listNodes(admin)
  await admin.end()
  return nodes.length > 0 && `on Citus: ${why}`
}

const open = (node: Node, database: string) =>
  connect(`postgres://quoin@${node.host}:${node.port}/${database}`, { max: 1 })

async function onEveryNode(nodes: readonly Node[], statements: readonly string[]): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      const db = open(node, 'postgres')
      for (const statement of statements) await db.unsafe(statement)
      await db.end()
    }),
  )
}

/** Creates the template database for clones. It has no connections, not even those of Citus itself. */
export async function makeTemplate(nodes: readonly Node[], template: string): Promise<void> {
  const building = `${template}_new`
  await onEveryNode(nodes, [`drop database if exists ${building} with (force)`, `create database ${building}`])
  for (const node of nodes) {
    const db = open(node, building)
    await db.unsafe('create extension citus')
    await db.end()
  }
  const [coordinator, ...workers] = nodes
  if (!coordinator) throw new Error('a cluster has a coordinator')
  const db = open(coordinator, building)
  await db`select citus_set_coordinator_host(${coordinator.host}, ${coordinator.port}::integer)`
  for (const { host, port } of workers) await db`select citus_add_node(${host}, ${port}::integer)`
  await migrate(db)
  await distribute(db, { shards: SHARDS })
  await db.end()
  await onEveryNode(nodes, [...closing(building), `alter database ${building} rename to ${template}`])
}

const closing = (database: string) => [
  `alter database ${database} allow_connections false`,
  `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
]

export async function cloneTemplate(nodes: readonly Node[], name: string, template: string): Promise<void> {
  // Settings of a database are not cloned with it.
  await onEveryNode(nodes, [
    `create database ${name} template ${template} strategy file_copy`,
    `alter database ${name} set citus.enable_unsafe_triggers = on`,
  ])
}

/**
 * Closes the database on every node before dropping it: the Citus daemons connect to each other's nodes, and a drop would wait
 * for them while they wait for the drop.
 */
export async function dropDatabase(nodes: readonly Node[], name: string): Promise<void> {
  await onEveryNode(nodes, [...closing(name), `drop database ${name} with (force)`])
}
