import type { ClientConfig } from 'pg'
import { type Connection, ConnectionLost } from './connection.ts'
import type { Servers } from './servers.ts'
import type { CompiledStatement } from './statement.ts'

export interface Subscription {
  unlisten(): Promise<void>
}

interface Listener {
  readonly channel: string
  readonly onNotify: (payload: string) => void
  /** Called each time LISTEN takes effect, including after a reconnect: notifications in between were missed. */
  readonly onListening: () => void
}

const RETRY_MS = 250

/** A connection for LISTEN only, opened with the first listener and again whenever it is lost. */
export class ListenConnection {
  readonly #servers: Servers
  readonly #config: ClientConfig
  readonly #listeners = new Set<Listener>()
  #connection: Promise<Connection> | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(servers: Servers, config: ClientConfig) {
    this.#servers = servers
    this.#config = config
  }

  async listen(
    channel: string,
    onNotify: Listener['onNotify'],
    onListening: Listener['onListening'],
  ): Promise<Subscription> {
    const listener = { channel, onNotify, onListening }
    const connection = await this.#connect()
    await connection.send({ text: `listen ${channel}` })
    this.#listeners.add(listener)
    onListening()
    return {
      unlisten: async () => {
        this.#listeners.delete(listener)
        if (this.#listeners.size === 0) await this.#close()
      },
    }
  }

  /** Runs a statement on this connection, which no other statement keeps busy. */
  async send(statement: CompiledStatement): Promise<unknown> {
    if (this.#isClosed) throw new ConnectionLost('This connection pool is closed')
    const connection = await this.#connect()
    try {
      return await connection.send(statement)
    } finally {
      if (connection.isStale) connection.destroy()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#close()
  }

  async #close(): Promise<void> {
    clearTimeout(this.#retry)
    const closing = this.#connection
    this.#connection = undefined
    await (await closing?.catch(() => undefined))?.close()
  }

  #connect(): Promise<Connection> {
    this.#connection ??= this.#open()
    return this.#connection
  }

  async #open(): Promise<Connection> {
    try {
      const connection = await this.#servers.open(this.#config, () => this.#lost())
      connection.onNotification((channel, payload) => {
        for (const listener of this.#listeners) if (listener.channel === channel) listener.onNotify(payload)
      })
      return connection
    } catch (error) {
      this.#connection = undefined
      throw error
    }
  }

  #lost(): void {
    this.#connection = undefined
    this.#retry ??= setTimeout(() => void this.#listenAgain(), RETRY_MS)
  }

  async #listenAgain(): Promise<void> {
    this.#retry = undefined
    if (this.#isClosed || this.#listeners.size === 0) return
    const listeners = [...this.#listeners]
    try {
      const connection = await this.#connect()
      const channels = new Set(listeners.map(({ channel }) => channel))
      for (const channel of channels) await connection.send({ text: `listen ${channel}` })
      for (const { onListening } of listeners) onListening()
    } catch {
      this.#lost()
    }
  }
}
