import { BlockList, isIP } from 'node:net'

const LOOPBACK = blockList(['127.0.0.0/8'], ['::1/128'])

/** Every range that is not the public internet: private, shared, link-local (metadata services), documentation, relay. */
const BLOCKED = blockList(
  [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  [
    '::/96',
    '::1/128',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/32',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
)

/** True when nothing of ours may connect there. An IPv4 address dressed as IPv6 is judged as the IPv4 address. */
export function isBlockedAddress(address: string, allowLoopback: boolean): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const version = isIP(bare)
  if (version === 0) return true
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (allowLoopback && LOOPBACK.check(bare, family)) return false
  return BLOCKED.check(bare, family)
}

function blockList(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList()
  const add = (ranges: readonly string[], family: 'ipv4' | 'ipv6') => {
    for (const range of ranges) {
      const [network = '', bits] = range.split('/')
      list.addSubnet(network, Number(bits), family)
    }
  }
  add(v4, 'ipv4')
  add(v6, 'ipv6')
  return list
}
