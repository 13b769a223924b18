import { join } from 'node:path'
import { POSTGRES_BIN } from './postgres-server.ts'

/** One node of the database: a Patroni and its PostgreSQL. */
export interface Member {
  readonly name: string
  readonly port: number
  /** Port of Patroni's REST API. */
  readonly apiPort: number
  readonly folder: string
}

/**
 * Settings for the fastest failover that Patroni allows; most of its time is the lease of the lost leader. Later versions raise
 * `ttl` to 20. Replication is synchronous, because a commit that only the lost leader has is lost with it.
 */
const CLUSTER = {
  ttl: 8,
  loop_wait: 1,
  retry_timeout: 3,
  maximum_lag_on_failover: 1_048_576,
  master_start_timeout: 0,
  primary_start_timeout: 0,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    remove_data_directory_on_rewind_failure: true,
    parameters: {
      max_connections: 200,
      shared_buffers: '64MB',
      wal_log_hints: 'on',
      wal_keep_size: '512MB',
      // Tests kill processes, never the machine.
      fsync: 'off',
    },
  },
}

/** Returns a member's configuration as JSON, which is valid YAML. */
export function patroniConfig({ name, port, apiPort, folder }: Member, etcdPort: number): string {
  const address = `127.0.0.1:${port}`
  const api = `127.0.0.1:${apiPort}`
  const config = {
    scope: 'quoin',
    name,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
    bootstrap: {
      dcs: CLUSTER,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { auth: 'trust' }, 'no-sync'],
      pg_hba: ['host replication all 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 trust', 'local all all trust'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(folder, 'data'),
      bin_dir: POSTGRES_BIN,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
        rewind: { username: 'postgres' },
      },
      parameters: { unix_socket_directories: folder },
    },
  }
  return JSON.stringify(config, null, 2)
}
