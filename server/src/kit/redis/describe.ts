import { createClient } from '@redis/client'

const CONNECT_MS = 2000

/** Returns name and version of the server at this URL: `Valkey 8.1.1`. Throws when it cannot be used. */
export async function describeRedis(url: string): Promise<string> {
  const client = createClient({
    url,
    RESP: 2,
    maintNotifications: 'disabled',
    disableClientInfo: true,
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS, socketTimeout: CONNECT_MS },
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const info = await client.sendCommand<string>(['INFO', 'server'])
    const readField = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1]
    const valkey = readField('valkey_version')
    return valkey ? `Valkey ${valkey}` : `Redis ${readField('redis_version') ?? 'of an unknown version'}`
  } finally {
    if (client.isOpen) client.destroy()
  }
}
