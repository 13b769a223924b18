import { BlockList, isIP } from 'node:net'

const LOOPBACK = {
  ipv4: blockList(['127.0.0.0/8'], 'ipv4'),
  ipv6: blockList(['::1/128', '::ffff:127.0.0.0/104'], 'ipv6'),
}

/** Every range that is not the public internet: private, shared, link-local (metadata services), documentation, relay. */
const BLOCKED = {
  ipv4: blockList(
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
    'ipv4',
  ),
  // Public addresses are only in 2000::/3. Blocking the rest also blocks every way to write an IPv4 address as IPv6.
  ipv6: blockList(['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'], 'ipv6'),
}

/** Returns true when connections to the address are not allowed. */
export function isBlockedAddress(address: string, allowLoopback: boolean): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const version = isIP(bare)
  if (version === 0) return true
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (allowLoopback && LOOPBACK[family].check(bare, family)) return false
  return BLOCKED[family].check(bare, family)
}

function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}
