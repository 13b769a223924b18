import type { Db } from '../../kit/postgres/db.ts'

/** Returns the version of the extension in this database, such as 13.2-1. */
export async function findCitusVersion(db: Db): Promise<string | undefined> {
  const [row] = await db<{ version: string }[]>`select extversion as version from pg_extension where extname = 'citus'`
  return row?.version
}

interface NodeRow {
  host: string
  port: number
  is_coordinator: boolean
  has_shards: boolean
}

/** Lists the active nodes that the coordinator knows, including itself if it was added. */
export async function listCitusNodes(db: Db): Promise<NodeRow[]> {
  return db<NodeRow[]>`
    select nodename as host, nodeport as port, groupid = 0 as is_coordinator, shouldhaveshards as has_shards
    from pg_dist_node where isactive and noderole = 'primary' order by groupid`
}

/** Returns false on a worker, whose tables are placed by its coordinator. */
export async function isCoordinator(db: Db): Promise<boolean> {
  const [row] = await db<{ is_first: boolean }[]>`select groupid = 0 as is_first from pg_dist_local_group`
  return row?.is_first ?? false
}

interface TableRow {
  name: string
  /** Null for a table that only PostgreSQL knows. */
  place: 'distributed' | 'reference' | 'managed' | null
  /** True if the table itself has or had rows; those of its shards do not count. */
  has_local_rows: boolean
}

export async function listTables(db: Db): Promise<TableRow[]> {
  return db<TableRow[]>`
    select c.relname as name, pg_relation_size(c.oid) > 0 as has_local_rows,
      case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference'
        when p.partmethod is not null then 'managed' end as place
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select 1 from pg_dist_shard s where shard_name(s.logicalrelid, s.shardid) = c.relname)
    order by c.oid`
}

interface ReferenceRow {
  name: string
  table_name: string
  target: string
}

/** Lists the foreign keys between the tables of this schema. */
export async function listForeignKeys(db: Db): Promise<ReferenceRow[]> {
  return db<ReferenceRow[]>`
    select k.conname as name, t.relname as table_name, f.relname as target from pg_constraint k
    join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0 order by 2, 1`
}

export async function dropConstraint(db: Db, table: string, name: string): Promise<void> {
  await db.unsafe(`alter table ${table} drop constraint ${name}`)
}

export async function makeReferenceTable(db: Db, table: string): Promise<void> {
  await db`select create_reference_table(${table}::text::regclass)`
}

export async function makeManagedTable(db: Db, table: string): Promise<void> {
  await db`select citus_add_local_table_to_metadata(${table}::text::regclass)`
}

/** The first distributed table decides the number of shards; the others are split like it. */
export async function makeDistributedTable(
  db: Db,
  table: string,
  like: { readonly shards: number } | { readonly table: string },
): Promise<void> {
  if ('shards' in like)
    await db`
      select create_distributed_table(${table}::text::regclass, 'workspace_id', colocate_with => 'none', shard_count => ${like.shards}::integer)`
  else
    await db`
      select create_distributed_table(${table}::text::regclass, 'workspace_id', colocate_with => ${like.table}::text)`
}

/** Frees the rows that the coordinator kept of a table when they were copied to the workers. */
export async function truncateLocalRows(db: Db, table: string): Promise<void> {
  await db`select truncate_local_data_after_distributing_table(${table}::text::regclass)`
}

interface FunctionRow {
  name: string
  /** Name with the types of its arguments. */
  signature: string
  is_delegated: boolean
  is_everywhere: boolean
  has_fixed_plan: boolean
}

export async function listFunctions(db: Db): Promise<FunctionRow[]> {
  return db<FunctionRow[]>`
    select p.proname as name, p.oid::regprocedure::text as signature, o.objid is not null as is_everywhere,
      o.distribution_argument_index is not null as is_delegated,
      coalesce(array_to_string(p.proconfig, ' ') like '%plan_cache_mode=%', false) as has_fixed_plan
    from pg_proc p left join pg_catalog.pg_dist_object o on o.classid = 'pg_proc'::regclass and o.objid = p.oid
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`
}

export async function makeFunctionEverywhere(db: Db, signature: string): Promise<void> {
  await db`select create_distributed_function(${signature}::text::regprocedure)`
}

export async function makeFunctionDelegated(db: Db, signature: string, like: string): Promise<void> {
  await db`
    select create_distributed_function(${signature}::text::regprocedure, 'p_workspace', colocate_with => ${like}::text)`
}

/** Citus plans by the workspace of each call: a plan for any workspace would be refused. */
export async function resetFunctionPlan(db: Db, signature: string): Promise<void> {
  await db.unsafe(`alter function ${signature} reset plan_cache_mode`)
}

/** Triggers run on the worker that has the row. They only touch rows of the same workspace, which Citus cannot know. */
export async function allowTriggers(db: Db): Promise<void> {
  const [row] = await db<[{ name: string }]>`select quote_ident(current_database()) as name`
  await db.unsafe(`alter database ${row.name} set citus.enable_unsafe_triggers = on`)
  await db.unsafe('set citus.enable_unsafe_triggers = on')
}

/** For this transaction: changes of tables that refer to each other run on one shard after the other. */
export async function prepareChanges(tx: Db): Promise<void> {
  await tx.unsafe("set local citus.multi_shard_modify_mode = 'sequential'")
  await tx.unsafe('set local citus.enable_local_reference_table_foreign_keys = off')
}

/** Locks tables until the transaction ends. */
export async function lockTables(tx: Db, tables: readonly string[], mode: 'access exclusive' | 'share'): Promise<void> {
  await tx.unsafe(`lock table ${tables.join(', ')} in ${mode} mode`)
}

/** For this connection: tables that refer to a reference table are distributed next, and Citus must not manage them before. */
export async function keepLocalTables(db: Db): Promise<void> {
  await db.unsafe('set citus.enable_local_reference_table_foreign_keys = off')
}

/** Creates a trigger that runs once for each statement that writes the table. */
export async function makeCommitTrigger(db: Db, table: string, events: string): Promise<void> {
  await db.unsafe(
    `create or replace trigger ${table}_mark_commit after ${events} on ${table} for each statement execute function mark_commit()`,
  )
}

/** Locks until the connection ends: of two concurrent runs the second waits. */
export async function lockPlacement(db: Db): Promise<void> {
  await db`select pg_advisory_lock(hashtext('quoin.placement'))`
}

interface ShardRow {
  host: string
  port: number
  shards: number
  bytes: number
}

/** Lists the shards of distributed tables by node. */
export async function listShards(db: Db): Promise<ShardRow[]> {
  return db<ShardRow[]>`
    select nodename as host, nodeport as port, count(*)::int as shards, sum(shard_size)::bigint as bytes
    from citus_shards where citus_table_type = 'distributed' group by 1, 2 order by 1, 2`
}
